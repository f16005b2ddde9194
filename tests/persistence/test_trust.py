"""Reading a model runs nothing."""

from __future__ import annotations

import functools
import os
import pickle
import re
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.linear_model import Ridge

import lcp
from lcp.errors import InputError
from lcp.featureset import FeatureSet
from lcp.persistence.manifest import read_description
from tests.persistence.conftest import forge, names


class OwnEstimator(RegressorMixin, BaseEstimator):
    """Of a type that only this file knows."""

    def fit(self, X, y):
        self.mean_ = float(np.mean(y))
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)


def test_a_call_in_the_estimator_is_refused_and_not_made(folder, tmp_path):
    marker = tmp_path / "was run"
    for name in ("estimator.skops", "features.skops"):
        spoilt = shutil.copytree(folder, tmp_path / f"spoilt {name}")
        forge(spoilt, name, functools.partial(os.system, f"touch '{marker}'"))
        with pytest.raises(InputError, match=r"does not load.*posix\.system") as caught:
            lcp.load_model(spoilt)
        assert caught.value.where == str(spoilt / name)
    assert not marker.exists()


def test_an_object_of_another_package_is_refused_and_its_module_not_imported(
    folder, tmp_path, monkeypatch
):
    marker = tmp_path / "was run"
    (tmp_path / "lcp_evil.py").write_text(
        f"import pathlib\npathlib.Path({str(marker)!r}).touch()\n"
        "class Evil:\n"
        "    def __init__(self): self.harm = 1\n"
        f"    def __setstate__(self, state): pathlib.Path({str(marker)!r}).touch()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import lcp_evil

    forge(folder, "estimator.skops", lcp_evil.Evil())
    marker.unlink()
    monkeypatch.delitem(sys.modules, "lcp_evil")
    with pytest.raises(InputError, match=r"does not load.*lcp_evil\.Evil"):
        lcp.load_model(folder)
    assert not marker.exists()
    assert "lcp_evil" not in sys.modules


class Touch:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.mark.parametrize("name", ["estimator.skops", "features.skops"])
def test_a_pickle_is_not_read(folder, tmp_path, name):
    marker = tmp_path / "was run"
    forge(folder, name, pickle.dumps(Touch(marker)))
    with pytest.raises(InputError, match=f"file {re.escape(name)} is not of its format"):
        lcp.load_model(folder)
    assert not marker.exists()


def test_an_estimator_that_could_not_be_loaded_is_not_saved(table, tmp_path):
    fitted = lcp.ComplexityModel("frequency-baseline", OwnEstimator()).fit(table)
    with pytest.raises(InputError, match=r"without trusting it: .*OwnEstimator") as caught:
        fitted.save(tmp_path / "model")
    assert caught.value.where == str(tmp_path / "model")
    assert names(tmp_path) == []


def test_an_estimator_of_scikit_learn_is_saved_under_the_name_custom(table, tmp_path):
    fitted = lcp.ComplexityModel(
        FeatureSet({"length": {"cmudict": False}}, drop=["length__vowel_share"]), Ridge(alpha=2.5)
    ).fit(table)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    np.testing.assert_array_equal(loaded.predict(table), fitted.predict(table))
    estimator = read_description(tmp_path / "model")["estimator"]
    assert (estimator["name"], estimator["parameters"]["alpha"]) == ("custom", 2.5)
