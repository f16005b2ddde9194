"""Estimators: a recipe from ``models/`` as a scikit-learn regressor."""

from lcp.estimators.blend import Blend
from lcp.estimators.boosted_trees import BoostedTrees
from lcp.estimators.gaussian_process import GaussianProcess
from lcp.estimators.loading import ESTIMATORS, load_estimator
from lcp.estimators.multi_source import MultiSourceRegressor
from lcp.estimators.two_stage import TwoStageRegressor

# Saved models refer to types by module and name, which must not change when a file moves.
for _type in (Blend, BoostedTrees, GaussianProcess, MultiSourceRegressor, TwoStageRegressor):
    _type.__module__ = __name__

__all__ = [
    "ESTIMATORS",
    "Blend",
    "BoostedTrees",
    "GaussianProcess",
    "MultiSourceRegressor",
    "TwoStageRegressor",
    "load_estimator",
]
