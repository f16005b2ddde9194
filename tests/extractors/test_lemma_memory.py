"""Ratings of words, remembered for the expressions that hold them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

import lcp
from lcp.extractors.lemma_memory import LemmaMemory

RATED = pd.DataFrame(
    [("gene", 0.3), ("Genes", 0.5), ("locus", 0.6), ("gene locus", 0.9), ("river", np.nan)],
    columns=["token", "complexity"],
)


def told(*tokens):
    return LemmaMemory().fit(RATED).extract(pd.DataFrame({"token": tokens}, index=[*tokens]))


def test_an_expression_is_told_the_mean_rating_of_each_word_alone_in_any_form():
    row = told("GENE locus").iloc[0]
    assert row.to_dict() == {"first": 0.4, "last": 0.6, "count_first": 2, "count_last": 1}


def test_a_word_that_was_not_rated_has_no_rating_and_a_count_of_zero():
    row = told("river locus").iloc[0]
    assert np.isnan(row["first"])
    assert (row["count_first"], row["count_last"]) == (0, 1)


def test_a_single_word_is_not_told_its_own_rating():
    assert told("gene").isna().all(axis=None)


def test_of_three_words_the_first_and_the_last_count():
    assert told("gene and river")["first"].tolist() == [0.4]


def test_without_ratings_nothing_is_remembered():
    family = LemmaMemory().fit(RATED[["token"]])
    assert family.extract(pd.DataFrame({"token": ["gene locus"]}))["count_first"].tolist() == [0]


def test_before_the_training_there_is_nothing_to_look_up():
    with pytest.raises(NotFittedError):
        LemmaMemory().extract(RATED)


@pytest.mark.parametrize("given", ["column", "y"])
def test_a_feature_set_remembers_ratings_of_the_table_or_of_y(given):
    rows = [("A gene.", "gene"), ("A gene locus.", "gene locus")]
    table = pd.DataFrame(rows, columns=["sentence", "token"])
    features = lcp.FeatureSet({"lemma_memory": {}})
    if given == "y":
        features.fit(table, [0.3, 0.9])
    else:
        features.fit(table.assign(complexity=[0.3, 0.9]))
    assert features.transform(table)["lemma_memory__first"].tolist()[1] == 0.3


def test_a_saved_model_still_remembers(tmp_path):
    table = lcp.load_corpus("sample")
    features = lcp.FeatureSet({"lemma_memory": {}, "length": {"cmudict": False}})
    model = lcp.ComplexityModel(features, "ridge").fit(table)
    again = lcp.load_model(model.save(tmp_path / "model"))
    matrix = model.feature_set_.transform(table)
    assert matrix["lemma_memory__count_last"].sum() > 0
    pd.testing.assert_frame_equal(again.feature_set_.transform(table), matrix)
