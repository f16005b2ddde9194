"""Brown clusters."""

from __future__ import annotations

import pandas as pd
import pytest

from lcp.english.lemmas import lemma
from lcp.errors import ResourceError
from lcp.features.families.clusters import Clusters
from lcp.resources import Store
from tests.features.families.measuring import measured

PATHS = "0010\tthe\t1000\n11101010111\tmouse\t100\n11101010110\tMOUSE\t10\n1111\tnull\t10\n"


def frame(*words: str) -> pd.DataFrame:
    return pd.DataFrame({"word": words, "lemma": [lemma(word) for word in words]})


@pytest.fixture
def family(tmp_path) -> Clusters:
    (tmp_path / "paths").write_text(PATHS)
    return measured(Clusters(), Store(paths={"brown_clusters": tmp_path / "paths"}))


def test_prefixes_are_the_first_bits_as_numbers(family):
    values = family.extract(frame("Mice", "the"))
    assert values["depth"].tolist() == [11, 4]
    assert values["prefix_4"].tolist() == [0b1110, 0b0010]
    assert values["prefix_6"].tolist() == [0b111010, 0b001000]
    assert values["prefix_10"].tolist() == [0b1110101011, 0b0010000000]


def test_the_count_is_a_logarithm(family):
    assert family.extract(frame("the", "Mouse"))["log_count"].tolist() == [3, 2]


def test_the_count_is_that_of_the_form_not_of_its_lemma(family):
    values = family.extract(frame("mice")).iloc[0]
    assert values["depth"] == 11
    assert values.isna().to_dict()["log_count"]


def test_the_word_null_is_not_missing(family):
    assert family.extract(frame("null")).notna().all(axis=None)


def test_an_unknown_word_has_no_cluster(family):
    assert family.extract(frame("xqzzt")).isna().all(axis=None)


def test_missing_clusters_raise_an_error(tmp_path, no_data):
    with pytest.raises(ResourceError, match="brown_clusters"):
        measured(Clusters(), Store(mirror=tmp_path)).extract(frame("the"))
