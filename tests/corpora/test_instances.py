"""The instance table: validation, spans and targets of several words."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pytest

from lcp.corpora.instances import as_instances, instance_columns, lacks_sentence, one_instance
from lcp.errors import InputError


def instance(sentence, token, **columns):
    return pd.DataFrame({"sentence": [sentence], "token": [token], **columns})


@pytest.fixture
def table():
    return pd.DataFrame(
        {
            "id": ["a", "b", "c"],
            "genre": "news",
            "sentence": ["A lamb.", "Two EWES.", "Three  rams ran."],
            "token": ["lamb", "EWES", "Three rams"],
            "complexity": [0, 1, 1],
            "start": [2, 4, 0],
            "end": [6, 8, 11],
        },
        index=[7, 7, 9],
    )


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([("a b", "b")], "pandas or polars DataFrame, not list"),
        (None, "not NoneType"),
        (pd.DataFrame({"sentence": ["a"]}), "column 'token' is missing"),
        (pd.DataFrame({"sentence": ["a", "a b"], "token": ["a", "c"]}), "row 1: The target 'c'"),
        (pd.DataFrame({"sentence": ["a", "a"], "token": ["a", " "]}), "row 1: The target is empty"),
        (instance("a", ""), "row 0: The target is empty"),
        (instance("a" * 100_001, "a" * 100_001), "row 0: The target has 100,001 characters"),
        (instance("a b", "", start=[0], end=[0]), "row 0: The target is empty"),
        (instance("a", None), "row 0: The token must be a string, not None"),
        (instance(3, "3"), "row 0: The sentence must be a string, not 3"),
        (instance(pd.NA, "a"), "row 0: The sentence must be a string, not <NA>"),
        (instance("a", float("nan")), "row 0: The token must be a string, not nan"),
        (instance("a b", "b", start=[0], end=[1]), "row 0: Characters 0 to 1 of the sentence"),
        (instance("a b", "b", start=[pd.NA], end=[3]), "row 0: The span <NA> to 3 is not a pair"),
        (pd.DataFrame([["a", "a", "a"]], columns=["sentence", "token", "token"]), "several column"),
    ],
)
def test_an_invalid_table_raises_an_error_with_the_row(table, message):
    with pytest.raises(InputError, match=message):
        as_instances(table)


def test_an_error_names_the_place_of_the_row():
    with pytest.raises(InputError) as caught:
        as_instances(instance("a", "b"), place="a.tsv, line {}".format)
    assert caught.value.where == "a.tsv, line 0"


def test_a_target_without_a_sentence_is_its_own_sentence():
    added = as_instances(pd.DataFrame({"token": ["ewe"]}))
    assert added.iloc[0].to_dict() == {
        "token": "ewe",
        "sentence": "ewe",
        "genre": "",
        "start": 0,
        "end": 3,
    }


def test_a_list_of_dicts_is_a_table():
    added = as_instances([{"sentence": "An ewe.", "token": "ewe"}, {"sentence": "A", "token": "a"}])
    assert added["start"].tolist() == [3, 0]
    assert as_instances([]).empty


def test_existing_spans_are_kept_and_missing_ones_are_added():
    added = as_instances(instance("fit to fit", "fit"))
    assert added[["start", "end", "genre"]].iloc[0].tolist() == [0, 3, ""]
    kept = as_instances(instance("fit to fit", "fit", start=[7], end=[10], genre=["bible"]))
    assert kept[["start", "end", "genre"]].iloc[0].tolist() == [7, 10, "bible"]


def test_a_valid_table_with_spans_is_returned_unchanged(table):
    expected = table.copy()
    assert as_instances(table) is table
    pd.testing.assert_frame_equal(table, expected)


def test_the_form_of_the_text_is_rated(table):
    changed = as_instances(table.assign(token=["LAMB", "ewes", "three rams"]))
    pd.testing.assert_frame_equal(changed, table)
    columns, _ = instance_columns("He crossed the river.", "RIVER")
    assert columns["token"] == ["river"]


def test_a_polars_table_is_converted(table):
    converted = as_instances(pl.from_pandas(table))
    pd.testing.assert_frame_equal(converted, table.reset_index(drop=True), check_dtype=False)


def test_other_columns_and_unrated_tables_are_valid(table):
    unrated = table.drop(columns="complexity").assign(part="test")
    assert as_instances(unrated) is unrated


def test_an_empty_table_has_spans():
    empty = as_instances(pd.DataFrame({"sentence": [], "token": []}))
    assert {"genre", "start", "end"} <= set(empty.columns)


@pytest.mark.parametrize(
    ("column", "values", "row", "message"),
    [
        ("start", [2, 4, 1], 2, "Characters 1 to 11 of the sentence are not the target"),
        ("end", [6, 9, 11], 1, "Characters 4 to 9"),
        ("start", [-5, 4, 0], 0, "Characters -5 to 6"),
        ("end", [99, 8, 11], 0, "Characters 2 to 99"),
        ("start", [2.0, 4.0, 0.0], 0, "not a pair of integers"),
        ("end", ["6", "8", "11"], 0, "not a pair of integers"),
    ],
)
def test_an_invalid_span_raises_an_error_with_the_row(table, column, values, row, message):
    table[column] = values
    with pytest.raises(InputError, match=message) as caught:
        as_instances(table)
    assert caught.value.where == f"row {row}"


def test_one_instance_is_a_table_of_one_row():
    table, notes = one_instance("Lamb and ewe lamb.", "lamb", genre="bible", occurrence=1)
    text = {"sentence": "Lamb and ewe lamb.", "token": "Lamb", "start": 0, "end": 4}
    assert table.to_dict("records") == [{"genre": "bible", "readers": "general", **text}]
    assert notes == []


def test_a_target_that_is_the_whole_sentence_lacks_a_sentence():
    table = pd.DataFrame({"sentence": ["ewe", "An ewe.", " ewe "], "token": "ewe"})
    assert lacks_sentence(table).tolist() == [True, False, True]


def test_a_genre_that_is_not_text_is_refused():
    for genre in (None, float("nan"), ["news"], b"news"):
        with pytest.raises(InputError, match="The genre must be a string"):
            one_instance("A lamb.", "lamb", genre=genre)


def test_a_surrogate_in_a_list_of_dicts_is_refused():
    with pytest.raises(InputError, match=r"row 1: The sentence contains the surrogate U\+D800"):
        as_instances(
            [{"sentence": "A lamb.", "token": "lamb"}, {"sentence": "\ud800", "token": "a"}]
        )
