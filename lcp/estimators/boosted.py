"""Gradient-boosted trees and forests."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.base.parameters import Limits
from lcp.estimators.lightgbm_package import import_lightgbm, thread_count
from lcp.estimators.regressor import Regressor
from lcp.estimators.trees import Trees

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.features.matrix import Matrix


_POSITIVE = Limits(low=1, whole=True)
_SHARE = Limits(low=0, high=1, above_low=True)
#: Seeds that LightGBM takes.
SEED = Limits(low=0, high=2**31 - 2, whole=True)


@dataclass(kw_only=True, eq=False, repr=False)
class BoostedTrees(Regressor):
    """Gradient-boosted regression trees (LightGBM), averaged over several seeds.

    The same data, parameters and seed give the same model for any number of threads. Predictions
    are made without LightGBM, and are the same to the last bit; see :mod:`lcp.estimators.trees`.

    Parameters
    ----------
    boosting : {"gbdt", "dart", "rf"}, default="gbdt"
        ``gbdt`` fits each tree to the residuals of all earlier trees; ``dart`` to those that a
        random part of them leaves (Rashmi & Gilad-Bachrach 2015), but never drops the mean of `y`;
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
    trees_ : list of Trees of length n_seeds
        The models.
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

    stored: ClassVar[dict[str, Any]] = {"trees_": [Trees]}
    uses_weights: ClassVar[bool] = True
    limits: ClassVar[dict[str, Limits]] = {
        "n_estimators": _POSITIVE,
        "learning_rate": Limits(low=0, above_low=True),
        "num_leaves": Limits(low=2, high=131_072, whole=True),
        "max_depth": Limits(low=1, whole=True, optional=True),
        "min_child_samples": _POSITIVE,
        "subsample": _SHARE,
        "subsample_freq": Limits(low=0, whole=True),
        "colsample_bytree": _SHARE,
        "reg_lambda": Limits(low=0),
        "max_bin": Limits(low=2, whole=True),
        "min_data_in_bin": _POSITIVE,
        "drop_rate": Limits(low=0, high=1),
        "n_seeds": _POSITIVE,
        "random_state": SEED,
    }

    boosting: str = "gbdt"
    n_estimators: int = 600
    learning_rate: float = 0.02
    num_leaves: int = 15
    max_depth: int | None = None
    min_child_samples: int = 20
    subsample: float = 0.7
    subsample_freq: int = 1
    colsample_bytree: float = 0.2
    reg_lambda: float = 5.0
    max_bin: int = 255
    min_data_in_bin: int = 3
    drop_rate: float = 0.1
    extra_trees: bool = False
    n_seeds: int = 3
    random_state: int = 0
    n_jobs: int | None = None

    def check_params(self) -> None:
        """Raise ValueError for an invalid parameter."""
        super().check_params()
        if self.boosting not in ("gbdt", "dart", "rf"):
            valid = "'gbdt', 'dart' or 'rf'"
            raise ValueError(f"The 'boosting' parameter must be {valid}, not {self.boosting!r}.")
        if not isinstance(self.extra_trees, bool | np.bool_):
            raise ValueError("The 'extra_trees' parameter must be True or False.")  # noqa: TRY004
        check_n_jobs(self.n_jobs)

    def _fit(self, X: Matrix, y: Floats) -> None:
        seeds = np.random.SeedSequence(self.random_state).generate_state(self.n_seeds) >> 1
        self.trees_ = _grown(
            X,
            y,
            _lightgbm_options(self.get_params(), len(y)),
            self.n_estimators,
            seeds.tolist(),
        )

    def _predict(self, X: Matrix) -> Floats:
        parts = [part.predict(X.values, self.n_jobs) for part in self.trees_]
        return np.asarray(np.mean(parts, axis=0))

    def check(self) -> None:
        """Raise ValueError unless there are trees, which compare the features."""
        if not self.trees_:
            raise ValueError("it has no trees")
        for trees in self.trees_:
            trees.check(self.n_features_in_)

    def is_explainable(self) -> bool:
        """Return True: contributions are TreeSHAP values (Lundberg et al. 2020)."""
        return True

    def _contributions(self, X: Matrix) -> Floats:
        parts = [part.contributions(X.values, self.n_jobs) for part in self.trees_]
        return np.asarray(np.mean(parts, axis=0))


def check_n_jobs(n_jobs: object) -> None:
    """Raise ValueError unless this is a number of threads: not 0, or None."""
    Limits(whole=True, optional=True).check("n_jobs", n_jobs)
    if n_jobs == 0:
        raise ValueError("The 'n_jobs' parameter must not be 0.")


def _lightgbm_options(parameters: Mapping[str, Any], n_rows: int) -> dict[str, Any]:
    """Translate the parameters of :class:`BoostedTrees` for `n_rows` training rows."""
    # All other parameters have the names of LightGBM's scikit-learn interface, which it accepts.
    separate = ("n_estimators", "n_seeds", "random_state", "n_jobs")
    return {
        **{name: value for name, value in parameters.items() if name not in separate},
        "objective": "regression",
        "max_depth": parameters["max_depth"] or -1,
        "min_child_samples": max(1, min(parameters["min_child_samples"], n_rows // 10)),
        "data_random_seed": parameters["random_state"],
        "num_threads": thread_count(parameters["n_jobs"]),
        "deterministic": True,
        # A tree uses few of the columns, and needs no histograms of the others.
        "force_col_wise": True,
        "verbosity": -1,
    }


def _grown(
    X: Matrix, y: Floats, options: dict[str, Any], n_trees: int, seeds: Sequence[int]
) -> list[Trees]:
    """Train one model per seed."""
    lightgbm = import_lightgbm()
    # LightGBM adds the mean to the first tree, which DART drops and shrinks like any other. With
    # a large `lambda_l2`, all predictions would be far too low.
    is_dart = options["boosting"] == "dart"
    mean = float(np.average(y, weights=X.weights)) if is_dart else 0.0
    table = lightgbm.Dataset(X.values, y - mean, weight=X.weights, params=options)
    grown = [Trees.of(booster) for booster in _boosters(table, options, n_trees, seeds)]
    for trees in grown:
        trees.leaves[: trees.sizes[0]] += mean
    return grown


def _boosters(
    table: Any, options: Mapping[str, Any], n_trees: int, seeds: Sequence[int]
) -> Iterable[Any]:
    """Train one model per seed, at the same time if there are enough threads."""
    lightgbm = import_lightgbm()
    # Threads of one tree wait for each other at every split; threads of different models do not.
    threads = options["num_threads"] or os.cpu_count() or 1
    workers = min(threads, len(seeds))
    shared = {**options, "num_threads": threads // workers, "num_iterations": n_trees}
    lock, stopped = threading.Lock(), threading.Event()

    def train(seed: int) -> Any:
        # In this thread, because LightGBM's verbosity is set per thread.
        with lock:
            booster = lightgbm.Booster({**shared, "seed": seed}, table)
        for _ in range(n_trees):
            if stopped.is_set():
                break
            booster.update()
        return booster

    if workers == 1:
        return map(train, seeds)
    with ThreadPoolExecutor(workers) as pool:
        try:
            return list(pool.map(train, seeds))
        except BaseException:  # such as Ctrl-C
            stopped.set()
            raise
