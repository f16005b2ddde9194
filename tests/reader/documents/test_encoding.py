"""Files are decoded as they say, in the encodings of the web only."""

import warnings
from io import BytesIO

import pytest

from lcp.reader.documents import read_text
from lcp.reader.documents.encoding import check_encoding, declared_encoding, decode, decoded
from lcp.reader.documents.extraction import extract, whole_text
from tests.cases import cases
from tests.errors import refused
from tests.files.test_files import NO_PATHS


def test_line_ends_are_kept_and_a_byte_order_mark_is_removed():
    assert "".join(decoded(BytesIO(b"\xef\xbb\xbfA\r\nb\n"), "x")) == "A\r\nb\n"


def test_a_character_split_between_two_chunks_is_decoded():
    text = "x" * 65_535 + "é"
    assert "".join(decoded(BytesIO(text.encode()), "x")) == text


@pytest.mark.parametrize(
    ("content", "byte", "position"),
    [
        ("é".encode() + b"c\xff", "0xff", "3"),
        (b"abc\x81", "0x81", "3"),
        (b"\xef\xbb\xbfab\xe9 ", "0xe9", "5"),
        ("é".encode() + b"x" * 65_533 + b"\xc3", "0xc3", "65,535"),
        ("é".encode() + b"x" * 65_533 + b"\xc3(", "0xc3", "65,535"),
        ("é".encode() + b"x" * 69_998 + b"\x80", "0x80", "70,000"),
    ],
)
def test_the_error_for_invalid_utf8_gives_byte_and_position(content, byte, position):
    with refused() as raised:
        list(decoded(BytesIO(content), "f.txt"))
    assert raised.value.where == "f.txt"
    assert f"{byte} at position {position} is" in raised.value.what


ENGLISH = "The café’s naïve ewe cost £5 – “too much”, she said. "


@pytest.mark.parametrize("size", [1, 2_000])
@pytest.mark.parametrize(
    ("encoding", "is_reported"),
    [
        ("utf-8", False), ("utf-8-sig", False), ("utf-16", False), ("utf-32", False),
        ("cp1252", True), ("utf-16-le", True), ("utf-16-be", True),
    ],
)  # fmt: skip
def test_the_encoding_of_english_is_detected_and_reported(encoding, is_reported, size):
    text = "x" * 65_530 * (size > 1) + ENGLISH * size
    data = text.encode(encoding)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert "".join(decoded(BytesIO(data), "a.txt")) == text
        assert decode(data, "a.txt")[0].removeprefix("\ufeff") == text
    assert len(caught) == 2 * is_reported
    assert all(str(warning.message).startswith("a.txt is read as") for warning in caught)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.srt"])
@pytest.mark.parametrize("encoding", ["mac-roman", "cp850", "utf-16-be", "latin-1"])
def test_the_users_encoding_is_stronger_than_what_the_file_says(name, encoding):
    text = "<meta charset=koi8-r>" * (name == "a.html") + "The café."
    head = "1\n00:00:01,000 --> 00:00:02,000\n" * (name == "a.srt")
    assert (
        whole_text(extract((head + text).encode(encoding), name, encoding=encoding)) == "The café."
    )


@pytest.mark.parametrize("name", ["klingon", "hex", "rot13", "undefined", "a\0b", ""])
def test_an_unknown_encoding_of_the_user_is_an_error(name):
    with refused("There is no encoding"):
        check_encoding(name or "no")


def test_a_document_that_contains_its_encoding_has_no_other(tmp_path):
    with refused("contain their encoding"):
        extract(b"", "a.epub", encoding="utf-8")


def test_the_encoding_that_was_taken_is_reported_for_every_format():
    with pytest.warns(UserWarning, match=r"a\.html is read as windows-1252"):
        assert read_text("<p>café".encode("cp1252"), name="a.html") == "café"


@pytest.mark.parametrize(
    ("declared", "text"),
    [("iso-8859-1", "caf\xe9 \u201c"), ("UTF-16", "é"), ("koi8-r", "ё"), (None, "é")],
)
def test_a_declared_encoding_is_used_and_gives_the_same_bytes(declared, text):
    # Browsers read Latin-1 as Windows-1252, and UTF-16 in a declaration as UTF-8.
    python_name = {"iso-8859-1": "cp1252", "koi8-r": "koi8-r"}.get(declared, "utf-8")
    data = text.encode(python_name)
    read, encoding = decode(data, "x", declared)
    assert (read, encoding.encode(read)[0]) == (text, data)


def test_a_byte_order_mark_is_stronger_than_a_declaration():
    assert decode("\ufeffé".encode("utf-16-be"), "x", "latin-1")[0] == "\ufeffé"


# Python's decoders for them include ones that return bytes, need quadratic time, or crash.
@pytest.mark.parametrize(
    "label",
    [
        *("klingon", "hex", "zlib", "bz2", "base64", "rot13", "uu", "idna", "undefined", "a\0b"),
        *("punycode", "utf-7", "unicode_escape", "iso-2022-kr"),
    ],
)
def test_encodings_that_are_not_the_webs_raise_an_error(label):
    with refused(where="a.html"):
        decode(b"abc", "a.html", label)


@cases("reader/documents/cases/declarations", "head", "declared")
def test_the_start_of_a_page_declares_its_encoding(head, declared):
    assert declared_encoding(head.encode()) == declared


@pytest.mark.parametrize("path", NO_PATHS)
def test_what_is_no_path_of_a_file_is_refused(path):
    with refused(hint=""):
        read_text(path)
