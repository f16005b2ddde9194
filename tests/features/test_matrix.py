"""A matrix selects columns by what they measure."""

import numpy as np
import pandas as pd
import pytest

from lcp.features.matrix import Column, Matrix
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
    assert words.word("first") is words


def test_a_row_whose_aggregations_are_equal_is_a_single_word(matrix):
    columns = matrix.select(["a__x@first", "a__x@last", "b__y"])
    assert columns.is_single().tolist() == [False, True, True, False]


def test_a_missing_column_is_an_error(matrix):
    with refused("'c__z'"):
        matrix.select(["c__z"])
    with refused(where="aggregations"):
        matrix.select(["a__x@mean", "b__y"]).word("first")
    with refused():
        Matrix.of([1.0, 2.0])
