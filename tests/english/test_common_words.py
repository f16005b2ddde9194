"""Lemmas and hyphenation that are computed in advance equal those of the dictionaries."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.english.common_words import common_lemma, common_pieces, common_words
from lcp.english.text import dictionary_lemma, hyphenated_pieces, lemma, pattern_pieces
from lcp.lexicon.building.common_words import write_common_words
from lcp.lexicon.file import load_lexicon


def test_most_words_of_the_lexicon_are_listed():
    assert len(common_words().words) > 0.95 * len(load_lexicon().words)


@pytest.mark.parametrize("word", ["", "\x00", "a\x00", "mouse\x00", "é", "x" * 300, "zzzz", "!"])
def test_other_words_are_not_listed(word):
    assert common_lemma(word) is None
    assert common_pieces(word) is None


@pytest.mark.parametrize("word", ["MICE", "Mice", "xqzztics"])
def test_case_makes_no_difference(word):
    assert lemma(word) == dictionary_lemma(word.lower())
    assert hyphenated_pieces(word) == pattern_pieces(word)


def test_every_word_has_the_lemma_and_the_pieces_of_the_dictionaries():
    words = [word.decode() for word in common_words().words[::20]]
    assert [common_lemma(word) for word in words] == [dictionary_lemma(word) for word in words]
    assert [common_pieces(word) for word in words] == [pattern_pieces(word) for word in words]


def test_the_dictionaries_give_the_same_file(tmp_path):
    write_common_words(tmp_path / "words.npz")
    with np.load(tmp_path / "words.npz") as stored:
        np.testing.assert_array_equal(stored["words"], common_words().words)
        np.testing.assert_array_equal(stored["endings"], common_words().endings)
