"""Estimators: a recipe from ``models/`` as a scikit-learn regressor."""

from lcp.estimators.blend import Blend
from lcp.estimators.boosted_trees import BoostedTrees
from lcp.estimators.gaussian_process import GaussianProcess
from lcp.estimators.loading import ESTIMATORS, load_estimator
from lcp.estimators.words_then_expressions import WordsThenExpressions

# Saved models name the types they hold: these names must not change when a file moves.
for _kind in (Blend, BoostedTrees, GaussianProcess, WordsThenExpressions):
    _kind.__module__ = __name__

__all__ = [
    "ESTIMATORS",
    "Blend",
    "BoostedTrees",
    "GaussianProcess",
    "WordsThenExpressions",
    "load_estimator",
]
