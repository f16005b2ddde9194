"""Norms of words outside the lexicon are predicted from their letters."""

from __future__ import annotations

import numpy as np

from lcp.lexicon.file import load_lexicon
from lcp.lexicon.letters import grams, grams_of_words, letter_rows, predicted_norms


def test_predictions_equal_the_product_of_the_sparse_features_and_the_weights():
    weights = load_lexicon().letters
    words = ["zxqvy", "Haploinsufficiency", "don't", "x-ray-ed", "a", "", "İx", "漢字"]
    expected = letter_rows(words) @ weights[:-1] + weights[-1]
    np.testing.assert_allclose(predicted_norms(words, weights), expected, atol=1e-12)


def test_no_words_have_no_norms():
    weights = load_lexicon().letters
    assert predicted_norms([], weights).shape == (0, weights.shape[1])


def test_the_grams_of_many_words_are_those_of_each():
    words = ["mountain", "", "a", "naïve", "日本", "mountain", "mmmm", "x" * 50]
    numbers, hashes = grams_of_words(words)
    for number, word in enumerate(words):
        assert hashes[numbers == number].tolist() == grams(word)
    assert len(grams_of_words([])[0]) == 0
