"""The estimators of this package and of plugins by name."""

from __future__ import annotations

from typing import Any

from lcp.base.task import TASKS

#: ``MODULE:CLASS`` of the estimators of this package by their names in recipes.
ESTIMATORS = {
    "boosted-trees": "lcp.estimators.boosted:BoostedTrees",
    "gaussian-process": "lcp.estimators.gaussian_process:GaussianProcess",
    "two-stage": "lcp.estimators.two_stage:TwoStageRegressor",
    "multi-source": "lcp.estimators.multi_source:MultiSourceRegressor",
}
#: Estimators that no recipe names, because they consist of others.
_WRAPPERS = {
    "Blend": "lcp.estimators.blend:Blend",
    "ScikitLearn": "lcp.estimators.adapter:ScikitLearn",
}


def estimator_of_recipe(name: str) -> Any:
    """Return the class that a recipe names; None if there is none."""
    return TASKS.member("estimators", name, ESTIMATORS)


def estimator_of_model(name: str) -> Any:
    """Return the class with its own name; None if there is none."""
    return TASKS.member("estimators", name, {**ESTIMATORS, **_WRAPPERS})
