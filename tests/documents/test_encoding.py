"""Files are decoded as they say, and back to the same bytes."""

from __future__ import annotations

from io import BytesIO

import pytest

from lcp.documents.encoding import decode, decoded
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
    with pytest.raises(InputError, match=f"f.txt: The byte {byte} at position {position} is not"):
        list(decoded(BytesIO(content), "f.txt"))


def test_a_declared_encoding_is_used_and_gives_the_same_bytes():
    for declared, data in (("iso-8859-1", b"caf\xe9 \x93"), ("UTF-16", "é".encode("utf-16"))):
        text, encoding = decode(data, "x", declared=declared)
        assert "é" in text
        assert text.encode(encoding) == data


def test_a_byte_order_mark_is_stronger_than_a_declaration():
    assert decode(b"\xef\xbb\xbfA", "x", declared="latin-1") == ("\ufeffA", "utf-8")


def test_an_unknown_encoding_raises_an_error():
    with pytest.raises(InputError, match="There is no encoding 'klingon'"):
        decode(b"A", "x", declared="klingon")


def test_an_encoding_that_loses_bytes_raises_an_error():
    with pytest.raises(InputError, match="cannot be written in its encoding"):
        decode(b"+AEE-", "x", declared="utf-7")
