"""Ratings are validated in one place, with the same messages for every use."""

import numpy as np
import pandas as pd
import pytest

from lcp.corpora.complex_split import complex_split
from lcp.evaluation.crossvalidation import cross_validate
from lcp.evaluation.splits import GroupedStratifiedKFold
from lcp.features.featureset import FeatureSet
from lcp.model.model import ComplexityModel
from lcp.targets import Targets
from tests.errors import refused


def table(*complexity):
    tokens = [f"w{number}" for number in range(len(complexity))]
    sentences = [f"A {token}." for token in tokens]
    columns = {"genre": "news", "sentence": sentences, "token": tokens}
    return pd.DataFrame({**columns, "complexity": list(complexity)})


USES = {
    "split": complex_split,
    "folds": lambda rows: list(GroupedStratifiedKFold(2).split(rows)),
    "cross-validation": lambda rows: cross_validate(rows, FeatureSet({"length": {}}), None, cv=2),
    "training": lambda rows: ComplexityModel("frequency-baseline", "linear").fit(rows),
    "scores": Targets.rated,
}

INVALID = {
    "1 of 4 instances have no rating": table(0.1, None, 0.3, 0.4),
    "not numbers": table("easy", "hard", "easy", "hard"),
    "rating 1.5 is not from 0 to 1": table(0.1, 0.2, 1.5, 0.4),
    "rating -0.5 is not from 0 to 1": table(0.1, 0.2, -0.5, 0.4),
    "table has no ratings": table(0.1, 0.2, 0.3, 0.4).drop(columns="complexity"),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("message", INVALID)
def test_invalid_ratings_raise_the_same_error_everywhere(use, message):
    with refused(message, hint=""):
        USES[use](INVALID[message])


@pytest.mark.parametrize("rating", [-0.01, 1.01, np.inf])
def test_a_rating_outside_0_to_1_raises_an_error_with_its_row(rating):
    with refused(f"rating {rating} is not from 0 to 1", where="row 2"):
        Targets.rated(table(0.1, 0.2, rating))


def test_0_and_1_are_valid_ratings():
    assert Targets.rated(table(0, 1))["complexity"].tolist() == [0.0, 1.0]


def test_ratings_as_an_argument_replace_the_column_and_need_its_length():
    assert Targets.rated(table(0.1, 0.2), [0.3, 0.4])["complexity"].tolist() == [0.3, 0.4]
    with refused("3 ratings for 2 instances"):
        Targets.rated(table(0.1, 0.2), [0.1, 0.2, 0.3])
