"""Ratings are checked once, in the same words wherever they are used."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.evaluation.crossvalidation import cross_validate, score_table
from lcp.featureset import FeatureSet
from lcp.model import ComplexityModel
from lcp.splits import GroupedStratifiedKFold, complex_split


def table(*complexity):
    tokens = [f"w{number}" for number in range(len(complexity))]
    sentences = [f"A {token}." for token in tokens]
    columns = {"corpus": "news", "sentence": sentences, "token": tokens}
    return pd.DataFrame({**columns, "complexity": list(complexity)})


USES = {
    "ratings": ratings,
    "split": complex_split,
    "folds": lambda rows: list(GroupedStratifiedKFold(2).split(rows)),
    "cross-validation": lambda rows: cross_validate(
        FeatureSet({"length": {"cmudict": False}}), None, rows, folds=2
    ),
    "training": lambda rows: ComplexityModel("frequency-baseline", "linear").fit(rows),
    "scores": lambda rows: score_table(rows, np.linspace(0, 1, len(rows))),
}

FAULTS = {
    "1 of 4 instances have no rating": table(0.1, None, 0.3, 0.4),
    "not numbers": table("easy", "hard", "easy", "hard"),
    "rating 1.5 is not from 0 to 1": table(0.1, 0.2, 1.5, 0.4),
    "rating -0.5 is not from 0 to 1": table(0.1, 0.2, -0.5, 0.4),
    "table has no ratings": table(0.1, 0.2, 0.3, 0.4).drop(columns="complexity"),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("words", FAULTS)
def test_faulty_ratings_are_refused_in_the_same_words_everywhere(use, words):
    with pytest.raises(InputError, match=words) as caught:
        USES[use](FAULTS[words])
    assert caught.value.hint


@pytest.mark.parametrize("wrong", [-0.01, 1.01, np.inf])
def test_a_rating_outside_0_to_1_is_told_with_its_row(wrong):
    with pytest.raises(InputError, match=f"rating {wrong} is not from 0 to 1") as caught:
        ratings(table(0.1, 0.2, wrong))
    assert caught.value.where == "row 2"


def test_the_ends_of_the_scale_are_ratings():
    assert ratings(table(0, 1)).tolist() == [0.0, 1.0]


def test_ratings_of_the_callers_take_precedence_and_are_one_for_each_instance():
    assert ratings(table(0.1, 0.2), [0.3, 0.4]).tolist() == [0.3, 0.4]
    with pytest.raises(InputError, match="3 ratings for 2 instances"):
        ratings(table(0.1, 0.2), [0.1, 0.2, 0.3])
