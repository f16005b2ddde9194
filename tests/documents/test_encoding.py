"""Files are decoded as they say, in the encodings of the web only."""

from __future__ import annotations

from io import BytesIO

import pytest

from lcp.documents.encoding import declared_encoding, decode, decoded
from lcp.errors import InputError


def test_line_ends_are_kept_and_a_byte_order_mark_is_removed():
    assert "".join(decoded(BytesIO(b"\xef\xbb\xbfA\r\nb\n"), "x")) == "A\r\nb\n"


def test_a_character_split_between_two_chunks_is_decoded():
    text = "x" * 65_535 + "é"
    assert "".join(decoded(BytesIO(text.encode()), "x")) == text


@pytest.mark.parametrize(
    ("content", "byte", "position"),
    [
        (b"abc\xff", "0xff", "3"),
        (b"\xef\xbb\xbfab\xe9 ", "0xe9", "5"),
        (b"x" * 65_535 + b"\xc3", "0xc3", "65,535"),
        (b"x" * 65_535 + b"\xc3(", "0xc3", "65,535"),
        (b"x" * 70_000 + b"\x80", "0x80", "70,000"),
    ],
)
def test_the_error_for_invalid_utf8_gives_byte_and_position(content, byte, position):
    with pytest.raises(InputError) as raised:
        list(decoded(BytesIO(content), "f.txt"))
    assert raised.value.where == "f.txt"
    assert f"{byte} at position {position} is" in raised.value.what


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
    with pytest.raises(InputError) as raised:
        decode(b"abc", "a.html", label)
    assert raised.value.where == "a.html"


@pytest.mark.parametrize(
    ("head", "declared"),
    [
        (b"<?xml version='1.0' encoding='iso-8859-1'?>", "iso-8859-1"),
        (b"<html><META charset=latin1>", "latin1"),
        (b'<meta content="text/html; charset=windows-1252">', "windows-1252"),
        (b"<!-- <meta charset=punycode> --><p>", None),
        (b" " * 1024 + b"<meta charset=latin1>", None),
    ],
)
def test_the_start_of_a_page_declares_its_encoding(head, declared):
    assert declared_encoding(head) == declared
