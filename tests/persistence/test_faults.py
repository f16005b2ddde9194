"""What is wrong with a model's folder is named."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import lcp
from lcp.errors import InputError
from lcp.featureset import FeatureSet
from lcp.persistence.manifest import SCHEMA, read_description
from tests.persistence.conftest import HASHED, describe


def test_a_card_may_be_corrected_or_left_out(folder, table, model):
    card = folder / "CARD.md"
    card.write_bytes(card.read_bytes().replace(b"\n", b"\r\n") + b"Corrected.\r\n")
    np.testing.assert_array_equal(lcp.load_model(folder).predict(table), model.predict(table))
    card.unlink()
    np.testing.assert_array_equal(lcp.load_model(folder).predict(table), model.predict(table))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"multiword": true', '"multiword": false'),
        ('"seed": 7', '"seed": 8'),
        ('"sha256": "', '"sha256": "0'),
    ],
)
def test_an_altered_description_is_named(folder, before, after):
    path = folder / "model.json"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(InputError, match="description was altered") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(path)


def test_a_description_may_be_laid_out_otherwise(folder):
    path = folder / "model.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    turned = dict(reversed(content.items()))
    path.write_bytes(json.dumps(turned, indent=4).replace("\n", "\r\n").encode())
    assert lcp.load_model(folder).seed == 7


@pytest.mark.parametrize(
    "changes", [{"combine": ["max", "mean"]}, {"multiword": False}, {"drop": ["length__digits"]}]
)
def test_features_that_are_not_the_estimators_are_refused(table, tmp_path, changes):
    features = FeatureSet({"length": {"cmudict": False}}, combine=["mean", "max"])
    folder = lcp.ComplexityModel(features, "ridge").fit(table).save(tmp_path / "model")
    describe(folder, feature_set=read_description(folder)["feature_set"] | changes)
    with pytest.raises(InputError, match="its features are not the estimator's") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / "model.json")


@pytest.mark.parametrize("name", HASHED)
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(InputError, match=f"file {re.escape(name)} is missing") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / name)


@pytest.mark.parametrize("name", HASHED)
def test_an_altered_file_is_named(folder, name):
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(InputError, match=f"file {re.escape(name)} was altered") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / name)


def test_a_model_of_a_newer_version_is_refused(folder):
    describe(folder, schema=SCHEMA + 1)
    with pytest.raises(InputError, match=f"of schema {SCHEMA + 1}; .* up to {SCHEMA}") as caught:
        lcp.load_model(folder)
    assert caught.value.hint == "Use a newer version of lcp."


def test_a_folder_without_a_model_is_refused(tmp_path):
    with pytest.raises(InputError, match="no model here") as caught:
        lcp.load_model(tmp_path)
    assert caught.value.where == str(tmp_path)
    with pytest.raises(InputError, match="no such folder"):
        lcp.load_model(tmp_path / "nothing")


@pytest.mark.parametrize(
    "text",
    [b"", b"not JSON", b"[]", b"3", b"{}", b"\xff\xfe", b'{"schema":1}', b'{"schema":1e999}'],
)
def test_a_description_that_cannot_be_read_is_refused(folder, text):
    (folder / "model.json").write_bytes(text)
    with pytest.raises(InputError, match="description cannot be read") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / "model.json")


@pytest.mark.parametrize(
    "changes",
    [
        {"feature_set": ...},
        {"estimator": ...},
        {"trained_on": ...},
        {"versions": []},
        {"resources": ...},
        {"scores_from": ...},
        {"feature_set": []},
        {"interval": []},
        {"interval": {"parameters": {}, "centres": [], "errors": [], "groups": []}},
    ],
)
def test_a_description_that_does_not_fit_is_refused(folder, changes):
    describe(folder, **changes)
    with pytest.raises(InputError, match="does not fit its files") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / "model.json")


def test_a_description_of_other_families_is_refused(folder):
    features = read_description(folder)["feature_set"]
    describe(folder, feature_set=features | {"families": {"length": {"cmudict": False}}})
    with pytest.raises(InputError, match="does not fit its files"):
        lcp.load_model(folder)
    describe(folder, feature_set=features | {"families": {"lenght": {}}})
    with pytest.raises(InputError, match="no feature family called 'lenght'"):
        lcp.load_model(folder)
