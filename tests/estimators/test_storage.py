"""Estimators are read from plain data, or refused."""

import copy
import functools
import os
import pickle
from dataclasses import fields

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.ensemble import ExtraTreesRegressor, HistGradientBoostingRegressor
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVR

from lcp.errors import LCPError
from lcp.estimators.adapter import ScikitLearn, imputed
from lcp.estimators.gaussian_process import GaussianProcess
from lcp.estimators.storage import from_plain, to_plain
from lcp.estimators.trees import Trees
from lcp.files.input_files import READ_ERRORS
from tests.estimators.conftest import small_data, trees

FAULTS = (*READ_ERRORS, LCPError)
DATA = small_data(n_rows=40)


def plain(estimator):
    return copy.deepcopy(to_plain(estimator.fit(*DATA)))


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (["__estimator__"], "Popen"),
        (["__estimator__"], ["GaussianProcess"]),
        (["features"], [1, 2, 3, 4, 5, 6]),
        (["parameters", "noise"], "0.2"),
        (["parameters", "limit"], -1.0),
        (["parameters", "kernels"], [3]),
        (["parameters", "other"], 1),
        (["fitted", "rows_"], np.zeros((3, 6), np.float32)),
        (["fitted", "rows_"], np.zeros((40, 5), np.float32)),
        (["fitted", "rows_"], [[0.0]]),
        (["fitted", "weights_"], np.zeros(39)),
        (["fitted", "weights_"], np.full(40, "x")),
        (["fitted", "mean_"], None),
        (["fitted", "used_"], []),
        (["fitted", "used_"], [1, 2, 3, 4, 5, 6]),
        (["fitted", "scaling_"], None),
        (["fitted", "scaling_"], {"__skops__": np.zeros(9, np.uint8)}),
        (["fitted"], {}),
    ],
)
def test_other_shapes_and_types_are_refused(keys, value):
    content = plain(GaussianProcess())
    place = content
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    with pytest.raises(FAULTS):
        from_plain(content)


@pytest.mark.parametrize("content", [None, [], {}, {"__estimator__": "BoostedTrees"}])
def test_other_content_than_an_estimator_is_refused(content):
    with pytest.raises(FAULTS):
        from_plain(content)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("features", np.array([9], np.int32)),
        ("thresholds", np.zeros(3)),
        ("children", np.zeros((3, 4), np.int32)),
        ("missing_left", np.zeros(4)),
        ("sizes", np.array([2.0])),
        ("leaves", "x"),
    ],
)
def test_arrays_that_are_not_trees_are_refused(name, value):
    content = plain(trees(n_estimators=2))
    content["fitted"]["trees_"][0][name] = value
    with pytest.raises(FAULTS):
        from_plain(content)


def test_the_arrays_of_trees_have_the_same_order_in_every_process():
    content = plain(trees(n_estimators=20))
    assert list(content["fitted"]["trees_"][0]) == [field.name for field in fields(Trees)]


def test_trees_are_refused_without_their_columns_or_without_any_tree():
    content = plain(trees(n_estimators=20))
    with pytest.raises(ValueError, match="column"):
        from_plain(content | {"features": ["a"]})
    content["fitted"]["trees_"] = []
    with pytest.raises(FAULTS):
        from_plain(content)


class Own(RegressorMixin, BaseEstimator):
    """An estimator of a type that is not trusted."""

    def fit(self, X, y):
        return self


def test_types_that_run_code_are_neither_written_nor_read(tmp_path):
    for estimator in (Own(), KNeighborsRegressor()):
        X, y = DATA
        fitted = ScikitLearn(estimator).fit(X.fillna(0), y)
        with pytest.raises(LCPError) as caught:
            to_plain(fitted)
        assert type(estimator).__name__ in caught.value.what or "KDTree" in caught.value.what
    content = plain(ScikitLearn(make_pipeline(*imputed(), SVR())))
    harmful = functools.partial(os.system, f"touch '{tmp_path / 'executed'}'")
    for data in (pickle.dumps(harmful), dumped(harmful)):
        content["fitted"]["estimator_"] = {"__skops__": np.frombuffer(data, np.uint8)}
        with pytest.raises(FAULTS, match=r"zip|not loaded"):
            from_plain(content)
    assert not (tmp_path / "executed").exists()


def dumped(estimator):
    import skops.io

    return skops.io.dumps(estimator)


def test_trees_of_scikit_learn_are_not_saved():
    X, y = DATA[0].fillna(0), DATA[1]
    for kind in (ExtraTreesRegressor, HistGradientBoostingRegressor):
        with pytest.raises(LCPError, match=r"cannot be loaded safely: .*Tree"):
            to_plain(ScikitLearn(kind()).fit(X, y))


def test_a_machine_with_too_few_coefficients_is_refused():
    X, y = DATA[0].fillna(0).to_numpy(), DATA[1]
    machine = SVR().fit(X, y)
    content = plain(ScikitLearn(make_pipeline(*imputed(), SVR())))
    machine._dual_coef_ = machine._dual_coef_[:, :2].copy()
    content["fitted"]["estimator_"] = {"__skops__": np.frombuffer(dumped(machine), np.uint8)}
    with pytest.raises(ValueError, match="consistent"):
        from_plain(content)
