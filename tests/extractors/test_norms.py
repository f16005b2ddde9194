"""Norms: columns from the registry, look-up by form and lemma, invalid options."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from lcp.errors import InputError, ResourceError
from lcp.extractors import families
from lcp.extractors.norms import SOURCES, Norms
from lcp.resources import Store, registry


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


def test_the_family_is_registered():
    assert families()["norms"] is Norms


def test_words_are_looked_up_by_form_then_by_lemma(store):
    family = Norms(sources=["affect", "aoa_test"]).use_store(store)
    frame = words(("Mouse", "mouse"), ("mice", "mouse"), ("xqzzt", "xqzzt"), index=[5, 2, 9])
    extracted = family.extract(frame)
    expected = [5.5, 4, 3, 4, 7]
    np.testing.assert_array_equal(extracted, [expected, expected, [np.nan] * 5])
    assert extracted.index.tolist() == [5, 2, 9]


def test_the_word_null_is_not_missing_but_its_empty_cell_is(store):
    row = Norms(sources=["affect"]).use_store(store).extract(words(("null", "null"))).iloc[0]
    np.testing.assert_array_equal(row, [2, np.nan, 1])


def test_columns_are_declared_in_the_registry(store):
    family = Norms(sources=["aoa_test", "affect"]).use_store(store)
    extracted = family.extract(words(("mouse", "mouse")))
    assert list(extracted.columns) == [
        "aoa_test_min", "aoa_test_mean", "valence", "arousal", "dominance",
    ]  # fmt: skip
    assert [feature.name for feature in family.features()] == list(extracted.columns)


def test_features_are_described_by_the_registry():
    lowest, valence, *_ = Norms(sources=["aoa_test", "affect"]).features()[::2]
    assert lowest.unit == registry()["aoa_test"].columns["aoa_test"].unit
    assert "min over the word's meanings" in lowest.description
    assert valence.description == registry()["affect"].columns["valence"].description
    assert valence.source == registry()["affect"].citation


@pytest.mark.parametrize("rows", [0, 1])
def test_few_rows_are_floats(store, rows):
    family = Norms(sources=["affect"]).use_store(store)
    extracted = family.extract(words(("mouse", "mouse")).head(rows))
    assert extracted.shape == (rows, 3)
    assert (extracted.dtypes == "float64").all()


def test_no_sources_give_no_columns():
    family = Norms(sources=[])
    assert family.extract(words(("mouse", "mouse"))).shape == (1, 0)
    assert list(family.features()) == []


def test_resources_are_the_sources():
    assert Norms().resources() == SOURCES
    assert Norms(sources=["affect"]).resources() == ("affect",)


def test_the_nearest_name_of_an_unknown_source_is_suggested():
    with pytest.raises(InputError, match=r"norms\.sources.*'glasgo'(.|\n)*mean 'glasgow'"):
        Norms(sources=["glasgo"]).features()


def test_a_resource_without_norms_raises_an_error():
    with pytest.raises(InputError, match="no norm called 'wordnet'"):
        Norms(sources=["wordnet"]).resources()


def test_a_string_of_sources_raises_an_error():
    with pytest.raises(InputError, match="must be a list, not 'affect'"):
        Norms(sources="affect").resources()


def test_two_sources_with_the_same_column_raise_an_error():
    with pytest.raises(InputError, match="'concreteness' is in 'concreteness' and in 'mrc'"):
        Norms(sources=["concreteness", "mrc"]).resources()


def test_a_missing_norm_raises_an_error_with_the_command(no_data, tmp_path):
    family = Norms(sources=["affect"]).use_store(Store(cache=tmp_path))
    with pytest.raises(ResourceError, match="lcp fetch affect"):
        family.extract(words(("mouse", "mouse")))


def test_options_survive_cloning():
    sources = ["affect", "glasgow"]
    assert clone(Norms(sources=sources)).get_params() == {"sources": sources}


def test_every_norm_contains_a_common_word(data):
    family = Norms().use_store(Store(mirror=data))
    extracted = family.extract(words(("mountains", "mountain"), ("xqzzt", "xqzzt")))
    assert [feature.name for feature in family.features()] == list(extracted.columns)
    assert extracted.iloc[0].notna().all()
    assert extracted.iloc[1].isna().all()
