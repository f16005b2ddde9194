"""The level of a text, from the shares of its words."""

from __future__ import annotations

import pytest

from lcp.profiles.text_level import is_above, level_below, level_shares, text_level


def test_shares_add_up_and_easy_words_count_as_a1():
    shares = level_shares([10, 5, 2, 2, 1, 0], easy=80)
    assert [row.words for row in shares] == [90, 5, 2, 2, 1, 0]
    assert sum(row.share for row in shares) == pytest.approx(1)
    assert [round(row.up_to + row.above, 9) for row in shares] == [1] * 6
    assert shares[1].above == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("words", "level"),
    [
        ([100, 0, 0, 0, 0, 0], "A1"),
        ([94, 0, 0, 0, 0, 6], "C2"),
        ([94, 1, 0, 0, 0, 5], "A2"),
        ([19, 0, 0, 0, 0, 1], "A1"),
        ([0, 0, 0, 0, 0, 0], None),
    ],
)
def test_the_level_is_the_lowest_that_95_percent_do_not_exceed(words, level):
    assert text_level(level_shares(words, 0)) == level


def test_levels_are_ordered():
    assert is_above("C1", "B2")
    assert not is_above("B2", "B2")
    assert [level_below(level) for level in ("A1", "A2", "C2")] == ["A1", "A1", "C1"]
