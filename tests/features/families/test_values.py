"""Features of words, sentences and targets that were calculated by hand."""

import math

import pandas as pd
import pytest

from lcp.english.lemmas import lemma
from lcp.features.families.length import SCRABBLE
from lcp.features.family import families
from tests.cases import cases
from tests.features.families.measuring import measured


@cases("features/cases/values")
def test_a_family_measures(case, store):
    """The feature ``*`` is every other feature of the family, and null is NaN."""
    family = measured(families()[case["family"]](**case.get("options", {})), store)
    if "train" in case:
        family.fit(pd.DataFrame(case["train"]))
    row = dict(case["row"])
    if "word" in row:
        row.setdefault("lemma", lemma(row["word"]))
    values = family.extract(pd.DataFrame([row])).iloc[0]
    expected = {n: math.nan if value is None else value for n, value in case["values"].items()}
    if "*" in expected:
        expected = dict.fromkeys(values.index, expected.pop("*")) | expected
    assert values[[*expected]].to_dict() == pytest.approx(expected, abs=1e-6, nan_ok=True)


def test_the_scrabble_values_of_all_letters_sum_to_87():
    assert (len(SCRABBLE), sum(SCRABBLE.values())) == (26, 87)
