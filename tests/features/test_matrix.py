"""A matrix selects columns by what they measure."""

import numpy as np
import pandas as pd
import pytest

from lcp.features.featureset import FeatureSet
from lcp.features.matrix import Column, Matrix
from lcp.targets import Targets
from tests.cases import cases
from tests.errors import refused

NAN = np.nan


@cases("features/cases/column_names", "name", "parts")
def test_a_name_is_read_and_written(name, parts):
    assert list(Column.named(name)) == parts
    assert str(Column.named(name)) == name


@pytest.fixture
def matrix():
    table = pd.DataFrame(
        [[1.0, 5.0, 3.0, 7.0], [2.0, 6.0, 2.0, 8.0], [NAN, 9.0, NAN, NAN], [NAN, 0.0, 4.0, 1.0]],
        columns=["a__x@first", "b__y", "a__x@last", "a__x@mean"],
    )
    return Matrix.of(table)


def test_the_features_of_one_word_are_named_like_those_of_a_word(matrix):
    assert matrix.word("last").names == ("a__x", "b__y")
    np.testing.assert_array_equal(matrix.word("last").column("a__x"), [3, 2, NAN, 4])
    words = matrix.select(["b__y"])
    assert words.word("first").names == words.names


def test_rows_stay_with_their_values():
    targets = Targets.table(
        {
            "token": ["bread knife", "knife", "bye bye", "to and fro"],
            "source": list("abcd"),
            "readers": ["general", "native", "general", "learner"],
            "genre": ["news", "", "", ""],
        }
    )
    features = FeatureSet({"length": {}}, aggregations=["min", "rarest"]).fit(targets)
    X = features.measure(targets)
    assert X.rows.is_expression.tolist() == [True, False, False, True]
    X = X.take([3, 0]).select(["length__characters@rarest"]).word("rarest")
    assert X.column("length__characters").tolist() == [3, 5]
    assert X.rows.source.tolist() == ["d", "a"]
    assert X.rows.readers.tolist() == ["learner", "general"]
    assert X.rows.genre.tolist() == ["", "news"]
    assert X.rows.is_expression.tolist() == [True, True]


def test_a_missing_column_is_an_error(matrix):
    with refused("'c__z'"):
        matrix.select(["c__z"])
    with refused(where="aggregations"):
        matrix.select(["a__x@mean", "b__y"]).word("first")
    with refused():
        Matrix.of([1.0, 2.0])
