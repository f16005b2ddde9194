"""Bytes and strings that are no text are refused with their place."""

from __future__ import annotations

from io import BytesIO

import pytest

from lcp.annotation.decoding import checked, decoded
from lcp.errors import InputError


def test_line_ends_stay_and_a_byte_order_mark_goes():
    assert "".join(decoded(BytesIO(b"\xef\xbb\xbfA\r\nb\n"), "x")) == "A\r\nb\n"


def test_a_character_that_two_chunks_share_is_whole():
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
def test_invalid_utf8_is_named_with_its_byte(content, byte, position):
    with pytest.raises(InputError, match=f"f.txt: The byte {byte} at position {position} is not"):
        list(decoded(BytesIO(content), "f.txt"))


@pytest.mark.parametrize(("character", "name"), [("\0", "U\\+0000"), ("\ud800", "U\\+D800")])
def test_what_no_text_holds_is_named_with_its_place(character, name):
    with pytest.raises(InputError, match=f"{name} at position 5 "):
        list(checked(["abc", f"de{character}"]))


def test_bytes_are_no_string():
    with pytest.raises(InputError, match="not a string but bytes"):
        list(checked([b"abc"]))
