"""Values of an expression follow from those of its words."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.combine import COMBINE, ExpressionWords, check_combine
from lcp.errors import InputError
from lcp.text import lemma

NAN = np.nan

# Four expressions of 3, 1, 2 and 2 words; two features.
WORDS = np.array(
    [
        [4.0, NAN],
        [NAN, 2.0],
        [1.0, 3.0],
        [NAN, 7.0],
        [NAN, 6.0],
        [NAN, 9.0],
        [5.0, -1.0],
        [6.0, NAN],
    ]
)
STARTS = np.array([0, 3, 4, 6], dtype=np.intp)


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("first", [[4, NAN], [NAN, 7], [NAN, 6], [5, -1]]),
        ("last", [[1, 3], [NAN, 7], [NAN, 9], [6, NAN]]),
        ("min", [[1, 2], [NAN, 7], [NAN, 6], [5, -1]]),
        ("max", [[4, 3], [NAN, 7], [NAN, 9], [6, -1]]),
        ("mean", [[2.5, 2.5], [NAN, 7], [NAN, 7.5], [5.5, -1]]),
    ],
)
def test_unknown_words_are_passed_over_but_by_first_and_last(way, expected):
    np.testing.assert_array_equal(COMBINE[way](WORDS, STARTS), expected)


def test_every_way_has_its_values_checked_above():
    assert list(COMBINE) == ["first", "last", "min", "max", "mean"]


@pytest.mark.parametrize("way", COMBINE)
def test_a_single_word_keeps_its_own_value(way):
    np.testing.assert_array_equal(COMBINE[way](WORDS, np.arange(8)), WORDS)


class Letters:
    """Counts letters, and keeps what it was asked."""

    def extract(self, frame):
        self.frame = frame
        return pd.DataFrame({"letters": frame["word"].str.len().astype(float)}, index=frame.index)


def table_of(*tokens):
    return pd.DataFrame({"token": list(tokens)}, index=range(40, 40 + len(tokens)))


def test_words_are_combined_within_their_own_expression_in_the_order_of_the_ways():
    words = ExpressionWords(table_of("a bcd ef", "ghijk", "bcd a"), ["last", "mean"])
    combined = words.combined(Letters())
    assert list(combined.columns) == ["letters@last", "letters@mean"]
    assert combined.to_numpy().tolist() == [[2, 2], [5, 5], [1, 2]]


def test_a_word_is_extracted_once_with_its_lemma_however_often_it_occurs():
    family = Letters()
    ExpressionWords(table_of("wild Mice", "Mice", "wild", "mice"), ["min"]).combined(family)
    assert family.frame["word"].tolist() == ["wild", "Mice", "mice"]
    assert family.frame["lemma"].tolist() == [lemma("wild"), "mouse", "mouse"]


def test_without_a_way_every_target_is_its_own_word():
    combined = ExpressionWords(table_of("ab", "c", "ab"), ()).combined(Letters())
    assert combined["letters"].tolist() == [2, 1, 2]


def test_without_a_way_an_expression_is_refused_by_its_name():
    with pytest.raises(InputError, match="'gene map' is an expression of several words"):
        ExpressionWords(table_of("gene", "gene map", "one two three"), ())


def test_no_instances_give_no_rows_but_all_columns():
    empty = table_of().astype({"token": str})
    combined = ExpressionWords(empty, ["min", "max"]).combined(Letters())
    assert combined.shape == (0, 2)
    assert list(combined.columns) == ["letters@min", "letters@max"]


@pytest.mark.parametrize(
    ("combine", "message"),
    [
        (["mean", "maen"], "'maen' is no way(.|\n)*Did you mean 'mean'"),
        (["mean", "min", "mean"], "given twice"),
        ([], "not a list of one or more"),
        ("mean", "not a list of one or more but 'mean'"),
        (3, "not a list of one or more but 3"),
        ([["mean"]], "is no way"),
    ],
)
def test_ways_that_cannot_be_used_are_refused_with_their_place(combine, message):
    with pytest.raises(InputError, match=message) as caught:
        check_combine(combine, where="a.toml, line 2")
    assert caught.value.where == "a.toml, line 2"


def test_all_ways_together_are_allowed():
    assert check_combine(list(COMBINE), where="") is None
    assert check_combine(("mean",), where="") is None
