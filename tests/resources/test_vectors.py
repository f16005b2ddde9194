"""Word vectors: file formats, errors and the binary copy."""

from __future__ import annotations

import gzip
import os
import zipfile

import numpy as np
import pytest

from lcp.errors import InputError, ResourceError
from lcp.resources.vectors import load_vectors

TEXT = "the 0.5 1.0 -2\ncat 1 0 0\nCat 0 1 0\n\u2028 0 0 1\n"


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "tiny.txt"
    path.write_text(TEXT, encoding="utf-8", newline="\n")
    return path


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "glove.tiny.zip"
    with zipfile.ZipFile(path, "w") as stream:
        stream.writestr("glove.tiny.2d.txt", "cat 1 2\n")
        stream.writestr("glove.tiny.3d.txt", TEXT)
    return path


def check(vectors):
    assert list(vectors.words) == ["the", "cat", "Cat", "\u2028"]
    assert vectors.matrix.dtype == np.float32
    expected = [[0.5, 1, -2], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    np.testing.assert_array_equal(vectors.matrix, np.array(expected, dtype=np.float32))


def test_a_text_in_gloves_format_is_read(text):
    check(load_vectors(text))


def test_the_header_of_word2vec_is_not_a_word(tmp_path):
    path = tmp_path / "header.txt"
    path.write_text("4 3\n" + TEXT, encoding="utf-8", newline="\n")
    check(load_vectors(path))


def test_a_gzipped_text_is_read(tmp_path):
    path = tmp_path / "tiny.txt.gz"
    path.write_bytes(gzip.compress(TEXT.encode()))
    check(load_vectors(path))


def test_dimensions_select_the_member_of_an_archive(archive, tmp_path):
    check(load_vectors(archive, dimensions=3, cache=tmp_path / "cache"))
    np.testing.assert_array_equal(load_vectors(archive, dimensions=2).matrix, [[1, 2]])


def test_only_the_copy_remains_in_the_cache(archive, tmp_path):
    load_vectors(archive, dimensions=3, cache=tmp_path / "cache")
    names = sorted(path.name for path in (tmp_path / "cache" / "vectors").iterdir())
    assert [name.split("-")[0] for name in names] == ["glove.tiny.3d", "glove.tiny.3d"]
    assert [name.split(".", 3)[3] for name in names] == ["npy", "words.txt"]


def test_the_error_for_missing_dimensions_lists_the_members_of_the_archive(archive):
    with pytest.raises(InputError, match=r"glove\.tiny\.2d\.txt, glove\.tiny\.3d\.txt"):
        load_vectors(archive, dimensions=300)


def test_an_altered_archive_raises_an_error(archive):
    content = archive.read_bytes()
    assert content.count(b"0.5 1.0") == 1
    archive.write_bytes(content.replace(b"0.5 1.0", b"0.6 1.0"))
    with pytest.raises(ResourceError, match="CRC"):
        load_vectors(archive, dimensions=3)


def test_a_text_with_the_suffix_zip_raises_an_error(tmp_path):
    path = tmp_path / "glove.zip"
    path.write_text(TEXT, encoding="utf-8")
    with pytest.raises(ResourceError, match="damaged"):
        load_vectors(path)


def test_a_truncated_gzip_file_raises_an_error(tmp_path):
    path = tmp_path / "cut.txt.gz"
    path.write_bytes(gzip.compress(os.urandom(5_000).hex().encode())[:2_000])
    with pytest.raises(ResourceError, match="truncated or damaged"):
        load_vectors(path)


def test_the_error_for_a_missing_file_names_it(tmp_path):
    with pytest.raises(InputError, match=r"none\.txt"):
        load_vectors(tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no word vectors"),
        (b"0 3\n", "has no word vectors"),
        (b"a 1 2\nb 1\n", "line 2: The line has 1 numbers instead of 2"),
        (b"a 1 2\nb 1 2 3\n", "line 2: The line has 3 numbers"),
        (b"a 1 2\n\nb 1 2\n", "line 2: The line has 0 numbers"),
        (b"a 1 2\nb 1 x\n", "line 2: The line is not a word and finite numbers"),
        (b"2 2\na 1 2\nb 1 nan\n", "line 3: The line is not a word and finite numbers"),
        (b"a 1 2\nb 1 1e99\n", "line 2: The line is not a word and finite numbers"),
        (b"a 1 2\n\xff 1 2\n", "line 2: The line is not a word and finite numbers"),
        (b"5 2\na 1 2\n", "has 1 vectors, but its header says 5"),
        (b"2 3\na 1 2\nb 1 2\n", "line 2: The line has 2 numbers instead of 3"),
    ],
)
def test_a_malformed_file_raises_an_error_with_the_line(tmp_path, content, message):
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    with pytest.raises(ResourceError) as raised:
        load_vectors(path)
    assert message in str(raised.value)
    assert "bad.txt" in str(raised.value)


