"""Affixes at the beginning and end of words."""

from __future__ import annotations

import pytest

from lcp.english.affixes import (
    CLASSICAL_BEGINNINGS,
    CLASSICAL_ENDINGS,
    PREFIXES,
    SUFFIXES,
    beginnings,
    endings,
)


@pytest.mark.parametrize("forms", [PREFIXES, SUFFIXES, CLASSICAL_BEGINNINGS, CLASSICAL_ENDINGS])
def test_affixes_are_lower_case_letters(forms):
    assert len(forms) > 50
    assert all(form.isalpha() and form.islower() for form in forms)


@pytest.mark.parametrize(
    ("word", "prefixes"),
    [("interact", ["inter", "in"]), ("internal", ["inter", "in"]), ("inter", ["in"]), ("un", [])],
)
def test_prefixes_are_yielded_longest_first_and_leave_three_letters(word, prefixes):
    assert [word[:size] for size in beginnings(word, PREFIXES)] == prefixes


@pytest.mark.parametrize(
    ("word", "suffixes"),
    [("readability", ["ability", "ity", "ty", "y"]), ("city", ["y"]), ("sing", []), ("", [])],
)
def test_suffixes_are_yielded_longest_first_and_leave_three_letters(word, suffixes):
    assert [word[-size:] for size in endings(word, SUFFIXES | {"ability"})] == suffixes


def test_the_longest_of_all_affixes_is_found():
    longest = max(PREFIXES | SUFFIXES | CLASSICAL_BEGINNINGS | CLASSICAL_ENDINGS, key=len)
    assert list(beginnings(f"{longest}xyz", {longest})) == [len(longest)]
    assert list(endings(f"xyz{longest}", {longest})) == [len(longest)]
