"""Word vectors: file formats, errors and the binary copy."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from lcp.errors import InputError, ResourceError
from lcp.resources import vectors as vectors_module
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
    assert vectors.words() == ["the", "cat", "Cat", "\u2028"]
    assert vectors.matrix.dtype == np.float16
    np.testing.assert_array_equal(vectors.matrix, [[0.5, 1, -2], [1, 0, 0], [0, 1, 0], [0, 0, 1]])


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


def test_only_the_copy_and_the_hash_of_the_text_remain_in_the_cache(archive, tmp_path):
    load_vectors(archive, dimensions=3, cache=tmp_path / "cache")
    suffixes = sorted(path.suffix for path in (tmp_path / "cache" / "vectors").iterdir())
    assert suffixes == [".sha256", ".vectors"]


def test_the_copy_is_in_half_precision(tmp_path):
    path = tmp_path / "random.txt"
    values = np.random.default_rng(0).normal(size=(500, 50)).round(5)
    lines = [f"w{row} {' '.join(map(str, numbers))}" for row, numbers in enumerate(values)]
    path.write_text("\n".join(lines), encoding="utf-8")
    vectors = load_vectors(path, cache=tmp_path / "cache")
    np.testing.assert_array_equal(vectors.matrix, values.astype(np.float16))
    (copy,) = (tmp_path / "cache" / "vectors").glob("*.vectors")
    assert copy.stat().st_size < 1.3 * vectors.matrix.nbytes


def test_blocks_of_any_size_give_the_same_vectors(text, tmp_path, monkeypatch):
    monkeypatch.setattr("lcp.resources.vector_text.BLOCK", 17)
    check(load_vectors(text))
    header = tmp_path / "header.txt"
    header.write_text("4 3\n" + TEXT, encoding="utf-8", newline="\n")
    check(load_vectors(header))


def test_an_endless_line_raises_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr("lcp.resources.vector_text.BLOCK", 100)
    path = tmp_path / "endless.txt"
    path.write_bytes(b"a " + b"1 " * 500)
    with pytest.raises(ResourceError, match="longer than 100 bytes"):
        load_vectors(path)


def test_a_small_archive_with_endless_text_raises_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr("lcp.resources.vector_text.LARGEST", 1_000_000)
    path = tmp_path / "bomb.txt.gz"
    path.write_bytes(gzip.compress(b"cat 1 2\n" * 200_000))
    assert path.stat().st_size < 10_000
    with pytest.raises(ResourceError, match="more than 1,000,000 bytes"):
        load_vectors(path)


def test_lines_may_end_with_a_space_and_a_carriage_return(tmp_path):
    path = tmp_path / "windows.txt"
    path.write_bytes(TEXT.replace("\n", " \r\n").encode())
    check(load_vectors(path))


def test_numbers_quotes_and_null_are_words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text('null 1\nnan 2\n" 3\n1.5 4\n', encoding="utf-8")
    assert load_vectors(path).words() == ["null", "nan", '"', "1.5"]


def test_words_with_the_same_hash_are_distinguished(tmp_path, monkeypatch):
    for module in ("vectors", "vector_copy"):
        monkeypatch.setattr(f"lcp.resources.{module}.hashed", lambda word: len(word) % 2)
    path = tmp_path / "collisions.txt"
    path.write_text("a 1\nb 2\na 3\nc 4\nbb 5\n", encoding="utf-8")
    vectors = load_vectors(path)
    rows = vectors.rows(["a", "b", "c", "bb", "d", "dd", "A"])
    assert rows.tolist() == [0, 1, 3, 4, -1, -1, 0]
    assert vectors.words() == ["a", "b", "c", "bb"]
    assert len(vectors) == 4


def test_a_text_that_changes_while_it_is_read_raises_an_error(text, tmp_path, monkeypatch):
    original = vectors_module.write_copy

    def slow(copy, blocks):
        original(copy, blocks)
        text.write_text("dog 1 2 3\n", encoding="utf-8")

    monkeypatch.setattr(vectors_module, "write_copy", slow)
    with pytest.raises(ResourceError, match="changed while it was read"):
        load_vectors(text, cache=tmp_path / "cache")
    assert not list((tmp_path / "cache" / "vectors").glob("*.vectors"))


def test_two_processes_can_write_the_same_copy(text, tmp_path):
    code = (
        "import sys; from pathlib import Path; from lcp.resources.vectors import load_vectors; "
        "print(load_vectors(sys.argv[1], cache=Path(sys.argv[2])).words())"
    )
    command = [sys.executable, "-c", code, str(text), str(tmp_path / "cache")]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = {process.communicate()[0] for process in processes}
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(outputs) == 1
    assert len(list((tmp_path / "cache" / "vectors").glob("*.vectors"))) == 1


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
        (b"a 1 2\nb 1 1e99\n", "line 2: A number of the line is larger than 65,504"),
        (b"a 1 2\nb 1 1e5\n", "line 2: A number of the line is larger than 65,504"),
        (b"a 1 2\nb 1  2\n", "line 2: The line has 3 numbers instead of 2"),
        (b"a 1 2\nb 1 2\rc 3 4\n", "line 2: The line has 4 numbers instead of 2"),
        (b"9 99999999999\na 1 2\n", "line 2: The line has 2 numbers instead of 99999999999"),
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
    assert load_vectors(text, cache=tmp_path / "cache").words() == ["dog"]


def test_the_same_text_elsewhere_uses_the_same_copy(text, tmp_path):
    load_vectors(text, cache=tmp_path / "cache")
    elsewhere = tmp_path / "folder" / "tiny.txt"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(text.read_bytes())
    check(load_vectors(elsewhere, cache=tmp_path / "cache"))
    assert len(list((tmp_path / "cache" / "vectors").glob("*.vectors"))) == 1


@pytest.mark.parametrize("damage", ["half", "empty", "longer", "header", "rows", "hash"])
def test_a_damaged_copy_is_replaced(text, tmp_path, damage):
    cache = tmp_path / "cache"
    load_vectors(text, cache=cache)
    (copy,) = (cache / "vectors").glob("*.vectors")
    (noted,) = (cache / "vectors").glob("*.sha256")
    content = copy.read_bytes()
    if damage == "hash":
        noted.write_text("0" * 63, encoding="ascii")
    else:
        copy.write_bytes(
            {
                "half": content[: len(content) // 2],
                "empty": b"",
                "longer": content + b"\0",
                "header": b"\0" * 40 + content[40:],
                "rows": content.replace(bytes([3, 0, 0, 0]), bytes([9, 0, 0, 0])),
            }[damage]
        )
    check(load_vectors(text, cache=cache / ".." / "cache"))
    assert copy.read_bytes() == content


def test_vectors_are_read_if_the_cache_cannot_be_written(archive, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    check(load_vectors(archive, dimensions=3, cache=blocked))
    assert blocked.read_text(encoding="utf-8") == "not a folder"


def test_vectors_are_read_once_per_process(text):
    assert load_vectors(text) is load_vectors(str(text))


def test_the_published_subset_has_its_words(data):
    vectors = load_vectors(data / "embeddings" / "glove.subset.300d.txt.gz")
    assert vectors.matrix.shape == (len(vectors), 300)
    assert len(vectors) == 9_910
    (row,) = vectors.rows(["the"])
    np.testing.assert_allclose(vectors.matrix[row, :3], [0.263, -0.068, -0.192], rtol=1e-3)
