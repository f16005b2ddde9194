"""Affixes and the words that they begin and end."""

from __future__ import annotations

import pytest

from lcp.affixes import (
    CLASSICAL_BEGINNINGS,
    CLASSICAL_ENDINGS,
    PREFIXES,
    SUFFIXES,
    beginnings,
    endings,
)


@pytest.mark.parametrize("forms", [PREFIXES, SUFFIXES, CLASSICAL_BEGINNINGS, CLASSICAL_ENDINGS])
def test_an_affix_has_small_letters_only(forms):
    assert len(forms) > 50
    assert all(form.isalpha() and form.islower() for form in forms)


@pytest.mark.parametrize(
    ("word", "found"),
    [("interact", ["inter", "in"]), ("internal", ["inter", "in"]), ("inter", ["in"]), ("un", [])],
)
def test_prefixes_come_the_longest_first_and_leave_three_letters(word, found):
    assert [word[:size] for size in beginnings(word, PREFIXES)] == found


@pytest.mark.parametrize(
    ("word", "found"),
    [("readability", ["ability", "ity", "ty", "y"]), ("city", ["y"]), ("sing", []), ("", [])],
)
def test_suffixes_come_the_longest_first_and_leave_three_letters(word, found):
    assert [word[-size:] for size in endings(word, SUFFIXES | {"ability"})] == found


def test_the_longest_of_all_affixes_is_found():
    longest = max(PREFIXES | SUFFIXES | CLASSICAL_BEGINNINGS | CLASSICAL_ENDINGS, key=len)
    assert list(beginnings(f"{longest}xyz", {longest})) == [len(longest)]
    assert list(endings(f"xyz{longest}", {longest})) == [len(longest)]
