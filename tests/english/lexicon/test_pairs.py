"""Compression, look-up and association of word pairs."""

import math
from collections import Counter

import numpy as np
import pytest

from lcp.english.lexicon.pairs import MEASURES, frequency_ranks, measures, unpack_pairs
from tools.lexicon.counting import pack_pairs

# Words 0 to 3, of which the last is left out, and two registers.
RANKS = frequency_ranks(np.array([5, 9, 5, 20]))
PAIRS = np.array([[0, 1], [0, 2], [1, 0], [2, 2]])
COUNTS = np.array([[3, 2], [1, 0], [0, 4], [1, 0]])
LEFT_OUT = np.array([3], dtype=np.int32)


def packed(registers=2):
    keys = PAIRS[:, 0] * len(RANKS) + RANKS[PAIRS[:, 1]]
    columns = dict(zip("ab", COUNTS.T[:registers], strict=False))
    pairs = {name: Counter(dict(zip(keys, own, strict=True))) for name, own in columns.items()}
    return pack_pairs({name: +own for name, own in pairs.items()})[0]


def round_trip():
    return unpack_pairs(packed(), RANKS, 2, LEFT_OUT)


def test_ranks_sort_by_frequency_and_ties_keep_their_order():
    assert RANKS.tolist() == [2, 1, 3, 0]


def test_compression_keeps_counts_in_total_and_by_register():
    pairs = round_trip()
    assert pairs.count(*PAIRS.T).tolist() == [5, 1, 4, 1]
    assert pairs.count_by_register(*PAIRS.T).tolist() == COUNTS.tolist()


def test_an_unseen_pair_has_count_0_and_an_uncounted_pair_is_missing():
    pairs = round_trip()
    firsts, seconds = np.array([1, 2, 3, 0, -1]), np.array([2, 1, 0, 3, 0])
    expected = [0, 0, np.nan, np.nan, np.nan]
    assert np.array_equal(pairs.count(firsts, seconds), expected, equal_nan=True)
    split = pairs.count_by_register(firsts, seconds)
    assert np.array_equal(split, np.column_stack([expected, expected]), equal_nan=True)


def test_followers_and_preceders_are_distinct_words():
    pairs = round_trip()
    words = np.array([0, 1, 2, 3, -1])
    nan = np.nan
    followers, preceders = pairs.neighbours(words).T
    assert np.array_equal(followers, [2, 1, 1, nan, nan], equal_nan=True)
    assert np.array_equal(preceders, [1, 1, 2, nan, nan], equal_nan=True)


def test_the_counts_of_a_single_register_are_the_totals():
    pairs = unpack_pairs(packed(registers=1), RANKS, 1, LEFT_OUT)
    assert pairs.count_by_register(*PAIRS.T)[:, 0].tolist() == [3, 1, 0, 1]


def named(*counts):
    return dict(zip([name for name, *_ in MEASURES], measures(*counts)[0], strict=True))


def test_each_measure_follows_its_formula():
    # Expected: 100 x 200 / 10,000 = 2.
    values = named([20], [100], [200], 10_000)
    assert values == pytest.approx(
        {
            "log_count": math.log10(21),
            "smoothed_pmi": math.log2(20.5 / 2.5),
            "pmi": math.log2(10),
            "t_score": 18 / math.sqrt(20),
            "z_score": 18 / math.sqrt(2),
            "dice": 40 / 300,
            "second_given_first": 0.2,
            "first_given_second": 0.1,
            "log_likelihood": 2 * (20 * math.log(10) - 18),
        }
    )


def test_a_pair_below_expectation_has_a_negative_log_likelihood():
    values = named([1], [100], [200], 10_000)
    assert values["log_likelihood"] == pytest.approx(-2 * (math.log(0.5) + 1))
    assert values["pmi"] == -1


def test_an_unseen_pair_has_only_log_count_and_smoothed_pmi():
    values = measures([0, np.nan], [100, 100], [200, 0], 10_000)
    assert values[0, :2] == pytest.approx([0, math.log2(0.5 / 2.5)])
    assert np.isnan(values[0, 2:]).all()
    assert np.isnan(values[1]).all()


def test_smoothed_pmi_is_0_for_words_that_never_occur():
    assert named([0], [0], [0], 10_000)["smoothed_pmi"] == 0
