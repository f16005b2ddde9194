"""Training ratings of single words, for expressions that contain them."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.features.families.training_ratings import TrainingRatings
from tests.features.families.measuring import measured

RATED = pd.DataFrame(
    [("gene", 0.3), ("Genes", 0.5), ("locus", 0.6), ("gene locus", 0.9), ("river", np.nan)],
    columns=["token", "complexity"],
)


def extracted(*tokens):
    return (
        measured(TrainingRatings())
        .fit(RATED)
        .extract(pd.DataFrame({"token": tokens}, index=[*tokens]))
    )


def test_an_expression_has_the_mean_rating_of_each_word_by_lemma():
    row = extracted("GENE locus").iloc[0]
    assert row.to_dict() == {"first": 0.4, "last": 0.6, "count_first": 2, "count_last": 1}


def test_a_word_without_ratings_has_a_count_of_zero():
    row = extracted("river locus").iloc[0]
    assert np.isnan(row["first"])
    assert (row["count_first"], row["count_last"]) == (0, 1)


def test_a_single_word_has_no_training_rating():
    assert extracted("gene").isna().all(axis=None)


def test_only_the_first_and_last_of_three_words_count():
    assert extracted("gene and river")["first"].tolist() == [0.4]


def test_without_ratings_all_counts_are_zero():
    family = measured(TrainingRatings()).fit(RATED[["token"]])
    assert family.extract(pd.DataFrame({"token": ["gene locus"]}))["count_first"].tolist() == [0]


@pytest.mark.parametrize("source", ["column", "y"])
def test_ratings_come_from_the_table_or_from_y(source):
    rows = [("A gene.", "gene"), ("A gene locus.", "gene locus")]
    table = pd.DataFrame(rows, columns=["sentence", "token"])
    features = lcp.FeatureSet({"training_ratings": {}})
    if source == "y":
        features.fit(table, [0.3, 0.9])
    else:
        features.fit(table.assign(complexity=[0.3, 0.9]))
    assert features.transform(table)["training_ratings__first"].tolist()[1] == 0.3
