"""How each feature of a word was found."""

import numpy as np
import pandas as pd
import pytest

from lcp.features.featureset import FeatureSet
from lcp.features.provenance import provenance
from lcp.resources import Store

WORDS = "dog", "Colour", "Mice", "xqzzt"
NORMS = """WORD,FAM,CONC,IMAG,MEANC,MEANP,AOA
dog,6,6,6,6,6,1.7
color,5,5,5,5,5,2
mouse,4,4,4,4,4,2.4
"""


@pytest.fixture
def store(tmp_path):
    (tmp_path / "mrc.csv").write_text(NORMS)
    return Store(paths={"mrc": tmp_path / "mrc.csv"})


def found(features, words=WORDS):
    table = pd.DataFrame({"token": words})
    fitted = features.fit(table)
    values, ways = fitted.transform(table), provenance(fitted, table)
    assert list(values) == list(ways)
    np.testing.assert_array_equal(values.isna(), ways == "none")
    return ways


def test_a_norm_is_found_by_form_then_by_spelling_then_by_lemma(store):
    ways = found(FeatureSet({"mrc": {"keep": ["aoa"]}}, store=store))
    assert ways["mrc__aoa"].tolist() == ["form", "spelling", "lemma", "none"]


def test_merged_spellings_are_reported():
    words = "color", "colour", "dog"
    set_ = FeatureSet({"frequency": {"sources": ["wordfreq"]}}, merge_spellings=True)
    assert found(set_, words)["frequency__zipf"].tolist() == ["form", "spelling", "form"]


def test_predictions_are_no_measurements():
    families = {"lexicon": {"keep": ["known", "aoa"]}, "length": {"keep": ["syllables"]}}
    ways = found(FeatureSet(families), ["dog", "blorptic"])
    assert ways["lexicon__aoa"].isin(["predicted", "none"]).all()
    assert ways["lexicon__known"].tolist() == ["form", "form"]
    assert ways["length__syllables"].tolist() == ["form", "predicted"]


def test_a_grade_of_the_lemma_is_reported():
    ways = found(FeatureSet({"acquisition": {"keep": ["grade"]}}), ["penguin", "penguins"])
    assert ways["acquisition__grade"].tolist() == ["form", "lemma"]


def test_an_aggregated_value_is_as_uncertain_as_its_least_certain_word(store):
    features = FeatureSet({"mrc": {"keep": ["aoa"]}}, aggregations=["first", "min"], store=store)
    # A word without a value does not count.
    ways = found(features, ["dog mice", "dog", "dog blorptic", "blorptic dog"])
    assert ways["mrc__aoa@first"].tolist() == ["form", "form", "form", "none"]
    assert ways["mrc__aoa@min"].tolist() == ["lemma", "form", "form", "form"]
