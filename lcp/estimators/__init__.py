"""Estimators: a recipe from ``models/`` as a scikit-learn regressor."""

from lcp.estimators.boosted_trees import BoostedTrees
from lcp.estimators.loading import ESTIMATORS, load_estimator

# Saved models name the type they hold: that name must not change when a file moves.
BoostedTrees.__module__ = __name__

__all__ = ["ESTIMATORS", "BoostedTrees", "load_estimator"]
