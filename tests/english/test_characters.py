"""Text that arrives in pieces is checked."""

import pytest

from lcp.english.characters import checked
from tests.errors import refused


@pytest.mark.parametrize(("character", "name"), [("\0", "U\\+0000"), ("\ud800", "U\\+D800")])
def test_the_error_for_an_invalid_character_gives_its_position(character, name):
    with refused(f"{name} at position 5 "):
        list(checked(["abc", f"de{character}"]))


def test_bytes_raise_an_error():
    with refused("not a string but bytes", hint="Decode"):
        list(checked([b"abc"]))
