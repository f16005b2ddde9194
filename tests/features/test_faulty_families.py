"""A fault of a family is an error that names it, and changes nothing for other families."""

from dataclasses import dataclass
from typing import get_args

import numpy as np
import pandas as pd
import pytest

from lcp.errors import ResourceError
from lcp.features.family import Family, Feature, Scope
from lcp.features.featureset import FeatureSet
from lcp.features.provenance import provenance_of
from tests.errors import refused

COLUMNS = (Feature("one", "first", "1", "test"), Feature("two", "second", "1", "test"))
SCOPES = get_args(Scope)
#: Results of `measure` by what is wrong with them, given the number of rows.
RESULTS = {
    "a column too few": lambda n: np.zeros((n, 1)),
    "a column too many": lambda n: np.zeros((n, 3)),
    "one row for all": lambda n: np.zeros((1, 2)),
    "a row too few": lambda n: np.zeros((n - 1, 2)),
    "a row too many": lambda n: np.zeros((n + 1, 2)),
    "one dimension": np.zeros,
    "three dimensions": lambda n: np.zeros((n, 2, 1)),
    "infinity": lambda n: np.full((n, 2), -np.inf),
    "text": lambda n: np.full((n, 2), "1"),
    "objects": lambda n: np.full((n, 2), None),
    "complex numbers": lambda n: np.full((n, 2), 1j),
    "a list": lambda n: [[0.0, 0.0]] * n,
    "a table": lambda n: pd.DataFrame(np.zeros((n, 2))),
    "masked values": lambda n: np.ma.masked_all((n, 2)),
    "nothing": lambda n: None,
}
#: Faulty attributes of a family, with what the error says.
ATTRIBUTES = {
    "no comma after a feature": ({"columns": COLUMNS[0]}, "features", "TypeError"),
    "the same feature twice": ({"columns": COLUMNS[:1] * 2}, "features", "different names"),
    "names without descriptions": ({"columns": ("one", "two")}, "features", "different names"),
    "an aggregation in a name": (
        {"columns": (Feature("one@mean", "first", "1", "test"),)},
        *("features", "without '@'"),
    ),
    "features that fail": ({"features": lambda self, learned: 1 / 0}, "features", "ZeroDivision"),
    "one text for resources": ({"resources": lambda self: "aoa"}, "resources", "tuple of texts"),
    "a check that fails": ({"check": lambda self: ().index(1)}, "check", "ValueError"),
    "nothing learned": ({"fit": lambda *_: None}, "fit", "a NoneType, not a dictionary"),
    "something else learned": (
        {"fit": lambda *_: {"n": "1"}, "learned": {"n": int}},
        *("fit", "not a dictionary with the types"),
    ),
    "a failing fit": ({"fit": lambda *_: {}["words"]}, "fit", "KeyError: 'words'"),
    "a failing measure": ({"measure": lambda *_: {}["words"]}, "measure", "KeyError: 'words'"),
    "an option that fails": ({"__post_init__": lambda self: int("x")}, "__init__", "invalid lit"),
}


def faulty(**attributes):
    """Register a family that measures zeros."""

    def zeros(self, inputs, fitted):
        return np.zeros((len(inputs), len(COLUMNS)))

    of_family = {"name": "faulty", "scope": "word", "columns": COLUMNS, "measure": zeros}
    plain = {"__module__": __name__, "__qualname__": "Faulty"}
    kind = type("Faulty", (Family,), plain | of_family | attributes)
    return dataclass(frozen=True)(kind)


def measure(table, *others, **options):
    return FeatureSet({"faulty": {}} | {name: {} for name in others}, **options).fit_transform(
        table
    )


