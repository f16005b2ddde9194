"""Options of families have the types of the parameters; other values are refused."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np
import pytest

import lcp
from lcp.features.family import Family, Feature, families
from lcp.features.feature_recipe import build_family
from lcp.features.featureset import FeatureSet
from tests.cases import rows
from tests.errors import refused

#: TOML values by the annotations that accept them.
VALUES = {row["value"]: row["accepted"] for row in rows("features/cases/toml_values")}
OPTIONS = [(name, field.name) for name, kind in families().items() for field in fields(kind)]


@pytest.mark.parametrize(("family", "option"), OPTIONS)
def test_an_option_of_another_type_is_refused(toml, family, option):
    annotation = {field.name: field.type for field in fields(families()[family])}[option]
    annotation = "str" if annotation.startswith("Literal") else annotation
    for value, accepted in VALUES.items():
        if annotation in accepted:
            continue
        path = toml(f"[families.{family}]\n{option} = {value}\n")
        with refused() as caught:
            FeatureSet.load(path)
        assert caught.value.where == f"{path}, families.{family}.{option}"
        assert f"'{option}' of the family '{family}' must be" in caught.value.what


def test_options_in_python_are_checked_too():
    with refused(r"^association.wordnet: .* must be true or false, not 1"):
        build_family("association", {"wordnet": 1})
    with refused("must be a list of different texts"):
        build_family("norms", {"sources": ["aoa", "aoa"]})


def test_options_whose_annotations_are_types_are_checked_too():
    # This module does not postpone the evaluation of annotations.
    @dataclass(frozen=True)
    class Evaluated(Family):
        name, scope = "evaluated", "word"
        columns = (Feature("one", "first", "1", "test"),)

        flag: bool = True
        number: int = 1
        names: Sequence[str] = ()
        choice: Literal["a", "b"] = "a"
        either: int | str = 1

        def measure(self, inputs, fitted):
            return np.zeros((len(inputs), 1))

    for option, expected in {
        "flag": "true or false",
        "number": "a whole number",
        "names": "a list of different texts",
        "choice": "text in quotes",
    }.items():
        with refused(f"must be {expected}", where=f"evaluated.{option}"):
            build_family("evaluated", {option: 1.5})
    valid = {"flag": False, "number": 2, "names": ["a"], "choice": "b", "either": "x"}
    assert vars(build_family("evaluated", valid)) == valid


@pytest.mark.parametrize("text", ["", "description = 'empty'\n", "[families]\n"])
def test_a_feature_set_without_families_is_refused(toml, text):
    path = toml(text)
    with refused("The feature set has no families", where=path):
        FeatureSet.load(path)
    with refused("The feature set has no families"):
        lcp.train("sample", FeatureSet({}), "linear", cv=0)


def test_families_that_are_no_dictionary_are_refused():
    with refused("has the type list", where="families", hint="Give the options of families"):
        FeatureSet(["length"]).build()
