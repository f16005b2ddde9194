"""Loading a model does not run code from it."""

import functools
import io
import json
import os
import pickle
import re
import sys
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
import skops.io
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.linear_model import Ridge

import lcp
from lcp.features.featureset import FeatureSet
from lcp.model.manifest import read_description
from lcp.model.plain_data import read_plain
from tests.errors import refused
from tests.model.conftest import forge, names


class OwnEstimator(RegressorMixin, BaseEstimator):
    """An estimator of a type that is not trusted."""

    def fit(self, X, y):
        self.mean_ = float(np.mean(y))
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)


def with_estimator(folder, content):
    """Replace the scikit-learn estimator of a saved model by something else."""
    stored = read_plain((folder / "estimator.npz").read_bytes())
    stored["fitted"]["estimator_"] = {"__skops__": np.frombuffer(content, dtype=np.uint8)}
    forge(folder, "estimator.npz", stored)


def test_a_function_call_is_not_executed(folder, tmp_path):
    marker = tmp_path / "executed"
    with_estimator(folder, skops.io.dumps(functools.partial(os.system, f"touch '{marker}'")))
    with refused(r"not loaded: .*posix\.system", where=folder / "estimator.npz"):
        lcp.load_model(folder)
    assert not marker.exists()


def test_a_method_that_is_labelled_as_a_trusted_type_is_not_loaded(folder):
    machine = Ridge().fit([[0.0], [1.0]], [0.0, 1.0])
    machine.predict = Ridge().get_params
    forged = io.BytesIO()
    with ZipFile(io.BytesIO(skops.io.dumps(machine))) as source, ZipFile(forged, "w") as target:
        schema = json.loads(source.read("schema.json"))
        method = schema["content"]["content"]["predict"]
        assert method["__loader__"] == "MethodNode"
        method |= {"__module__": "numpy", "__class__": "dtype"}
        method["content"]["func"] = "__reduce_ex__"
        for name in source.namelist():
            data = json.dumps(schema) if name == "schema.json" else source.read(name)
            target.writestr(name, data)
    with_estimator(folder, forged.getvalue())
    with refused("malicious"):
        lcp.load_model(folder)


def test_modules_of_other_packages_are_not_imported(folder, tmp_path, monkeypatch):
    marker = tmp_path / "executed"
    (tmp_path / "lcp_evil.py").write_text(
        f"import pathlib\npathlib.Path({str(marker)!r}).touch()\n"
        "class Evil:\n"
        "    def __init__(self): self.harm = 1\n"
        f"    def __setstate__(self, state): pathlib.Path({str(marker)!r}).touch()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import lcp_evil

    with_estimator(folder, skops.io.dumps(lcp_evil.Evil()))
    marker.unlink()
    monkeypatch.delitem(sys.modules, "lcp_evil")
    with refused(r"not loaded: .*lcp_evil\.Evil"):
        lcp.load_model(folder)
    assert not marker.exists()
    assert "lcp_evil" not in sys.modules


class Touch:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.mark.parametrize("name", ["estimator.npz", "features.npz"])
def test_a_pickle_is_not_loaded(folder, tmp_path, name):
    marker = tmp_path / "executed"
    array = io.BytesIO()
    np.savez(array, allow_pickle=True, content=np.array([Touch(marker)], dtype=object))
    for content in (pickle.dumps(Touch(marker)), array.getvalue()):
        forge(folder, name, content)
        with refused(f"file {re.escape(name)} is damaged"):
            lcp.load_model(folder)
    assert not marker.exists()


def test_an_estimator_that_predicts_no_number_is_not_loaded(folder):
    steps = lcp.load_model(folder).estimator_.estimator_
    steps[-1].coef_ *= np.nan
    with_estimator(folder, skops.io.dumps(steps))
    with refused("one finite prediction"):
        lcp.load_model(folder)


def test_an_estimator_that_cannot_be_loaded_is_not_saved(table, tmp_path):
    fitted = lcp.ComplexityModel("frequency-baseline", OwnEstimator()).fit(table)
    with refused(r"cannot be loaded safely: .*OwnEstimator", where="estimator"):
        fitted.save(tmp_path / "model")
    assert names(tmp_path) == []


def test_a_scikit_learn_estimator_is_saved_under_the_name_custom(table, tmp_path):
    fitted = lcp.ComplexityModel(
        FeatureSet({"length": {}}, drop=["length__phonemes"]), Ridge(alpha=2.5)
    ).fit(table)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    np.testing.assert_array_equal(loaded.predict(table), fitted.predict(table))
    estimator = read_description(tmp_path / "model")["estimator"]
    assert estimator == {"name": "custom", "parameters": {"estimator": "Ridge(alpha=2.5)"}}
