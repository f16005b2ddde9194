"""Pairs of words: what was packed is looked up."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.lexicon.pairs import frequency_ranks, pack_pairs, unpack_pairs

# Words 0 to 3, the last of them left out; two registers.
RANKS = frequency_ranks(np.array([5, 9, 5, 20]))
PAIRS = np.array([[0, 1], [0, 2], [1, 0], [2, 2]])
COUNTS = np.array([[3, 2], [1, 0], [0, 4], [1, 0]])
LEFT_OUT = np.array([3], dtype=np.int32)


def packed_and_back(room=100):
    packed, minimum = pack_pairs(PAIRS, COUNTS, RANKS, room)
    return unpack_pairs(packed, RANKS, 2, LEFT_OUT), minimum


def test_the_most_frequent_word_has_the_first_rank_and_equals_keep_their_order():
    assert RANKS.tolist() == [2, 1, 3, 0]


def test_counts_come_back_in_sum_and_by_register():
    pairs, minimum = packed_and_back()
    assert minimum == 1
    assert pairs.count(*PAIRS.T).tolist() == [5, 1, 4, 1]
    assert pairs.count_by_register(*PAIRS.T).tolist() == COUNTS.tolist()


def test_a_pair_that_does_not_occur_has_no_count_and_one_that_was_not_counted_is_missing():
    pairs, _ = packed_and_back()
    firsts, seconds = np.array([1, 2, 3, 0, -1]), np.array([2, 1, 0, 3, 0])
    expected = [0, 0, np.nan, np.nan, np.nan]
    assert np.array_equal(pairs.count(firsts, seconds), expected, equal_nan=True)
    split = pairs.count_by_register(firsts, seconds)
    assert np.array_equal(split, np.column_stack([expected, expected]), equal_nan=True)


def test_neighbours_are_distinct_words_on_either_side():
    pairs, _ = packed_and_back()
    words = np.array([0, 1, 2, 3, -1])
    nan = np.nan
    assert np.array_equal(pairs.followers(words), [2, 1, 1, nan, nan], equal_nan=True)
    assert np.array_equal(pairs.preceders(words), [1, 1, 2, nan, nan], equal_nan=True)


def test_pairs_that_do_not_fit_are_left_out_the_rarest_first():
    # A byte for each of the two pairs that occur four times or more, a byte for each count,
    # and as much for what the second register has of them.
    pairs, minimum = packed_and_back(room=8)
    assert minimum == 2
    assert pairs.count(*PAIRS.T).tolist() == [5, 0, 4, 0]
    pairs, minimum = packed_and_back(room=0)
    assert minimum == 6
    assert np.array_equal(pairs.count(*PAIRS.T), [0, 0, 0, 0])


def test_one_register_is_the_whole():
    packed, _ = pack_pairs(PAIRS, COUNTS[:, :1] + 1, RANKS, 100)
    assert len(packed["register_steps"]) == 0
    pairs = unpack_pairs(packed, RANKS, 1, LEFT_OUT)
    assert pairs.count_by_register(*PAIRS.T)[:, 0].tolist() == [4, 2, 1, 2]


def test_pairs_beyond_the_words_are_refused():
    packed, _ = pack_pairs(PAIRS, COUNTS, RANKS, 100)
    with pytest.raises(ValueError, match="does not hold"):
        unpack_pairs(packed, RANKS[:3], 2, LEFT_OUT)
