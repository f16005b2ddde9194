"""Gradient-boosted trees and forests, stored as text."""

from __future__ import annotations

import inspect
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base import check_fitted
from lcp.estimators.base import Regressor
from lcp.estimators.trees import Trees

if TYPE_CHECKING:
    from lightgbm import Booster
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

#: Numbers of rows from which LightGBM is faster, even if it has to be imported first: for trees of
#: any size, and for those of which :class:`lcp.estimators.leaf_sets.LeafSets` can be made.
BATCH, SMALL_TREES_BATCH = 1_000, 10_000


class BoostedTrees(Regressor):
    """Gradient-boosted regression trees (LightGBM), averaged over several seeds.

    The same data, parameters and seed give the same model for any number of threads. The model
    is stored in LightGBM's text format, which contains numbers and cannot run code. Predictions
    are always made from that text, so they are identical before and after saving. Those of up to
    10,000 rows, or 1,000 if a tree has more than 64 leaves, are made without LightGBM and are
    identical too; see :mod:`lcp.estimators.trees`.

    Parameters
    ----------
    boosting : {"gbdt", "dart", "rf"}, default="gbdt"
        ``gbdt`` fits each tree to the residuals of all earlier trees; ``dart`` to those of a
        random part of them (Rashmi & Gilad-Bachrach 2015), but never drops the mean of `y`;
        ``rf`` grows the trees independently, as a random forest (Breiman 2001), and ignores
        `learning_rate`.
    n_estimators : int, default=600
        Number of trees per seed.
    learning_rate : float, default=0.02
        Weight of each tree.
    num_leaves : int, default=15
        Maximum number of leaves of a tree.
    max_depth : int or None, default=None
        Maximum number of splits between the root and a leaf; None for no limit.
    min_child_samples : int, default=20
        Minimum number of training rows in a leaf, but at most a tenth of all training rows.
    subsample : float, default=0.7
        Share of the rows that each tree uses.
    subsample_freq : int, default=1
        Number of trees after which the rows are sampled again; 0 uses all rows.
    colsample_bytree : float, default=0.2
        Share of the features that each tree uses.
    reg_lambda : float, default=5.0
        L2 penalty on the values of the leaves.
    max_bin : int, default=255
        Maximum number of bins of a feature; thresholds lie between bins.
    min_data_in_bin : int, default=3
        Minimum number of training rows in a bin.
    drop_rate : float, default=0.1
        Share of the earlier trees that ``dart`` drops; ignored by the others.
    extra_trees : bool, default=False
        Whether to draw thresholds at random (Geurts, Ernst & Wehenkel 2006).
    n_seeds : int, default=3
        Number of models whose predictions are averaged.
    random_state : int, default=0
        Seed from which the seeds of the models are derived.
    n_jobs : int or None, default=None
        Number of threads. None or -1 uses all processors, -2 all but one.

    Attributes
    ----------
    model_texts_ : list of str of length n_seeds
        The models in LightGBM's text format.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if `X` had names.

    Notes
    -----
    Every split learns on which side missing values (NaN) go. Ke et al. (2017), LightGBM: a
    highly efficient gradient boosting decision tree.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.linspace(0, 1, 200)[:, None]
    >>> trees = BoostedTrees(n_estimators=200, n_jobs=1).fit(X, X.ravel() ** 2)
    >>> trees.predict([[0.1], [0.9]]).round(1).tolist()
    [0.0, 0.8]
    """

    __module__ = "lcp.estimators"  # the name in saved models

    model_texts_: list[str]
    _boosters: list[Booster] | None = None
    _trees: list[Trees] | None = None

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
        random_state: int = 0,
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
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _constraints(self) -> dict[str, list[Any]]:
        from sklearn.utils._param_validation import Interval, StrOptions

        positive = Interval(Integral, 1, None, closed="left")
        return {
            "boosting": [StrOptions({"gbdt", "dart", "rf"})],
            "n_estimators": [positive],
            "learning_rate": [Interval(Real, 0, None, closed="neither")],
            "num_leaves": [Interval(Integral, 2, 131_072, closed="both")],
            "max_depth": [positive, None],
            "min_child_samples": [positive],
            "subsample": [Interval(Real, 0, 1, closed="right")],
            "subsample_freq": [Interval(Integral, 0, None, closed="left")],
            "colsample_bytree": [Interval(Real, 0, 1, closed="right")],
            "reg_lambda": [Interval(Real, 0, None, closed="left")],
            "max_bin": [Interval(Integral, 2, None, closed="left")],
            "min_data_in_bin": [positive],
            "drop_rate": [Interval(Real, 0, 1, closed="both")],
            "extra_trees": ["boolean"],
            "n_seeds": [positive],
            "random_state": [Interval(Integral, 0, 2**31 - 1, closed="left")],
            "n_jobs": [positive, Interval(Integral, None, -1, closed="right"), None],
        }

    def fit(self, X: ArrayLike, y: ArrayLike, *, group_size: int | None = None) -> Self:
        """Grow the trees.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features; NaN if unknown.
        y : array-like of shape (n_rows,)
            Complexity, without NaN.
        group_size : int, optional
            Number of consecutive rows that are ranked with each other, to maximise the normalised
            discounted cumulative gain (LambdaMART, Burges 2010). `y` is then 0 or 1, and the
            predictions are scores. Default: regression.

        Raises
        ------
        ValueError
            If a parameter is out of range, there are fewer than two rows, `y` has NaN, a value
            is infinite, or the lengths differ.
        """
        from lcp.estimators import booster_text

        self._validate_params()
        rows, rated = self._training_data(X, y)
        seeds = np.random.SeedSequence(self.random_state).generate_state(self.n_seeds) >> 1
        self.model_texts_ = booster_text.grow(
            rows,
            rated,
            names=[str(name) for name in getattr(self, "feature_names_in_", ())],
            options=booster_text.lightgbm_options(self.get_params(), len(rated)),
            n_trees=self.n_estimators,
            group_size=group_size,
            seeds=seeds.tolist(),
        )
        self._boosters = booster_text.read(self.model_texts_)
        self._trees = [Trees.read(text) for text in self.model_texts_]
        return self

    def predict_rows(self, rows: Floats) -> Floats:
        """Predict rows that need no validation; see :meth:`Regressor.predict_rows`.

        Raises
        ------
        InputError
            If the text of the models is damaged.
        """
        trees = self._fitted_trees()
        small = all(part.leaf_sets is not None for part in trees)
        if len(rows) < (SMALL_TREES_BATCH if small else BATCH):
            return np.asarray(np.mean([part.predict(rows) for part in trees], axis=0))
        from lcp.estimators import booster_text

        threads = booster_text.thread_count(self.n_jobs)
        return booster_text.mean_prediction(self._fitted_boosters(), rows, threads)

    def contributions(self, X: ArrayLike) -> Floats:
        """Attribute each prediction to the features (TreeSHAP, Lundberg et al. 2020).

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features; NaN if unknown.

        Returns
        -------
        ndarray of shape (n_rows, n_features + 1)
            Contributions on the scale of `y`; the last column is the mean prediction for the
            training rows. Each row sums to the prediction.
        """
        from lcp.estimators import booster_text

        rows = self._rows(X)
        threads = booster_text.thread_count(self.n_jobs)
        forest = self.boosting == "rf"
        return booster_text.mean_contributions(
            self._fitted_boosters(), rows, threads, forest=forest
        )

    @property
    def feature_importances_(self) -> Floats:
        """Total gain of the splits on each feature, averaged over the seeds."""
        check_fitted(self)
        from lcp.estimators import booster_text

        return booster_text.mean_gain(self._fitted_boosters())

    def _fitted_trees(self) -> list[Trees]:
        if self._trees is None:
            trees = [Trees.read(text) for text in self._texts()]
            n_features = getattr(self, "n_features_in_", None)
            if type(n_features) is not int:
                raise Trees.damaged("it lacks the number of features")
            if max(part.features.max() for part in trees) >= n_features:
                raise Trees.damaged("it has more features than the estimator")
            self._trees = trees
        return self._trees

    def _texts(self) -> list[str]:
        """Return the models' texts, which may come from a file."""
        texts = getattr(self, "model_texts_", None)
        if not isinstance(texts, list) or not texts or not all(isinstance(t, str) for t in texts):
            raise Trees.damaged("they are not a list of texts")
        return texts

    def _fitted_boosters(self) -> list[Booster]:
        if self._boosters is None:
            from lcp.estimators import booster_text

            self._fitted_trees()
            self._boosters = booster_text.read(self.model_texts_)
        return self._boosters

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what can be read from the text again."""
        return {k: v for k, v in vars(self).items() if k not in ("_boosters", "_trees")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Give parameters that are newer than the saved model their defaults.

        The default of a new parameter must therefore keep the earlier behaviour.
        """
        parameters = inspect.signature(type(self)).parameters.values()
        vars(self).update({p.name: p.default for p in parameters} | state)

    def __sklearn_is_fitted__(self) -> bool:
        """Return whether there are models."""
        return hasattr(self, "model_texts_")