@pytest.mark.parametrize(
    ("scope", "needs_sentence"), [*((scope, False) for scope in SCOPES), ("context", True)]
)
@pytest.mark.parametrize("result", RESULTS)
def test_a_result_of_another_shape_or_type_is_refused(table, result, scope, needs_sentence):
    def measured(self, inputs, fitted):
        return RESULTS[result](len(inputs))

    faulty(scope=scope, needs_sentence=needs_sentence, measure=measured)
    with refused("The feature family 'faulty' gives .*, not ") as caught:
        measure(table)
    assert caught.value.where == f"{__name__}.Faulty.measure"


@pytest.mark.parametrize("fault", ATTRIBUTES)
def test_an_error_in_the_code_of_a_family_names_the_family(table, fault):
    attributes, method, reason = ATTRIBUTES[fault]
    faulty(**attributes)
    with refused(f"'faulty'.*{reason}") as caught:
        measure(table)
    assert caught.value.where == f"{__name__}.Faulty.{method}"


def test_the_cause_of_an_error_is_kept_and_other_errors_pass(table):
    faulty(measure=lambda *_: {}["words"])
    with refused("'faulty'") as caught:
        measure(table)
    assert isinstance(caught.value.__cause__, KeyError)

    def missing(self, inputs, fitted):
        raise ResourceError("No such list.")

    faulty(measure=missing)
    with pytest.raises(ResourceError, match=r"^No such list\.$"):
        measure(table)


@pytest.mark.parametrize("kind", [int, bool, np.float32])
def test_other_numbers_are_converted(table, kind):
    faulty(measure=lambda self, inputs, fitted: np.ones((len(inputs), 2), dtype=kind))
    values = measure(table)
    assert (values == 1).all(axis=None)
    assert set(values.dtypes) == {np.dtype("float64")}


def test_flags_of_another_shape_are_refused(table):
    faulty(predicted=lambda self, inputs, fitted: np.zeros((1, 2), dtype=bool))
    features = FeatureSet({"faulty": {}}).fit(table)
    with refused("'faulty' gives an array of shape .*, not a bool array"):
        provenance_of(features, table)


@pytest.mark.parametrize("scope", [None, "words", ["word"]])
def test_a_family_without_a_scope_cannot_be_defined(scope):
    with refused("'faulty' has the scope", hint="word, sentence, context"):
        faulty(scope=scope)


def test_a_family_without_features_or_measure_cannot_be_defined():
    with refused("'faulty' has no features", where=f"{__name__}.Faulty", hint="`columns`"):
        faulty(columns=())
    faulty(columns=(), features=lambda self, learned: COLUMNS)
    with refused("'faulty' measures nothing", where=f"{__name__}.Faulty", hint="`measure`"):
        faulty(measure=Family.measure)


@pytest.mark.parametrize("name", ["", "two words", "a__b", "a@b", 3, None])
def test_a_family_with_another_name_cannot_be_defined(name):
    with refused("cannot be the name"):
        faulty(name=name)


#: Changes of the inputs of a family, of which none is possible.
CHANGES = (
    lambda inputs: inputs.form.sort(),
    lambda inputs: inputs.lemma.sort(),
    lambda inputs: inputs.sort(),
    lambda inputs: inputs.start.fill(0),
    lambda inputs: inputs.end.fill(0),
    lambda inputs: inputs.extra.update(part=()),
    lambda inputs: inputs["part"].sort(),
    lambda inputs: inputs["complexity"].fill(0),
)


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("method", ["fit", "measure"])
def test_a_family_cannot_change_what_others_measure(table, scope, method):
    before = FeatureSet({"length": {}, "context": {}}).fit_transform(table)
    changed = []

    def change(self, inputs, *others):
        for given, each in [
            *((inputs, each) for each in CHANGES),
            (others[0], lambda y: y.fill(0)),
        ]:
            try:
                each(given)
                changed.append(each)
            except (AttributeError, TypeError, ValueError, KeyError):
                pass
        return {} if method == "fit" else np.zeros((len(inputs), 2))

    faulty(scope=scope, **{method: change})
    table = table.assign(part="train")
    after = measure(table, "length", "context")
    assert not changed
    pd.testing.assert_frame_equal(after[before.columns], before)
