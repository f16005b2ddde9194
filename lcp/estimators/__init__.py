"""Estimators: a recipe from ``models/`` as a regressor."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lcp.estimators.base import Regressor
    from lcp.estimators.blend import Blend
    from lcp.estimators.boosted import BoostedTrees
    from lcp.estimators.gaussian_process import GaussianProcess
    from lcp.estimators.multi_source import MultiSourceRegressor
    from lcp.estimators.recipe import load_estimator
    from lcp.estimators.scikit_learn import ScikitLearn
    from lcp.estimators.two_stage import TwoStageRegressor

#: Modules of the estimators, by the names of their classes in saved models. They are imported on
#: first use, so that a prediction does not wait for scikit-learn.
CLASSES = {
    "Blend": "blend",
    "BoostedTrees": "boosted",
    "GaussianProcess": "gaussian_process",
    "MultiSourceRegressor": "multi_source",
    "ScikitLearn": "scikit_learn",
    "TwoStageRegressor": "two_stage",
}
_HOME = {**CLASSES, "Regressor": "base", "load_estimator": "recipe"}

__all__ = [
    "Blend",
    "BoostedTrees",
    "GaussianProcess",
    "MultiSourceRegressor",
    "Regressor",
    "ScikitLearn",
    "TwoStageRegressor",
    "load_estimator",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
