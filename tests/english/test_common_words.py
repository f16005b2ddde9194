"""Lemmas and hyphenation that are computed in advance equal those of the dictionaries."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.english import common_words as module
from lcp.english.common_words import (
    RARE,
    common_lemma,
    common_pieces,
    common_words,
    listed_words,
)
from lcp.english.text import dictionary_lemma, hyphenated_pieces, lemma, pattern_pieces
from lcp.lexicon.building.common_words import write_common_words
from lcp.lexicon.file import load_lexicon


def test_most_words_of_the_lexicon_are_listed():
    assert len(common_words().words) > 0.95 * len(load_lexicon().words)


@pytest.mark.parametrize("word", ["", "\x00", "a\x00", "mouse\x00", "éxq", "x" * 300, "zzxqj"])
def test_other_words_are_not_listed(word):
    assert common_lemma(word) is None
    assert common_pieces(word) is None


def test_words_of_wordfreq_outside_the_lexicon_are_listed():
    outside = sorted(set(listed_words().places) - set(load_lexicon().words))
    assert len(outside) > 150_000
    assert sum(common_lemma(word) is None for word in outside) < 100


def test_another_list_of_wordfreq_has_no_results(monkeypatch):
    monkeypatch.setattr(module, "frequency_steps", lambda _: {"house": 300, "xqzzt": 700})
    caches = (module.list_checksum, listed_words)
    for cached in caches:
        cached.cache_clear()
    try:
        assert listed_words().places == {}
    finally:
        for cached in caches:
            cached.cache_clear()


@pytest.mark.parametrize("word", ["MICE", "Mice", "xqzztics"])
def test_case_makes_no_difference(word):
    assert lemma(word) == dictionary_lemma(word.lower())
    assert hyphenated_pieces(word) == pattern_pieces(word)


def test_every_word_has_the_lemma_and_the_pieces_of_the_dictionaries():
    words = [word.decode() for word in common_words().words[::20]]
    listed = [word for word in list(listed_words().places)[::40] if common_lemma(word) is not None]
    for word in [*words, *listed]:
        assert common_lemma(word) == dictionary_lemma(word)
        assert common_pieces(word) == pattern_pieces(word)


def test_the_dictionaries_give_the_same_file(tmp_path):
    write_common_words(tmp_path / "words.npz")
    with np.load(tmp_path / "words.npz") as new, np.load(module.FILE) as stored:
        assert set(new) == set(stored)
        for name in stored:
            np.testing.assert_array_equal(new[name], stored[name])
    assert (listed_words().results.endings == RARE).mean() < 0.001