def test_a_repeated_word_keeps_its_first_vector(tmp_path):
    path = tmp_path / "twice.txt"
    path.write_text("a 1 2\na 3 4\nb 5 6\n", encoding="utf-8")
    vectors = load_vectors(path)
    np.testing.assert_array_equal(vectors.matrix[vectors.rows(["a", "b"])], [[1, 2], [5, 6]])


def test_the_exact_form_is_preferred_to_its_lower_case(text):
    assert load_vectors(text).rows(["Cat", "cat", "THE", "dog"]).tolist() == [2, 1, 0, -1]


def test_the_copy_is_read_instead_of_the_text(text, tmp_path):
    check(load_vectors(text, cache=tmp_path / "cache"))
    status = text.stat()
    text.write_text(TEXT.replace("0.5", "9.5"), encoding="utf-8", newline="\n")
    os.utime(text, ns=(status.st_atime_ns, status.st_mtime_ns))
    # A different spelling of the path bypasses the cache of this process.
    check(load_vectors(text, cache=tmp_path / "." / "cache" / ".." / "cache"))


def test_a_changed_text_is_read_again(text, tmp_path):
    load_vectors(text, cache=tmp_path / "cache")
    text.write_text("dog 1 2\n", encoding="utf-8")
    assert load_vectors(text, cache=tmp_path / "cache").words == {"dog": 0}


@pytest.mark.parametrize("suffix", [".npy", ".txt"])
def test_a_damaged_copy_is_replaced(text, tmp_path, suffix):
    cache = tmp_path / "cache"
    load_vectors(text, cache=cache)
    (copy,) = (path for path in (cache / "vectors").iterdir() if path.suffix == suffix)
    content = copy.read_bytes()
    copy.write_bytes(content[: len(content) // 2])
    check(load_vectors(text, cache=cache / ".." / "cache"))
    assert copy.read_bytes() == content


def test_a_copy_with_pickles_is_not_opened(text, tmp_path):
    cache = tmp_path / "cache"
    load_vectors(text, cache=cache)
    (copy,) = (cache / "vectors").glob("*.npy")
    np.save(copy, np.array([{}, 1, 2, 3], dtype=object), allow_pickle=True)
    check(load_vectors(text, cache=cache / ".." / "cache"))


def test_vectors_are_read_if_the_cache_cannot_be_written(archive, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    check(load_vectors(archive, dimensions=3, cache=blocked))
    assert blocked.read_text(encoding="utf-8") == "not a folder"


def test_vectors_are_read_once_per_process(text):
    assert load_vectors(text) is load_vectors(str(text))


def test_the_published_subset_has_its_words(data):
    vectors = load_vectors(data / "embeddings" / "glove.subset.300d.txt.gz")
    assert vectors.matrix.shape == (len(vectors.words), 300)
    assert len(vectors.words) == 9_910
    np.testing.assert_allclose(vectors.matrix[vectors.words["the"], :3], [0.263, -0.068, -0.192])
