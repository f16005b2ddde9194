"""Words are hyphenated as by Pyphen."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyphen import Pyphen

from lcp.english.hyphenation import pattern_pieces
from lcp.lexicon.file import load_lexicon

PYPHEN = Pyphen(lang="en_US")


def expected(word):
    return len(PYPHEN.positions(word)) + 1


def test_words_of_the_lexicon_have_as_many_pieces_as_by_pyphen():
    words = load_lexicon().words[::20]
    assert [pattern_pieces(word) for word in words] == [expected(word) for word in words]


@given(st.text("abcdefghijklmnopqrstuvwxyzİé.'-", max_size=20))
def test_any_letters_have_as_many_pieces_as_by_pyphen(word):
    assert pattern_pieces(word) == expected(word)


@pytest.mark.parametrize("word", ["", "a", "ab", "MOUNTAIN", "x\x00", "İstanbul"])
def test_case_and_short_words_make_no_exception(word):
    assert pattern_pieces(word) == expected(word)


def test_time_is_linear_in_the_length_of_a_word():
    begin = time.process_time()
    pattern_pieces("hyphenation" * 20_000)
    assert time.process_time() - begin < 2
