"""Gradient-boosted trees and forests, kept as text."""

from __future__ import annotations

import inspect
import os
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from lcp.estimators import booster_text

if TYPE_CHECKING:
    from lightgbm import Booster
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


class BoostedTrees(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Gradient-boosted regression trees (LightGBM), the mean over several seeds.

    The same data, options and seed give the same model whatever the number of threads.
    What was learned is kept in LightGBM's own text format, which holds numbers and
    cannot run code; predictions before and after saving are identical because they are
    always made from that text.

    Parameters
    ----------
    boosting : {"gbdt", "dart", "rf"}, default="gbdt"
        ``gbdt`` grows each tree on what the earlier ones leave unexplained; ``dart`` on what
        a random part of them leaves (Rashmi & Gilad-Bachrach 2015), the mean of `y` apart;
        ``rf`` grows them independently, as a random forest (Breiman 2001), and ignores
        `learning_rate`.
    n_estimators : int, default=600
        Number of trees for each seed.
    learning_rate : float, default=0.02
        Weight of each tree.
    num_leaves : int, default=15
        Most leaves in a tree.
    max_depth : int or None, default=None
        Most splits between a tree's root and a leaf; None for no limit but `num_leaves`.
    min_child_samples : int, default=20
        Fewest training rows in a leaf; with fewer than ten times as many training rows,
        a tenth of these, so that a small training set still gives trees.
    subsample : float, default=0.7
        Share of the rows that a tree sees.
    subsample_freq : int, default=1
        Draw the rows anew every so many trees; 0 gives every tree all rows.
    colsample_bytree : float, default=0.2
        Share of the features that a tree sees.
    reg_lambda : float, default=5.0
        L2 penalty on the values of the leaves.
    max_bin : int, default=255
        Most intervals into which a feature's values are sorted before trees are grown; a
        split lies between two intervals.
    min_data_in_bin : int, default=3
        Fewest training rows in such an interval.
    drop_rate : float, default=0.1
        Share of the earlier trees that ``dart`` leaves out when it grows one; the others
        ignore it.
    extra_trees : bool, default=False
        Draw thresholds at random (Geurts, Ernst & Wehenkel 2006).
    n_seeds : int, default=3
        Number of models whose mean is the prediction.
    seed : int, default=0
        Seed of the first; the others follow from it.
    n_jobs : int or None, default=None
        Number of threads; None or -1 for every core (what OpenMP decides), -2 for
        all but one.

    Attributes
    ----------
    model_texts_ : list of str of length n_seeds
        The models in LightGBM's text format.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, when `X` had names.

    Notes
    -----
    NaN in `X` is a missing value, for which every split learns a side. Ke et al. (2017),
    LightGBM: a highly efficient gradient boosting decision tree.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.linspace(0, 1, 200)[:, None]
    >>> trees = BoostedTrees(n_estimators=200, n_jobs=1).fit(X, X.ravel() ** 2)
    >>> trees.predict([[0.1], [0.9]]).round(1).tolist()
    [0.0, 0.8]
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "boosting": [StrOptions({"gbdt", "dart", "rf"})],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "learning_rate": [Interval(Real, 0, None, closed="neither")],
        "num_leaves": [Interval(Integral, 2, 131_072, closed="both")],
        "max_depth": [Interval(Integral, 1, None, closed="left"), None],
        "min_child_samples": [Interval(Integral, 1, None, closed="left")],
        "subsample": [Interval(Real, 0, 1, closed="right")],
        "subsample_freq": [Interval(Integral, 0, None, closed="left")],
        "colsample_bytree": [Interval(Real, 0, 1, closed="right")],
        "reg_lambda": [Interval(Real, 0, None, closed="left")],
        "max_bin": [Interval(Integral, 2, None, closed="left")],
        "min_data_in_bin": [Interval(Integral, 1, None, closed="left")],
        "drop_rate": [Interval(Real, 0, 1, closed="both")],
        "extra_trees": ["boolean"],
        "n_seeds": [Interval(Integral, 1, None, closed="left")],
        "seed": [Interval(Integral, 0, 2**31 - 1, closed="left")],
        "n_jobs": [
            Interval(Integral, 1, None, closed="left"),
            Interval(Integral, None, -1, closed="right"),
            None,
        ],
    }

    _boosters: list[Booster] | None = None

    def __init__(
        self,
        *,
        boosting: str = "gbdt",
        n_estimators: int = 600,
        learning_rate: float = 0.02,
        num_leaves: int = 15,
        max_depth: int | None = None,
        min_child_samples: int = 20,
        subsample: float = 0.7,
        subsample_freq: int = 1,
        colsample_bytree: float = 0.2,
        reg_lambda: float = 5.0,
        max_bin: int = 255,
        min_data_in_bin: int = 3,
        drop_rate: float = 0.1,
        extra_trees: bool = False,
        n_seeds: int = 3,
        seed: int = 0,
        n_jobs: int | None = None,
    ) -> None:
        self.boosting = boosting
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.num_leaves = num_leaves
        self.max_depth = max_depth
        self.min_child_samples = min_child_samples
        self.subsample = subsample
        self.subsample_freq = subsample_freq
        self.colsample_bytree = colsample_bytree
        self.reg_lambda = reg_lambda
        self.max_bin = max_bin
        self.min_data_in_bin = min_data_in_bin
        self.drop_rate = drop_rate
        self.extra_trees = extra_trees
        self.n_seeds = n_seeds
        self.seed = seed
        self.n_jobs = n_jobs

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Grow the trees.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features; NaN where unknown.
        y : array-like of shape (n_rows,)
            Complexity; no NaN.

        Returns
        -------
        BoostedTrees
            Itself.

        Raises
        ------
        ValueError
            For an option out of range, fewer than two rows, NaN in `y`, infinite values or
            unequal lengths.
        """
        self._validate_params()
        rows, rated = validate_data(
            self,
            X,
            y,
            dtype=np.float64,
            ensure_all_finite="allow-nan",
            ensure_min_samples=2,
            y_numeric=True,
        )
        seeds = np.random.SeedSequence(self.seed).generate_state(self.n_seeds) >> 1
        self.model_texts_ = booster_text.grow(
            rows,
            rated,
            names=[str(name) for name in getattr(self, "feature_names_in_", ())],
            options=self._options(len(rated)),
            n_trees=self.n_estimators,
            seeds=seeds.tolist(),
        )
        self._boosters = booster_text.read(self.model_texts_)
        return self

    def predict(self, X: ArrayLike) -> Floats:
        """Predict the mean over the seeds.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features; NaN where unknown.

        Returns
        -------
        ndarray of shape (n_rows,)
            Not clipped.

        Raises
        ------
        NotFittedError
            Before :meth:`fit`.
        ValueError
            When the features are not those of :meth:`fit`.
        """
        return self._mean_prediction(X)

    def contributions(self, X: ArrayLike) -> Floats:
        """Share out each prediction over the features (TreeSHAP, Lundberg et al. 2020).

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features; NaN where unknown.

        Returns
        -------
        ndarray of shape (n_rows, n_features + 1)
            On the scale of `y`; the last column is the mean prediction on the training
            rows. Each row adds up to the prediction.
        """
        return self._mean_prediction(X, pred_contrib=True)

    @property
    def feature_importances_(self) -> Floats:
        """Total gain of the splits on each feature, mean over the seeds; shape (n_features,)."""
        check_is_fitted(self)
        gains = [booster.feature_importance("gain") for booster in self._fitted_boosters()]
        return np.asarray(np.mean(gains, axis=0))

    def _mean_prediction(self, X: ArrayLike, **options: bool) -> Floats:
        check_is_fitted(self)
        rows = validate_data(self, X, reset=False, dtype=np.float64, ensure_all_finite="allow-nan")
        threads = self._threads()
        boosters = self._fitted_boosters()
        predictions = [
            booster.predict(rows, num_threads=threads, **options) for booster in boosters
        ]
        if self.boosting == "rf" and options.get("pred_contrib"):
            # LightGBM adds up the trees of a forest here, where its prediction is their mean.
            trees = [booster.num_trees() for booster in boosters]
            predictions = [p / n for p, n in zip(predictions, trees, strict=True)]
        return np.asarray(np.mean(predictions, axis=0))

    def _options(self, n_rows: int) -> dict[str, Any]:
        return {
            "objective": "regression",
            "boosting": self.boosting,
            "learning_rate": self.learning_rate,
            "num_leaves": self.num_leaves,
            "max_depth": -1 if self.max_depth is None else self.max_depth,
            "min_data_in_leaf": max(1, min(self.min_child_samples, n_rows // 10)),
            "bagging_fraction": self.subsample,
            "bagging_freq": self.subsample_freq,
            "feature_fraction": self.colsample_bytree,
            "lambda_l2": self.reg_lambda,
            "max_bin": self.max_bin,
            "min_data_in_bin": self.min_data_in_bin,
            "drop_rate": self.drop_rate,
            "extra_trees": self.extra_trees,
            "data_random_seed": self.seed,
            "num_threads": self._threads(),
            "deterministic": True,
            "force_row_wise": True,
            "verbosity": -1,
        }

    def _threads(self) -> int:
        if self.n_jobs is None or self.n_jobs == -1:
            return 0
        cores = os.cpu_count() or 1
        return self.n_jobs if self.n_jobs > 0 else max(1, cores + 1 + self.n_jobs)

    def _fitted_boosters(self) -> list[Booster]:
        if self._boosters is None:
            self._boosters = booster_text.read(self.model_texts_)
        return self._boosters

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the boosters: they are read from the text again."""
        state = dict(super().__getstate__())
        state.pop("_boosters", None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Give the options that a model of an earlier version lacks their defaults.

        An option that is added must by default do what was done before it.
        """
        options = inspect.signature(type(self)).parameters.values()
        super().__setstate__({option.name: option.default for option in options} | state)

    def __sklearn_is_fitted__(self) -> bool:
        """Whether there are models."""
        return hasattr(self, "model_texts_")

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn that NaN is welcome."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
