"""Word-level features are computed once per word, in memory and in the user cache."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest

from lcp.extractors import Feature
from lcp.features import word_file, word_table
from lcp.features.featureset import FeatureSet
from lcp.features.word_file import WordFile
from lcp.features.word_table import WordTable
from lcp.resources.store import Store
from tests.features.conftest import spy_family


class Letters:
    """A family that records the words that it computes."""

    level, learns = "word", False

    def __init__(self, factor=2.0):
        self.words = []
        self.factor = factor

    def features(self):
        return [Feature(name, "", "letters", "test") for name in ("letters", "unused", "double")]

    def resources(self):
        return ()

    def get_params(self):
        return {"factor": self.factor}

    def learned(self):
        return {}

    def measure(self, columns):
        self.words += columns["word"]
        return np.array([[len(w), -1.0, self.factor * len(w)] for w in columns["word"]])


KEPT = {"letters": np.array([0, 2])}


def table_of(family, file=None):
    return WordTable({"letters": family}, KEPT, file)


def file_of(family, folder):
    return WordFile({"letters": family}, KEPT, Store(cache=folder))


def made_up(number, start=0):
    return [f"word{place}" for place in range(start, start + number)]


def test_each_word_is_computed_once():
    family = Letters()
    table = table_of(family)
    for words in (["null", "a"], ["a", "sheep", "null"], ["sheep"]):
        values = table.measure(words)["letters"]
        assert values.tolist() == [[len(word), 2 * len(word)] for word in words]
    assert family.words == ["null", "a", "sheep"]


def test_no_words_give_no_rows():
    assert table_of(Letters()).measure([])["letters"].shape == (0, 2)


def test_a_full_table_starts_again(monkeypatch):
    monkeypatch.setattr(word_table, "MAXSIZE", 3)
    family = Letters()
    table = table_of(family)
    for words in (made_up(2), made_up(3), made_up(10), made_up(1)):
        values = table.measure(words)["letters"]
        assert values[:, 0].tolist() == [len(word) for word in words]
        assert len(table._values) <= 3
    assert family.words.count("word0") == 2


def test_threads_can_share_a_table(monkeypatch):
    monkeypatch.setattr(word_table, "MAXSIZE", 50)
    table = table_of(Letters())
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def consistent(seed):
        generator = np.random.default_rng(seed)
        for _ in range(60):
            lengths = generator.permutation(200)[:40] + 1
            values = table.measure(["x" * length for length in lengths])["letters"]
            if values[:, 0].tolist() != lengths.tolist():
                return False
        return True

    try:
        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(consistent, range(8)))
    finally:
        sys.setswitchinterval(interval)


@pytest.fixture
def _small_files(monkeypatch):
    monkeypatch.setattr(word_file, "_NEW_WORDS", 10)
    monkeypatch.setattr(word_table, "_MANY", 5)


@pytest.mark.usefixtures("_small_files")
def test_another_process_reads_the_features_of_many_words(tmp_path):
    first = Letters()
    values = table_of(first, file_of(first, tmp_path)).measure(made_up(20))["letters"]
    second = Letters()
    table = table_of(second, file_of(second, tmp_path))
    again = table.measure(made_up(30, start=10))["letters"]
    np.testing.assert_array_equal(again[:10], values[10:])
    assert second.words == made_up(20, start=20)
    third = Letters()
    assert len(table_of(third, file_of(third, tmp_path)).measure(made_up(40))["letters"]) == 40
    assert third.words == []


@pytest.mark.usefixtures("_small_files")
def test_a_few_words_are_not_worth_a_file(tmp_path):
    family = Letters()
    table_of(family, file_of(family, tmp_path)).measure(made_up(4))
    assert not (tmp_path / "words").exists()


@pytest.mark.usefixtures("_small_files")
def test_other_inputs_have_another_file(tmp_path):
    for factor in (2.0, 3.0):
        family = Letters(factor)
        values = table_of(family, file_of(family, tmp_path)).measure(made_up(20))["letters"]
        assert values[0, 1] == factor * 5
    assert len(list((tmp_path / "words").glob("*.arrow"))) == 2


def test_a_changed_resource_has_another_file(tmp_path):
    path = tmp_path / "mrc.tsv"
    keys = []
    for content in ("a", "ab"):
        path.write_text(content)
        family = Letters()
        family.resources = lambda: ("mrc",)
        keys.append(WordFile({"letters": family}, KEPT, Store({"mrc": path})).path)
    assert keys[0] != keys[1]


@pytest.mark.usefixtures("_small_files")
def test_a_damaged_file_is_written_again(tmp_path):
    def flip(content):
        place = content.index(np.float64(10).tobytes())
        return content[:place] + b"\x01" + content[place + 1 :]

    for damage in (None, flip, lambda _: b"damaged", lambda _: b""):
        family = Letters()
        file = file_of(family, tmp_path)
        if damage is not None:
            file.path.write_bytes(damage(file.path.read_bytes()))
        table_of(family, file).measure(made_up(20))
        assert family.words == made_up(20)
        assert file.look_up(["word3", "other"])[0].tolist() == [True, False]


@pytest.mark.usefixtures("_small_files")
def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path):
    (tmp_path / "words").write_text("a file in the place of the folder")
    family = Letters()
    values = table_of(family, file_of(family, tmp_path)).measure(made_up(20))["letters"]
    assert values[0].tolist() == [5, 10]


@pytest.mark.usefixtures("_small_files")
def test_two_writers_leave_a_complete_file(tmp_path):
    files = [file_of(Letters(), tmp_path) for _ in range(2)]
    for file in files:
        file.look_up([])  # both processes open it before one writes
    for number, file in enumerate(files):
        table_of(Letters(), file).measure(made_up(20, start=20 * number))
    third = Letters()
    file = file_of(third, tmp_path)
    assert file.look_up(made_up(40))[0].tolist() == [False] * 20 + [True] * 20


@pytest.mark.usefixtures("_small_files")
def test_outdated_files_are_deleted(tmp_path, monkeypatch):
    monkeypatch.setattr(word_file, "_FILES", 2)
    for factor in range(4):
        family = Letters(float(factor))
        table_of(family, file_of(family, tmp_path)).measure(made_up(20))
    assert len(list((tmp_path / "words").iterdir())) == 2


@pytest.mark.usefixtures("_small_files")
def test_words_that_are_computed_twice_are_written_once(tmp_path):
    file = file_of(Letters(), tmp_path)
    file.look_up([])
    for words in (made_up(6), made_up(6), made_up(6, start=3), made_up(12)):
        file.add(words, np.array([[len(word), 0.0] for word in words]))
    listed, values = file_of(Letters(), tmp_path).look_up(made_up(13))
    assert listed.tolist() == [True] * 12 + [False]
    assert values[:, 0].tolist() == [5.0] * 10 + [6.0] * 2


def test_threads_can_share_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr(word_file, "_NEW_WORDS", 1)
    monkeypatch.setattr(word_file, "_NEW_SHARE", 0)
    file = file_of(Letters(), tmp_path)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def consistent(seed):
        generator = np.random.default_rng(seed)
        for _ in range(20):
            lengths = generator.permutation(120)[:30] + 1
            words = ["x" * length for length in lengths]
            listed, values = file.look_up(words)
            if values[:, 0].tolist() != lengths[listed].tolist():
                return False
            new = lengths[~listed]
            file.add(["x" * length for length in new], np.column_stack([new, new]).astype(float))
        return True

    try:
        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(consistent, range(8)))
    finally:
        sys.setswitchinterval(interval)


def test_a_pickled_table_computes_again():
    family = Letters()
    table = table_of(family)
    table.measure(["null"])
    copied = pickle.loads(pickle.dumps(table))  # noqa: S301 - our own bytes
    assert copied.measure(["null"])["letters"].tolist() == [[4, 8]]


def test_only_word_level_families_are_computed_once(table):
    of_words, of_instances = spy_family("of_words"), spy_family("of_instances", "context")
    features = FeatureSet({"of_words": {}, "of_instances": {}}).fit(table)
    expected = features.transform(table)
    del of_words.extracted, of_instances.extracted
    pd.testing.assert_frame_equal(features.transform(table), expected)
    assert not hasattr(of_words, "extracted")
    assert len(of_instances.extracted) == len(table)


def test_the_order_of_rows_does_not_change_features(table):
    features = FeatureSet.load("core").fit(table)
    expected = features.transform(table)
    reversed_table = table.iloc[::-1]
    fresh = FeatureSet.load("core").fit(table)
    pd.testing.assert_frame_equal(fresh.transform(reversed_table), expected.iloc[::-1])
