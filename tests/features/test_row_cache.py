"""Rows are computed once per key."""

from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy

import numpy as np
import pandas as pd

from lcp.base.caches import RowCache
from lcp.features.featureset import FeatureSet
from tests.features.conftest import spy_family


class Letters:
    """A cache of the number of letters of words, and the words that were measured."""

    def __init__(self, maxsize=100):
        self.cache, self.seen = RowCache(2, maxsize), []

    def rows(self, words):
        def measured(new):
            self.seen.extend(new)
            return [(len(word), 2 * len(word)) for word in new]

        return self.cache.rows(words, measured)


def test_each_word_is_computed_once():
    letters = Letters()
    for words in (["null", "a", "null"], ["a", "sheep", "null"], ["sheep"]):
        assert letters.rows(words).tolist() == [[len(word), 2 * len(word)] for word in words]
    assert letters.seen == ["null", "a", "sheep"]
    assert letters.rows([]).shape == (0, 2)


def test_a_full_cache_forgets_the_words_that_were_not_used_last():
    letters = Letters(maxsize=6)
    for words in (["a", "b", "c"], ["d"], ["a"], ["e", "f"], ["a"], ["b"], [*"abcdefghij"]):
        assert len(letters.rows(words)) == len(words)
        assert sum(map(len, letters.cache._parts)) <= 6
    assert letters.seen[:7] == ["a", "b", "c", "d", "e", "f", "b"]


def test_a_copy_is_empty():
    letters = Letters()
    letters.rows(["a"])
    letters.cache = deepcopy(letters.cache)
    letters.rows(["a"])
    assert letters.seen == ["a", "a"]


def test_threads_can_share_a_cache(frequent_switches):
    letters = Letters(maxsize=50)

    def consistent(seed):
        generator = np.random.default_rng(seed)
        for _ in range(60):
            lengths = generator.permutation(200)[:40] + 1
            values = letters.rows(["x" * length for length in lengths])
            if values[:, 0].tolist() != lengths.tolist():
                return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(consistent, range(8)))


def test_only_families_of_words_are_computed_once(table):
    of_words, of_instances = spy_family("of_words"), spy_family("of_instances", "context")
    features = FeatureSet({"of_words": {}, "of_instances": {}}).fit(table)
    expected = features.transform(table)
    del of_words.measured, of_instances.measured
    pd.testing.assert_frame_equal(features.transform(table), expected)
    assert not hasattr(of_words, "measured")
    assert len(of_instances.measured) == len(table)
