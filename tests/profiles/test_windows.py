"""Windows along a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcp.profiles.windows import FIRST_LENGTH, MAX_WINDOWS, Window, Windows


def windows_of(lengths):
    windows = Windows()
    start = 0
    for number, words in enumerate(lengths, start=1):
        sentence = Window(start, number, words=words, rated=words, complexity=0.5 * words)
        sentence.levels[0] = words
        windows.add(sentence)
        start += words
    return windows.windows()


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


def test_a_short_rest_belongs_to_the_window_before():
    assert [window.words for window in windows_of([FIRST_LENGTH, FIRST_LENGTH, 3])] == [25, 28]


def test_a_window_has_the_mean_complexity():
    assert windows_of([4, 5])[0].to_dict()["complexity"] == pytest.approx(0.5)
    assert Window(0, 1).to_dict()["complexity"] is None
