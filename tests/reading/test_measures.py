"""Measures of texts: level, coverage and difficulty along the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcp.reading.measures import (
    MAX_WINDOWS,
    Window,
    Windows,
    coverages,
    frequency_rank,
    is_above,
    level_below,
    level_shares,
)


def test_shares_add_up_and_easy_words_count_as_a1():
    shares = level_shares([10, 5, 2, 2, 1, 0], easy=80)
    assert [row.words for row in shares] == [90, 5, 2, 2, 1, 0]
    assert sum(row.share for row in shares) == pytest.approx(1)
    assert [round(row.up_to + row.above, 9) for row in shares] == [1] * 6
    assert shares[1].above == pytest.approx(0.05)


def test_levels_are_ordered():
    assert is_above("C1", "B2")
    assert not is_above("B2", "B2")
    assert [level_below(level) for level in ("A1", "A2", "C2")] == ["A1", "A1", "C1"]


def words_of(results):
    return {row.share: row.words for row in results}


def test_the_rarest_word_that_is_needed_decides():
    rank = frequency_rank("cat")
    results = words_of(coverages({"the": 18, "cat": 1, "xqzzt": 1}))
    assert results == {0.9: frequency_rank("the"), 0.95: rank, 0.98: None}


def test_words_that_the_reader_knows_need_no_rank():
    assert words_of(coverages({"cat": 1}, easy=49)) == {0.9: 0, 0.95: 0, 0.98: 0}


def test_an_empty_text_is_covered_by_no_word():
    assert words_of(coverages({})) == {0.9: 0, 0.95: 0, 0.98: 0}


@pytest.mark.parametrize(("form", "base"), [("cats", "cat"), ("Went", "go"), ("mice", "mouse")])
def test_forms_have_the_rank_of_their_lemma(form, base):
    assert frequency_rank(form) == frequency_rank(base) is not None


def test_ordinary_words_that_are_often_capitalised_are_listed_and_names_are_not():
    assert frequency_rank("river") < 2_000
    assert frequency_rank("London") is None


def test_a_compound_is_as_rare_as_its_rarest_part():
    assert frequency_rank("tree-lined") == max(frequency_rank("tree"), frequency_rank("lined"))
    assert frequency_rank("xqzzt-like") is None


def windows_of(lengths):
    windows = Windows()
    start = 0
    for number, words in enumerate(lengths, start=1):
        sentence = Window(start, number, words=words)
        sentence.levels[0] = words
        windows.add(sentence)
        start += words
    return windows.windows


@given(st.lists(st.integers(0, 60), max_size=400))
def test_no_word_is_lost_and_the_number_is_limited(lengths):
    windows = windows_of(lengths)
    assert len(windows) <= MAX_WINDOWS
    assert sum(window.words for window in windows) == sum(lengths)
    assert sum(window.levels[0] for window in windows) == sum(lengths)
    assert [window.start for window in windows] == sorted(window.start for window in windows)


def test_long_texts_have_windows_of_nearly_equal_length():
    windows = windows_of([10] * 100_000)
    assert MAX_WINDOWS / 2 <= len(windows) <= MAX_WINDOWS
    words = [window.words for window in windows[:-1]]
    assert max(words) < 1.1 * min(words)
