"""Decoding and checking of text in pieces."""

from __future__ import annotations

from io import BytesIO

import pytest

from lcp.annotation.decoding import checked, decoded
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


@pytest.mark.parametrize(("character", "name"), [("\0", "U\\+0000"), ("\ud800", "U\\+D800")])
def test_the_error_for_an_invalid_character_gives_its_position(character, name):
    with pytest.raises(InputError, match=f"{name} at position 5 "):
        list(checked(["abc", f"de{character}"]))


def test_bytes_raise_an_error():
    with pytest.raises(InputError, match="not a string but bytes"):
        list(checked([b"abc"]))
