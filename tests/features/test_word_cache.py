"""Word-level features are cached for each family."""

from __future__ import annotations

import gc
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from lcp.extractors import Feature
from lcp.features.featureset import FeatureSet
from lcp.features.word_cache import WordCache
from tests.features.conftest import LENGTH, spy_family


class Letters:
    """A family that records the words that it computes."""

    def __init__(self):
        self.words = []

    def features(self):
        return [Feature(name, "", "letters", "test") for name in ("letters", "double")]

    def measure(self, columns):
        self.words += columns["word"]
        return np.array([[len(word), 2.0 * len(word)] for word in columns["word"]])


def words(*listed):
    index = range(5, 5 + len(listed))
    return pd.DataFrame({"word": listed, "lemma": listed}, index=index, dtype=str)


def test_a_word_is_computed_again_only_after_eviction():
    family = Letters()
    cache = WordCache(family, maxsize=3)

    def computed(*listed):
        family.words.clear()
        frame = words(*listed)
        values = cache.extract(frame)
        assert list(values.columns) == ["letters", "double"]
        assert values["letters"].tolist() == [len(word) for word in listed]
        assert values["double"].tolist() == [2 * len(word) for word in listed]
        assert values.index.equals(frame.index)
        return family.words

    assert computed("null", "a") == ["null", "a"]
    assert computed("null", "sheep") == ["sheep"]
    # "a" is the least recently used.
    assert computed("river", "null") == ["river"]
    assert computed("null", "sheep", "river") == []
    assert computed("a") == ["a"]
    # More words than the cache can store.
    assert computed("to", "sheep", "of", "on") == ["to", "of", "on"]
    assert computed("of", "on") == []


def test_no_words_give_no_rows():
    for cache in (WordCache(Letters()), WordCache(Letters(), maxsize=1)):
        values = cache.extract(words())
        assert values.shape == (0, 2)
        assert list(values.columns) == ["letters", "double"]
        assert {str(dtype) for dtype in values.dtypes} == {"float64"}


def test_a_cached_row_does_not_keep_its_batch_in_memory():
    class Family(Letters):
        def measure(self, columns):
            values = np.zeros((len(columns["word"]), 2))
            self.batch = weakref.ref(values)
            return values

    family = Family()
    WordCache(family).extract(words("a", "b"))
    gc.collect()
    assert family.batch() is None


def test_threads_can_share_a_cache():
    cache = WordCache(Letters(), maxsize=50)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def consistent(seed):
        generator = np.random.default_rng(seed)
        for _ in range(60):
            lengths = generator.permutation(200)[:40] + 1
            values = cache.extract(words(*("x" * length for length in lengths)))
            if values["letters"].tolist() != lengths.tolist():
                return False
        return True

    try:
        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(consistent, range(8)))
    finally:
        sys.setswitchinterval(interval)


def test_a_set_with_a_word_cache_has_the_same_features(table):
    features = FeatureSet.load("core").fit(table)
    cached = features.with_word_cache()
    expected = features.transform(table)
    for _ in range(2):
        pd.testing.assert_frame_equal(cached.transform(table), expected, check_exact=True)
    reversed_table = table.iloc[::-1]
    pd.testing.assert_frame_equal(cached.transform(reversed_table), expected.iloc[::-1])
    assert cached.to_dict() == features.to_dict()
    assert cached.learned() == features.learned()
    pd.testing.assert_frame_equal(cached.feature_table(), features.feature_table())


def test_only_word_level_families_of_the_copy_are_cached(table):
    of_words, of_instances = spy_family("of_words"), spy_family("of_instances", "context")
    features = FeatureSet({"of_words": {}, "of_instances": {}}).fit(table)
    cached = features.with_word_cache(maxsize=1000)
    cached.transform(table)
    del of_words.extracted, of_instances.extracted
    cached.transform(table)
    assert not hasattr(of_words, "extracted")
    assert len(of_instances.extracted) == len(table)
    features.transform(table)
    assert len(of_words.extracted)
    assert cached.extractors_["of_words"].maxsize == 1000


def test_an_unfitted_set_cannot_be_cached():
    with pytest.raises(NotFittedError):
        FeatureSet(LENGTH).with_word_cache()
