"""The instance table as it is declared, for tables that come from elsewhere."""

import pandas as pd
import pytest

from lcp.corpora import validate
from lcp.errors import InputError


@pytest.fixture
def table():
    return pd.DataFrame(
        {
            "id": ["a", "b", "c"],
            "corpus": "news",
            "sentence": ["A lamb.", "Two EWES.", "Three  rams ran."],
            "token": ["lamb", "ewes", "three rams"],
            "complexity": [0.0, 0.5, 1.0],
            "start": [2, 4, 0],
            "end": [6, 8, 11],
        },
        index=[7, 7, 9],
    )


def test_a_sound_table_is_returned_unchanged(table):
    pd.testing.assert_frame_equal(validate(table), table.copy())


def test_other_columns_and_unrated_tables_are_allowed(table):
    unrated = table.drop(columns="complexity").assign(part="test")
    assert validate(unrated) is unrated


def test_ratings_of_0_and_1_may_be_whole_numbers(table):
    table["complexity"] = [0, 1, 1]
    assert validate(table)["complexity"].dtype == "int64"


@pytest.mark.parametrize(
    ("column", "values", "row", "words"),
    [
        ("complexity", [0.1, 1.5, 0.1], 1, "1.5 is no rating"),
        ("complexity", [0.1, 0.2, float("nan")], 2, "rating is missing"),
        ("start", [2, 4, 1], 2, "not in its sentence"),
        ("end", [6, 9, 11], 1, "not in its sentence"),
        ("start", [-5, 4, 0], 0, "not in its sentence"),
        ("end", [99, 8, 11], 0, "not in its sentence"),
        ("id", ["a", "b", "b"], 2, "'b' is already that of row 1"),
        ("corpus", ["news", None, "news"], 1, "corpus is empty"),
        ("token", ["lamb", "", "three rams"], 1, "target is empty"),
        ("sentence", [3, "Two EWES.", "Three  rams ran."], 0, "sentence is empty"),
    ],
)
def test_a_fault_is_named_with_its_row(table, column, values, row, words):
    table[column] = values
    with pytest.raises(InputError) as caught:
        validate(table)
    assert caught.value.where == f"row {row}"
    assert words in caught.value.what


@pytest.mark.parametrize("column", ["id", "corpus", "sentence", "token", "start", "end"])
def test_a_missing_column_is_named(table, column):
    with pytest.raises(InputError, match=f"The column '{column}' is missing") as caught:
        validate(table.drop(columns=column), "mine.tsv")
    assert caught.value.where == "mine.tsv"


def test_spans_are_whole_numbers(table):
    with pytest.raises(InputError, match="'start' does not hold whole numbers only"):
        validate(table.astype({"start": float}))


def test_ratings_are_numbers(table):
    with pytest.raises(InputError, match="'complexity' does not hold numbers only"):
        validate(table.assign(complexity="hard"))
