"""Scores of models on rated corpora that they were not trained on."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.annotation.targets import token_kinds
from lcp.errors import ResourceError
from lcp.evaluation.transfer import (
    BASELINES,
    CORPORA,
    frequency_predictor,
    lexicon_predictor,
    model_predictor,
    score_transfer,
)
from lcp.resources import Store

EXPRESSIONS = pd.DataFrame(
    {"sentence": "The deep haploinsufficiency.", "token": ["deep", "deep haploinsufficiency"]}
)


@pytest.mark.parametrize("predict", BASELINES.values(), ids=BASELINES)
def test_an_expression_is_as_hard_as_its_hardest_word(predict):
    words = pd.DataFrame({"sentence": "", "token": ["deep", "haploinsufficiency"]})
    easy, hard = predict(words)
    assert easy < hard
    assert predict(EXPRESSIONS).tolist() == [easy, hard]


def test_an_unknown_word_is_the_rarest():
    words = pd.DataFrame({"sentence": "", "token": ["xqzztic", "the", "acquiescence"]})
    assert np.argsort(frequency_predictor(words)).tolist() == [1, 2, 0]
    assert np.isfinite(lexicon_predictor(words)).all()


def test_a_model_of_single_words_rates_the_hardest_word_of_an_expression():
    table = lcp.load_corpus("sample", task=1)
    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    easy, hard = model_predictor(model)(EXPRESSIONS.set_index(pd.Index([7, 5])))
    assert easy < hard
    assert hard == model.predict_one("haploinsufficiency", "haploinsufficiency")


def test_a_model_of_expressions_predicts_them_itself():
    model = lcp.load_model()
    assert model_predictor(model)(EXPRESSIONS).tolist() == model.predict(EXPRESSIONS).tolist()


def test_corpora_are_not_downloaded(no_data, tmp_path):
    with pytest.raises(ResourceError, match="cwi2018"):
        score_transfer(BASELINES, token_kinds, store=Store(cache=tmp_path))


def test_scores_are_by_genre_or_first_language_with_names_at_the_minimum(data):
    seen = {}

    def constant(table):
        seen["rows"] = len(table)
        return np.arange(len(table), dtype=float)

    predictors = {"frequency": frequency_predictor, "order": constant}
    store = Store(mirror=data)
    scores = score_transfer(
        predictors, token_kinds, corpora=["cwi2018", "kvl"], store=store, n_resamples=20
    )
    parts = scores.groupby("corpus")["part"].unique().map(set).to_dict()
    assert parts == {"cwi2018": {"News", "WikiNews", "Wikipedia"}, "kvl": {"es", "de", "cn"}}
    assert set(CORPORA) > set(parts)
    assert scores["pearson"].between(scores["low"], scores["high"]).all()
    cwi = scores[(scores["corpus"] == "cwi2018") & (scores["subset"] == "all targets")]
    assert cwi.groupby("predictor")["n"].sum().unique().tolist() == [30_627]
    # Frequency alone, with names and numbers at the minimum; 0.36, 0.28 and 0.27 without.
    assert (cwi.query("predictor == 'frequency'")["pearson"] > 0.4).all()


def test_words_of_a_list_have_no_kind(data):
    kinds = pytest.fail
    scores = score_transfer(
        {"frequency": frequency_predictor},
        kinds,
        corpora=["word-complexity-lexicon"],
        store=Store(mirror=data),
        n_resamples=20,
    )
    assert scores["subset"].tolist() == ["all targets"]
    assert scores["pearson"].item() > 0.5
