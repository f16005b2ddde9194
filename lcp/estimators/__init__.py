"""Estimators: a recipe from ``models/`` as a scikit-learn regressor."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lcp.estimators.blend import Blend
    from lcp.estimators.boosted_trees import BoostedTrees
    from lcp.estimators.conditional_logit import ConditionalLogit
    from lcp.estimators.first_languages import FirstLanguagesRegressor
    from lcp.estimators.gaussian_process import GaussianProcess
    from lcp.estimators.loading import ESTIMATORS, load_estimator
    from lcp.estimators.multi_source import MultiSourceRegressor
    from lcp.estimators.ordinal_trees import OrdinalTrees
    from lcp.estimators.ranking_trees import RankingTrees
    from lcp.estimators.two_stage import TwoStageRegressor

# Imported on first use, so that a prediction does not wait for scikit-learn.
_HOME = {
    "ESTIMATORS": "loading",
    "Blend": "blend",
    "BoostedTrees": "boosted_trees",
    "ConditionalLogit": "conditional_logit",
    "FirstLanguagesRegressor": "first_languages",
    "GaussianProcess": "gaussian_process",
    "MultiSourceRegressor": "multi_source",
    "OrdinalTrees": "ordinal_trees",
    "RankingTrees": "ranking_trees",
    "TwoStageRegressor": "two_stage",
    "load_estimator": "loading",
}

__all__ = [
    "ESTIMATORS",
    "Blend",
    "BoostedTrees",
    "ConditionalLogit",
    "FirstLanguagesRegressor",
    "GaussianProcess",
    "MultiSourceRegressor",
    "OrdinalTrees",
    "RankingTrees",
    "TwoStageRegressor",
    "load_estimator",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
