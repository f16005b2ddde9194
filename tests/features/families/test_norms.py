"""Norms: columns from the registry, look-up by form and lemma, invalid options."""

import numpy as np
import pandas as pd
import pytest

from lcp.errors import InputError, ResourceError
from lcp.features.families.norms import SOURCES, Norms
from lcp.resources import Store, registry
from tests.features.families.measuring import measured


@pytest.fixture
def store(tmp_path):
    affect = tmp_path / "affect.csv"
    affect.write_text(
        "Word,V.Mean.Sum,A.Mean.Sum,D.Mean.Sum\nmouse,5.5,4,3\nnull,2,,1\n", encoding="utf-8"
    )
    tested = tmp_path / "tested.csv"
    tested.write_text("Word,AoAtestbased\nmouse,4\nmouse,10\nold,#N/A\n", encoding="utf-8")
    return Store(paths={"affect": affect, "aoa_test": tested}, cache=tmp_path / "cache")


def words(*pairs, index=None):
    return pd.DataFrame(pairs, columns=["word", "lemma"], index=index, dtype=str)


def test_words_are_looked_up_by_form_then_by_lemma(store):
    family = measured(Norms(sources=["affect", "aoa_test"]), store)
    frame = words(("Mouse", "mouse"), ("mice", "mouse"), ("xqzzt", "xqzzt"), index=[5, 2, 9])
    extracted = family.extract(frame)
    expected = [5.5, 4, 3, 4, 7]
    np.testing.assert_array_equal(extracted, [expected, expected, [np.nan] * 5])
    assert extracted.index.tolist() == [5, 2, 9]


def test_the_word_null_is_not_missing_but_its_empty_cell_is(store):
    row = measured(Norms(sources=["affect"]), store).extract(words(("null", "null"))).iloc[0]
    np.testing.assert_array_equal(row, [2, np.nan, 1])


def test_features_are_described_by_the_registry():
    lowest, valence, *_ = Norms(sources=["aoa_test", "affect"]).features({})[::2]
    assert lowest.unit == registry()["aoa_test"].columns["aoa_test"].unit
    assert "min over the word's meanings" in lowest.description
    assert valence.description == registry()["affect"].columns["valence"].description
    assert valence.source == registry()["affect"].citation


def test_no_sources_give_no_columns():
    assert measured(Norms(sources=[])).extract(words(("mouse", "mouse"))).shape == (1, 0)


def test_resources_are_the_sources():
    assert Norms().resources() == SOURCES
    assert Norms(sources=["affect"]).resources() == ("affect",)


def test_the_nearest_name_of_an_unknown_source_is_suggested():
    with pytest.raises(InputError, match=r"norms\.sources.*'glasgo'(.|\n)*mean 'glasgow'"):
        Norms(sources=["glasgo"]).features({})


def test_a_resource_without_norms_raises_an_error():
    with pytest.raises(InputError, match="no norm called 'wordnet'"):
        Norms(sources=["wordnet"]).resources()


def test_two_sources_with_the_same_column_raise_an_error():
    with pytest.raises(InputError, match="'concreteness' is in 'concreteness' and in 'mrc'"):
        Norms(sources=["concreteness", "mrc"]).resources()


def test_a_missing_norm_raises_an_error_with_the_command(no_data, tmp_path):
    family = measured(Norms(sources=["affect"]), Store(cache=tmp_path))
    with pytest.raises(ResourceError, match="lcp resources fetch affect"):
        family.extract(words(("mouse", "mouse")))
