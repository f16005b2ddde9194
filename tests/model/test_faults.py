"""Errors name what is wrong with a model's folder."""

import json
import re

import numpy as np
import pytest

import lcp
from lcp.estimators.adapter import ScikitLearn
from lcp.estimators.regressor import Regressor
from lcp.features.family import Family, Feature
from lcp.features.featureset import FeatureSet
from lcp.model.manifest import SCHEMA, read_description
from tests.cases import cases
from tests.errors import refused
from tests.model.conftest import HASHED, describe


def test_the_card_may_be_edited_or_missing(folder, table, model):
    card = folder / "CARD.md"
    card.write_bytes(card.read_bytes().replace(b"\n", b"\r\n") + b"Corrected.\r\n")
    np.testing.assert_array_equal(lcp.load_model(folder).predict(table), model.predict(table))
    card.unlink()
    np.testing.assert_array_equal(lcp.load_model(folder).predict(table), model.predict(table))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"multiword": true', '"multiword": false'),
        ('"random_state": 7', '"random_state": 8'),
        ('"sha256": "', '"sha256": "0'),
    ],
)
def test_an_altered_description_raises_an_error(folder, before, after):
    path = folder / "model.json"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    with refused("description was altered", where=path):
        lcp.load_model(folder)


def test_a_description_may_be_formatted_differently(folder):
    path = folder / "model.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    reordered = dict(reversed(content.items()))
    path.write_bytes(json.dumps(reordered, indent=4).replace("\n", "\r\n").encode())
    assert lcp.load_model(folder).random_state == 7


@pytest.fixture
def of_lengths(table, tmp_path):
    """Folder of a model, and a function that changes its feature set."""
    features = FeatureSet({"length": {}}, aggregations=["mean", "max"])
    folder = lcp.ComplexityModel(features, "ridge").fit(table).save(tmp_path / "lengths")

    def change(**changes):
        describe(folder, feature_set=read_description(folder)["feature_set"] | changes)
        return folder

    return folder, change


@pytest.mark.parametrize("changes", [{"multiword": False}, {"drop": ["length__digits"]}])
def test_other_features_than_the_estimators_raise_an_error(of_lengths, changes):
    folder, change = of_lengths
    change(**changes)
    with refused(where=folder / "model.json"):
        lcp.load_model(folder)


def test_more_features_or_another_order_do_not_matter(of_lengths, table):
    folder, change = of_lengths
    before = lcp.load_model(folder).predict(table)
    change(aggregations=["max", "first", "mean"])
    np.testing.assert_array_equal(lcp.load_model(folder).predict(table), before)


@pytest.mark.parametrize("name", HASHED)
def test_a_file_that_is_altered_unreadable_or_missing_raises_an_error(folder, name, monkeypatch):
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    for largest, reason in ((5, "more than 5 bytes"), (2**30, f"{re.escape(name)} was altered")):
        monkeypatch.setitem(lcp.files.input_files.LARGEST, "model", largest)
        with refused(reason):
            lcp.load_model(folder)
    (folder / name).unlink()
    with refused(f"file {re.escape(name)} is missing", where=folder / name):
        lcp.load_model(folder)


@pytest.mark.parametrize(
    ("schema", "hint"),
    [
        (1, "Train it again with `lcp fit`."),
        (SCHEMA - 1, "Train it again with `lcp fit`."),
        (SCHEMA + 1, "Use a newer version of lcp."),
    ],
)
def test_a_model_of_another_schema_raises_an_error(folder, schema, hint):
    describe(folder, schema=schema)
    with refused(f"has schema {schema}; .* reads schema {SCHEMA}") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / "model.json")
    assert caught.value.hint == hint


def test_a_folder_without_a_model_raises_an_error(tmp_path):
    with refused("not a model", where=tmp_path):
        lcp.load_model(tmp_path)
    with refused("does not exist"):
        lcp.load_model(tmp_path / "nothing")


@pytest.mark.parametrize(
    "text",
    [b"", b"not JSON", b"[]", b"3", b"{}", b"\xff\xfe", b'{"schema":1}', b'{"schema":1e999}'],
)
def test_an_unreadable_description_raises_an_error(folder, text):
    (folder / "model.json").write_bytes(text)
    with refused("description cannot be read", where=folder / "model.json"):
        lcp.load_model(folder)


@cases("model/cases/incomplete_descriptions")
def test_an_incomplete_description_raises_an_error(folder, case):
    describe(folder, **case.get("changes") or {case["without"]: ...})
    with refused("does not match its files", where=folder / "model.json"):
        lcp.load_model(folder)


def test_an_error_in_a_family_is_not_an_altered_file(table, tmp_path, registered):
    def described(self, learned):
        return {}["features"] if broken else [Feature("one", "one", "1", "test")]

    def ones(self, inputs, fitted):
        return np.ones((len(inputs), 1))

    about = {"name": "of_script", "scope": "word", "features": described, "measure": ones}
    about["__module__"] = "module_of_this_test"
    type("OfScript", (Family,), about)
    broken = False
    features = FeatureSet({"length": {}, "of_script": {}})
    saved = lcp.ComplexityModel(features, "ridge").fit(table).save(tmp_path / "model")
    broken = True
    with refused("^module_of_this_test.*'of_script' gives the error KeyError: 'features'"):
        lcp.load_model(saved)


def test_the_path_of_a_file_that_is_none_is_a_change_since_training(folder):
    paths = ("~no such user/x", 3, "\0", [])
    resource = {"title": "", "citation": "", "licence": "", "sha256": ["0"]}
    describe(folder, resources={str(path): {**resource, "path": path} for path in paths})
    with pytest.warns(UserWarning, match="the checksum of the resource '3' has changed"):
        lcp.load_model(folder)


def test_a_description_of_other_families_raises_an_error(folder):
    features = read_description(folder)["feature_set"]
    describe(folder, feature_set=features | {"families": {"length": {}}})
    with refused("does not match its files"):
        lcp.load_model(folder)
    describe(folder, feature_set=features | {"families": {"lenght": {}}})
    with refused("the feature family 'lenght', which no installed", hint="group 'lcp.families'"):
        lcp.load_model(folder)


def test_an_error_in_an_estimators_code_is_not_a_damaged_file(folder, monkeypatch):
    def check(self):
        return {}["trees"]

    monkeypatch.setattr(Regressor, "check", check)
    monkeypatch.setattr(ScikitLearn, "check", check)
    with pytest.raises(KeyError, match="trees"):
        lcp.load_model(folder)
