"""Norms: columns from the registry, look-up by form and lemma, invalid options."""

import numpy as np
import pytest

from lcp.features.families.norms import SOURCES, Norms
from lcp.features.family import Fitted, Words, names_of
from lcp.resources import registry
from tests.errors import refused


def test_features_are_described_by_the_registry():
    lowest, valence, *_ = Norms(sources=["aoa_test", "affect"]).features({})[::2]
    assert lowest.unit == registry()["aoa_test"].columns["aoa_test"].unit
    assert "min over the word's meanings" in lowest.description
    assert valence.description == registry()["affect"].columns["valence"].description
    assert valence.source == registry()["affect"].citation


def test_resources_are_the_sources():
    assert Norms(sources=[]).features({}) == []
    assert Norms().resources() == SOURCES
    assert Norms(sources=["affect"]).resources() == ("affect",)


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        (["glasgo"], r"norms\.sources.*'glasgo'(.|\n)*mean 'glasgow'"),
        (["wordnet"], "no norm called 'wordnet'"),
        (["concreteness", "mrc"], "'concreteness' is in 'concreteness' and in 'mrc'"),
        (["notes.csv"], "no column of numbers"),
    ],
)
def test_invalid_sources_raise_an_error(sources, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.csv").write_text("word,note\ndog,good\n")
    with refused(message):
        Norms(sources=sources).features({})


OWN = "word\tFamiliarity (1-7)\tSD\tnote\nDog\t6.5\t.3\tx\ndog\t5.5\tNA\ty\nnull\t1\t0\t\n"


@pytest.fixture
def own_norms(tmp_path):
    path = tmp_path / "mine.tsv"
    path.write_text(OWN)
    return str(path)


def test_own_norms_are_columns_of_numbers_of_a_table(own_norms):
    family = Norms(sources=[own_norms])
    assert names_of(family) == ["familiarity_1_7", "sd"]
    assert family.resources() == ()
    assert [feature.n for feature in family.features({})] == [2, 2]


def test_own_norms_are_looked_up_by_form_and_lemma_and_null_is_a_word(own_norms):
    words = Words(["DOG", "dogs", "null", "cat"], ["dog", "dog", "null", "cat"])
    values = Norms(sources=[own_norms]).measure(words, Fitted())
    np.testing.assert_array_equal(values, [[6, 0.3], [6, 0.3], [1, 0], [np.nan] * 2])
