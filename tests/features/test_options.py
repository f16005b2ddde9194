"""Options of families have the types of the parameters; other values are refused."""

from dataclasses import fields

import pytest

import lcp
from lcp.features.family import families
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


@pytest.mark.parametrize("text", ["", "description = 'empty'\n", "[families]\n"])
def test_a_feature_set_without_families_is_refused(toml, text):
    path = toml(text)
    with refused("The feature set has no families", where=path):
        FeatureSet.load(path)
    with refused("The feature set has no families"):
        lcp.train("sample", FeatureSet({}), "linear", cv=0)
