"""How each feature of a word was found."""

import numpy as np
import pandas as pd
import pytest

from lcp.features.featureset import FeatureSet
from lcp.features.provenance import provenance_of
from lcp.resources import Store
from tests.cases import cases

NORMS = """WORD,FAM,CONC,IMAG,MEANC,MEANP,AOA
dog,6,6,6,6,6,1.7
color,5,5,5,5,5,2
mouse,4,4,4,4,4,2.4
"""


@pytest.fixture
def store(tmp_path):
    (tmp_path / "mrc.csv").write_text(NORMS)
    return Store(paths={"mrc": tmp_path / "mrc.csv"})


def found(features, words):
    table = pd.DataFrame({"token": words})
    fitted = features.fit(table)
    values, ways = fitted.transform(table), provenance_of(fitted, table)
    assert list(values) == list(ways)
    np.testing.assert_array_equal(values.isna(), ways == "none")
    return ways


@cases("features/cases/provenance")
def test_how_a_value_was_found_is_reported(case, store):
    ways = found(FeatureSet(case["families"], store=store, **case["options"]), case["words"])
    assert {name: ways[name].tolist() for name in case["ways"]} == case["ways"]


def test_predictions_are_no_measurements():
    families = {"lexicon": {"keep": ["known", "aoa"]}, "length": {"keep": ["syllables"]}}
    ways = found(FeatureSet(families), ["dog", "blorptic"])
    assert ways["lexicon__aoa"].isin(["predicted", "none"]).all()
    assert ways["lexicon__known"].tolist() == ["form", "form"]
    assert ways["length__syllables"].tolist() == ["form", "predicted"]
