"""Norms of words outside the lexicon are predicted from their letters."""

import numpy as np

from lcp.english.lexicon.word_table import load_lexicon
from lcp.features.letter_norms import predicted_norms
from tools.lexicon.norm_prediction import letter_rows


def test_predictions_equal_the_product_of_the_sparse_features_and_the_weights():
    weights = load_lexicon().letters
    words = ["zxqvy", "Haploinsufficiency", "don't", "x-ray-ed", "a", "", "İx", "漢字"]
    expected = letter_rows(words) @ weights[:-1] + weights[-1]
    np.testing.assert_allclose(predicted_norms(words, weights), expected, atol=1e-12)


def test_no_words_have_no_norms():
    weights = load_lexicon().letters
    assert predicted_norms([], weights).shape == (0, weights.shape[1])
