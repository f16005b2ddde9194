"""Word vectors from text, archives and binary copies."""

import gzip
import zipfile
from pathlib import Path

import numpy as np
import pytest

from lcp.errors import ResourceError
from lcp.resources import vectors as module
from lcp.resources.vectors import load_vectors, rows_of
from tests.errors import refused

#: gensim does not close a file without a header.
pytestmark = pytest.mark.filterwarnings(
    "ignore:unclosed file:ResourceWarning",
    "ignore:Exception ignored in. <_io.FileIO:pytest.PytestUnraisableExceptionWarning",
)

TEXT = "the 1 2 3\ncat -0.5 0 1e-1\nCat 4 5 6\n"


class Forged:
    """An object whose pickle creates a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.fixture(autouse=True)
def new_process():
    module._load.cache_clear()


@pytest.fixture
def load(tmp_path):
    """Return a function that writes a file of vectors and loads it."""

    def load(content, name="vectors.txt", dimensions=3):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return load_vectors(path, dimensions=dimensions, cache=tmp_path / "cache")

    return load


def archive(tmp_path):
    path = tmp_path / "source.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("tiny.2d.txt", "the 1 2\n")
        file.writestr("tiny.3d.txt", TEXT)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (TEXT, "plain.txt"),
        (TEXT.replace("\n", " \n"), "spaces.txt"),
        (f"3 3\n{TEXT}", "word2vec.txt"),
        (gzip.compress(TEXT.encode(), mtime=0), "packed.txt.gz"),
        (archive, "archive.zip"),
    ],
)
def test_words_and_vectors_are_read_from_each_format(load, tmp_path, content, name):
    vectors = load(content(tmp_path) if callable(content) else content, name)
    assert vectors.index_to_key == ["the", "cat", "Cat"]
    np.testing.assert_allclose(vectors.vectors, [[1, 2, 3], [-0.5, 0, 0.1], [4, 5, 6]], rtol=1e-6)
    assert isinstance(vectors.vectors, np.memmap)


def test_a_word_is_looked_up_as_written_and_then_in_lower_case(load):
    assert rows_of(load(TEXT), ["Cat", "cat", "THE", "dog"]).tolist() == [2, 1, 0, -1]


def test_words_that_look_like_other_values_are_words(load):
    assert load('null 1 2\nnan 3 4\n" 5 6\n1.5 7 8\n').index_to_key == ["null", "nan", '"', "1.5"]


def test_the_first_of_repeated_words_counts(load):
    vectors = load("a 1 2\nb 3 4\na 5 6\n")
    assert vectors["a"].tolist() == [1, 2]


def test_the_text_is_read_again_only_if_it_changes(load, tmp_path, monkeypatch):
    load(TEXT)
    assert load("dog 1 2 3\n").index_to_key == ["dog"]
    module._load.cache_clear()
    monkeypatch.setattr(module, "_read_text", None)
    path = tmp_path / "vectors.txt"
    assert len(load_vectors(path, dimensions=3, cache=tmp_path / "cache")) == 1


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("", "empty.txt"),
        ("the 1 2 3\ncat 1 2\n", "short.txt"),
        ("the 1 2 3\ncat 1 2 x\n", "text.txt"),
        (f"4 3\n{TEXT}", "fewer.txt"),
        (gzip.compress(TEXT.encode() * 99, mtime=0)[:-9], "cut.txt.gz"),
        (b"not an archive", "broken.zip"),
    ],
)
def test_the_error_for_damaged_text_gives_its_path(load, tmp_path, content, name):
    with refused(where=tmp_path / name, kind=ResourceError):
        load(content, name)
    assert not list((tmp_path / "cache").rglob("values.npy"))


def test_an_archive_without_these_dimensions_raises_an_error(load, tmp_path):
    with refused():
        load(archive(tmp_path), "archive.zip", dimensions=300)


def test_a_copy_runs_no_code(load, tmp_path):
    load(TEXT)
    module._load.cache_clear()
    (folder,) = (tmp_path / "cache" / "vectors").iterdir()
    forged = np.array([Forged(tmp_path / "ran")], dtype=object)
    np.savez(folder / "names.npz", words=forged, columns=forged)
    np.save(folder / "values.npy", forged, allow_pickle=True)
    path = tmp_path / "vectors.txt"
    assert len(load_vectors(path, dimensions=3, cache=tmp_path / "cache")) == 3
    assert not (tmp_path / "ran").exists()


def test_published_vectors_are_read(data, tmp_path):
    path = data / "embeddings" / "glove.subset.300d.txt.gz"
    vectors = load_vectors(path, dimensions=300, cache=tmp_path)
    assert vectors.vectors.shape == (9910, 300)
    assert vectors.similarity("king", "queen") > vectors.similarity("king", "sugar")
