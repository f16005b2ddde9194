"""Values of an expression are aggregated from those of its words."""

import numpy as np
import pytest

from lcp.features.aggregation import AGGREGATIONS, TargetWords, check_aggregations
from tests.cases import cases
from tests.errors import refused

NAN = np.nan

# Four expressions of 3, 1, 2 and 2 words; two features.
WORDS = np.transpose([[4, NAN, 1, NAN, NAN, NAN, 5, 6.0], [NAN, 2, 3, 7, 6, 9, -1, NAN]])
STARTS = np.array([0, 3, 4, 6], dtype=np.intp)


@pytest.mark.parametrize(
    ("aggregation", "expected"),
    [
        ("first", [[4, NAN], [NAN, 7], [NAN, 6], [5, -1]]),
        ("last", [[1, 3], [NAN, 7], [NAN, 9], [6, NAN]]),
        ("min", [[1, 2], [NAN, 7], [NAN, 6], [5, -1]]),
        ("max", [[4, 3], [NAN, 7], [NAN, 9], [6, -1]]),
        ("mean", [[2.5, 2.5], [NAN, 7], [NAN, 7.5], [5.5, -1]]),
    ],
)
def test_all_aggregations_but_first_and_last_ignore_nan(aggregation, expected):
    np.testing.assert_array_equal(AGGREGATIONS[aggregation](WORDS, STARTS), expected)


@pytest.mark.parametrize("aggregation", AGGREGATIONS)
def test_a_single_word_keeps_its_own_value(aggregation):
    np.testing.assert_array_equal(AGGREGATIONS[aggregation](WORDS, np.arange(8)), WORDS)


def aggregated(tokens, aggregations):
    words = TargetWords(tokens, aggregations)
    measured = np.array([[len(word), -1.0] for word in words.distinct]).reshape(-1, 2)
    return words.aggregate(measured)


def test_values_are_aggregated_within_each_expression_in_the_order_of_the_aggregations():
    values = aggregated(["a bcd ef", "ghijk", "bcd a"], ["last", "mean"])
    assert values.tolist() == [[2, -1, 2, -1], [5, -1, 5, -1], [1, -1, 2, -1]]


def test_names_of_the_literature_are_aggregations():
    expressions = ["a bcd ef", "ghijk"]
    for alias, names in (("averaged", ["mean"]), ("concatenated", ["first", "last"])):
        expected = aggregated(expressions, names)
        np.testing.assert_array_equal(aggregated(expressions, [alias]), expected)
    with refused("twice"):
        check_aggregations(["concatenated", "last"], where="")


def test_the_rarest_and_the_most_frequent_word_are_selected_and_unlisted_words_are_the_rarest():
    expressions = ["the old ewe", "ewe", "xqzztic mountain"]
    assert aggregated(expressions, ["rarest"])[:, 0].tolist() == [3, 3, 7]
    assert aggregated(expressions, ["commonest"])[:, 0].tolist() == [3, 3, 8]
    assert aggregated(["a mountain ewe"], ["rarest", "commonest"])[0, [0, 2]].tolist() == [3, 1]


def test_each_word_is_listed_once_as_spelled():
    words = TargetWords(["wild Mice", "Mice", "wild", "mice"], ["min"])
    assert words.distinct == ["wild", "Mice", "mice"]


def test_without_aggregations_single_words_keep_their_values():
    assert aggregated(["ab", "c", "ab"], ()).tolist() == [[2, -1], [1, -1], [2, -1]]


def test_without_aggregations_an_expression_raises_an_error():
    with refused("'gene map' is an expression of several words"):
        TargetWords(["gene", "gene map", "one two three"], ())


def test_no_instances_give_no_rows_but_all_columns():
    assert aggregated([], ["min", "max"]).shape == (0, 4)
    assert aggregated([], ()).shape == (0, 2)


@cases("features/cases/aggregations", "aggregations", "message")
def test_an_invalid_aggregation_raises_an_error_with_its_place(aggregations, message):
    with refused(message, where="a.toml, line 2"):
        check_aggregations(aggregations, where="a.toml, line 2")
