"""Predictions for the targets of running text."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.annotation import rating
from lcp.annotation.rating import TargetRater

SENTENCE = "The river rose."
ROWS = [
    (SENTENCE, "river", 4, 9, ""),
    (SENTENCE, "rose", 10, 14, "VERB"),
    ("A deep river.", "river", 7, 12, ""),
    ("A deep river.", "deep river", 2, 12, "NOUN"),
    ("A rose.", "rose", 2, 6, "NOUN"),
]


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


@pytest.fixture
def sizes(model, monkeypatch):
    """Numbers of instances of each prediction, without precomputed words."""
    monkeypatch.setattr(model, "word_predictions_", None)
    calls = []
    measure = lcp.FeatureSet.measure
    monkeypatch.setattr(
        lcp.FeatureSet,
        "measure",
        lambda self, columns: calls.append(len(columns["token"])) or measure(self, columns),
    )
    return calls


@pytest.mark.parametrize("readers", ["general", "learner"])
def test_a_word_alone_gets_the_prediction_of_its_sentence(model, readers):
    table = lcp.load_corpus("sample").assign(genre="", readers=readers)
    assert not model.depends_on_sentence("", readers)
    alone = table.assign(sentence=table["token"]).drop(columns=["start", "end"])
    np.testing.assert_array_equal(model.predict(table), model.predict(alone))


def test_the_sentence_counts_in_the_genres_of_complex_and_in_other_models(model):
    assert model.depends_on_sentence("bible")
    assert not model.depends_on_sentence("bible", "learner")
    small = lcp.ComplexityModel("frequency-baseline", "linear").fit(lcp.load_corpus("sample"))
    assert small.depends_on_sentence()


def test_distinct_words_are_predicted_once(model, sizes):
    rater = TargetRater(model, "", "general")
    values = rater.rate(ROWS)
    assert sizes == [4]
    assert values.shape == (5, 6)
    np.testing.assert_array_equal(values[0], values[2])
    np.testing.assert_array_equal(rater.rate(ROWS[3:]), values[3:])
    assert sizes == [4]
    table = pd.DataFrame([row[:4] for row in ROWS], columns=["sentence", "token", "start", "end"])
    np.testing.assert_array_equal(values[:, 0], model.predict(table))


def test_targets_are_predicted_in_each_sentence_if_it_counts(model, sizes):
    rater = TargetRater(model, "bible", "general")
    values = rater.rate(ROWS)
    assert sizes == [5]
    assert values[0, 0] != values[2, 0]
    rater.rate(ROWS)
    assert sizes == [5, 5]


def test_the_cache_is_bounded(model, sizes, monkeypatch):
    monkeypatch.setattr(rating, "CACHED_WORDS", 2)
    rater = TargetRater(model, "", "general")
    values = rater.rate(ROWS)
    np.testing.assert_array_equal(rater.rate(ROWS), values)
    assert sizes[0] == 4
    assert 2 <= sizes[1] <= 4


def test_without_targets_there_are_no_predictions(model):
    assert TargetRater(model, "", "general").rate([]).shape == (0, 6)


def test_a_model_without_intervals_and_levels_gives_nan():
    small = lcp.ComplexityModel("frequency-baseline", "linear").fit(lcp.load_corpus("sample"))
    values = TargetRater(small, "", "general").rate(ROWS)
    assert np.isnan(values).all(axis=0).tolist() == [False, True, True, False, True, True]
