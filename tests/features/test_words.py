"""Features of words are computed once per word."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest

from lcp.features import words as module
from lcp.features.featureset import FeatureSet
from lcp.features.words import WordTable
from tests.features.conftest import spy_family


@pytest.fixture
def table_of_letters():
    """Return a table of the number of letters, and the words that it measured."""
    seen = []

    def letters(words):
        seen.extend(words.form)
        return np.array([[len(word), 2.0 * len(word)] for word in words.form])

    return WordTable(letters, 2), seen


def made_up(number):
    return [f"word{place}" for place in range(number)]


def test_each_word_is_computed_once(table_of_letters):
    table, seen = table_of_letters
    for words in (["null", "a"], ["a", "sheep", "null"], ["sheep"]):
        assert table.measure(words).tolist() == [[len(word), 2 * len(word)] for word in words]
    assert seen == ["null", "a", "sheep"]
    assert table.measure([]).shape == (0, 2)


def test_a_full_table_starts_again(monkeypatch, table_of_letters):
    monkeypatch.setattr(module, "MAXSIZE", 3)
    table, seen = table_of_letters
    for words in (made_up(2), made_up(3), made_up(10), made_up(1)):
        assert table.measure(words)[:, 0].tolist() == [len(word) for word in words]
        assert len(table._values) <= 3
    assert seen.count("word0") == 2


def test_threads_can_share_a_table(monkeypatch, table_of_letters):
    monkeypatch.setattr(module, "MAXSIZE", 50)
    table, _ = table_of_letters
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def consistent(seed):
        generator = np.random.default_rng(seed)
        for _ in range(60):
            lengths = generator.permutation(200)[:40] + 1
            values = table.measure(["x" * length for length in lengths])
            if values[:, 0].tolist() != lengths.tolist():
                return False
        return True

    try:
        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(consistent, range(8)))
    finally:
        sys.setswitchinterval(interval)


def test_only_families_of_words_are_computed_once(table):
    of_words, of_instances = spy_family("of_words"), spy_family("of_instances", "context")
    features = FeatureSet({"of_words": {}, "of_instances": {}}).fit(table)
    expected = features.transform(table)
    del of_words.measured, of_instances.measured
    pd.testing.assert_frame_equal(features.transform(table), expected)
    assert not hasattr(of_words, "measured")
    assert len(of_instances.measured) == len(table)
