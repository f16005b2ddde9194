"""Prediction intervals, learned from the errors of out-of-fold predictions.

Conformal prediction (Vovk, Gammerman & Shafer 2005) works with any estimator and any distribution
of its errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base import Estimator, check_fitted
from lcp.columns import Columns, columns_of, n_rows
from lcp.corpora.instances import is_multiword
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.evaluation.labels import UNSEEN

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Group = tuple[str | None, str | None]

#: Minimum number of instances in a bin.
_SMALLEST_BIN = 50
#: Lower limit of the mean error, for models that reproduce their training ratings.
_SMALLEST_ERROR = 0.001
#: Maximum number of errors stored per group; limits are interpolated between them.
_STORED = 201
#: Decimals of a stored error; the rounding error is below 0.001 on the 0-1 scale.
_DECIMALS = 4


class ConformalInterval(Estimator):
    """Limits around a prediction that contain a given share of ratings.

    Errors (rating minus prediction) of out-of-fold predictions are divided by the mean absolute
    error at that predicted complexity (Papadopoulos, Gammerman & Vovk 2008), because errors on
    difficult words are larger. The limits are quantiles of these normalised errors, one per side
    because complexity is skewed: of `n` errors, the `k`-th smallest and the `k`-th largest,
    ``k = floor((1 - coverage) / 2 * (n + 1))``. They contain an exchangeable rating with a
    probability of at least `coverage`. Strictly, this applies to a model that produced none of
    the errors. Using out-of-fold errors for a model trained on all instances assumes that both
    predict similarly (Barber, Candès, Ramdas & Tibshirani 2021), so coverage is also measured:
    see :mod:`lcp.evaluation.calibration`.

    Words and expressions of each genre have their own quantiles (Mondrian; Vovk et al. 2005).
    Unknown and small genres use those of all genres.

    Parameters
    ----------
    bins : int, default=10
        Maximum number of bins of equal size for the mean absolute error, which is interpolated
        between their centres.
    smallest_group : int, default=200
        Minimum number of instances of a group with its own quantiles.

    Attributes
    ----------
    centres_ : ndarray of shape (n_bins,)
        Mean prediction of each bin, 0-1.
    errors_ : ndarray of shape (n_bins,)
        Mean absolute error of each bin, on the 0-1 scale.
    groups_ : dict of (genre, kind) to (n, ndarray)
        Number of instances, and at most 201 of their normalised errors, ascending and evenly
        spaced in rank. The kind is ``single`` or ``mwe``; None means all genres or kinds.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"token": ["ewe"] * 19, "complexity": np.arange(19) / 20})
    >>> interval = ConformalInterval().fit(table, np.full(19, 0.4))
    >>> interval.predict(table.head(1), [0.4], coverage=0.8).round(2).to_dict("records")
    [{'low': 0.05, 'high': 0.85}]
    """

    def __init__(self, *, bins: int = 10, smallest_group: int = 200) -> None:
        self.bins = bins
        self.smallest_group = smallest_group

    def fit(self, table: pd.DataFrame, predictions: pd.DataFrame | ArrayLike) -> Self:
        """Learn from out-of-fold predictions.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
            Instances with ``token`` and ``complexity``, and ``genre`` if known. Rows of the genre
            `UNSEEN` calibrate the limits for genres that were not in the training data.
        predictions : array-like of shape (n_instances,) or (n_instances, repeats)
            Out-of-fold predictions, 0-1; see :func:`lcp.cross_validate`. Errors of the same
            rank are averaged over repeats.

        Raises
        ------
        InputError
            If there are no instances, ratings are missing or outside 0-1, or the number of
            predictions differs.
        """
        rated = ratings(table)
        if not len(table):
            raise InputError("The table has no instances.", hint="Give rated instances.")
        predicted = _predictions(predictions, len(table))
        errors = rated[:, None] - predicted
        own = _groups(_columns(table))
        seen = np.array([genre != UNSEEN for genre, _ in own])
        if not seen.any():
            seen[:] = True
        bins = max(1, min(self.bins, int(seen.sum()) // _SMALLEST_BIN))
        self.centres_, self.errors_ = _local_error(
            predicted[seen].ravel(), np.abs(errors[seen]).ravel(), bins
        )
        normalised = errors / self._expected_error(predicted)
        self.groups_: dict[Group, tuple[int, Floats]] = {}
        for groups in (own, [(None, kind) for _, kind in own]):
            for group in sorted(set(groups), key=str):
                members = np.array([other == group for other in groups])
                if group[0] is None:
                    members &= seen
                if self.smallest_group <= members.sum() < len(table):
                    self.groups_[group] = _quantiles(normalised[members])
        self.groups_[None, None] = _quantiles(normalised[seen])
        return self

    def predict(
        self, table: pd.DataFrame, predicted: ArrayLike, *, coverage: float = 0.9
    ) -> pd.DataFrame:
        """Return the limits of predictions.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
            Instances with ``token``, and ``genre`` if known.
        predicted : array-like of shape (n_instances,)
            Predicted complexity, 0-1.
        coverage : float, default=0.9
            Share of ratings inside the limits.

        Returns
        -------
        DataFrame of shape (n_instances, 2)
            Columns ``low`` and ``high`` (0-1), with the index of `table`. The prediction is
            always inside.

        Raises
        ------
        InputError
            If `coverage` is not between 0 and 1, or the number of predictions differs.
        """
        import pandas as pd

        limits = self.limits(_columns(table), predicted, coverage=coverage)
        return pd.DataFrame(limits, index=table.index, columns=["low", "high"])

    def limits(self, columns: Columns, predicted: ArrayLike, *, coverage: float = 0.9) -> Floats:
        """Return the limits for plain columns: :meth:`predict` without pandas, shape (n, 2)."""
        check_fitted(self)
        check_coverage(coverage)
        centre = _predictions(np.ravel(predicted), n_rows(columns))[:, 0]
        limits_of = {
            group: _limits(n, stored, coverage) for group, (n, stored) in self.groups_.items()
        }
        groups = _groups(columns)
        limits_of |= {group: limits_of[self._narrowest(group)] for group in set(groups)}
        limits = np.array([limits_of[group] for group in groups]).reshape(-1, 2)
        around = centre[:, None] + limits * self._expected_error(centre)[:, None]
        return np.asarray(around.clip(0, 1))

    def to_dict(self) -> dict[str, Any]:
        """Return the fitted intervals as JSON types, for :meth:`from_dict`."""
        check_fitted(self)
        return {
            "parameters": self.get_params(),
            "centres": self.centres_.tolist(),
            "errors": self.errors_.tolist(),
            "groups": [
                {"genre": genre, "kind": kind, "n": n, "normalised_errors": stored.tolist()}
                for (genre, kind), (n, stored) in self.groups_.items()
            ],
        }

    @classmethod
    def from_dict(cls, about: dict[str, Any]) -> Self:
        """Restore fitted intervals from :meth:`to_dict`.

        Raises
        ------
        KeyError, TypeError, ValueError
            If `about` was not made by :meth:`to_dict`.
        """
        interval = cls(**about["parameters"])
        interval.centres_ = _numbers(about["centres"])
        interval.errors_ = _numbers(about["errors"])
        interval.groups_ = {
            (group["genre"], group["kind"]): (int(group["n"]), _numbers(group["normalised_errors"]))
            for group in about["groups"]
        }
        if len(interval.centres_) != len(interval.errors_) or (None, None) not in interval.groups_:
            raise ValueError("the intervals are incomplete")
        return interval

    def _narrowest(self, group: Group) -> Group:
        """Return the smallest fitted group that includes `group`."""
        candidates = (group, (UNSEEN, group[1]), (None, group[1]), (None, None))
        return next(candidate for candidate in candidates if candidate in self.groups_)

    def _expected_error(self, predicted: Floats) -> Floats:
        return np.interp(predicted, self.centres_, self.errors_)


def check_coverage(coverage: float) -> None:
    """Raise :class:`InputError` if `coverage` is not between 0 and 1."""
    if not 0 < coverage < 1:
        raise InputError(
            f"The coverage {coverage} is not between 0 and 1.",
            where="coverage",
            hint="Give a share of ratings, such as 0.9.",
        )


def _predictions(predictions: pd.DataFrame | ArrayLike, n: int) -> Floats:
    """Return predictions as an array of shape (n_instances, repeats)."""
    predicted = np.atleast_1d(np.asarray(predictions, dtype=np.float64))
    if len(predicted) != n:
        raise InputError(
            f"There are {len(predicted)} predictions for {n} instances.",
            hint="Give one prediction per instance, in the order of the table.",
        )
    if not np.isfinite(predicted).all():
        raise InputError(
            "A prediction is not a finite number.",
            hint="Give a complexity from 0 to 1 for each instance.",
        )
    return predicted.reshape(n, -1) if n else np.empty((0, 1))


def _columns(table: pd.DataFrame) -> Columns:
    return columns_of(table[[name for name in ("token", "genre") if name in table]])


def _groups(columns: Columns) -> list[Group]:
    """Return genre and kind of each instance."""
    genres = [str(genre) for genre in columns.get("genre", [""] * n_rows(columns))]
    kinds = np.where(is_multiword(columns["token"]), "mwe", "single")
    return list(zip(genres, kinds.tolist(), strict=True))


def _local_error(predicted: Floats, errors: Floats, bins: int) -> tuple[Floats, Floats]:
    """Return mean prediction and mean absolute error of bins of equal size."""
    import pandas as pd

    edges = np.quantile(predicted, np.arange(1, bins) / bins)
    bin_of = np.searchsorted(edges, predicted, side="right")
    means = pd.DataFrame({"centre": predicted, "error": errors}).groupby(bin_of).mean()
    return means["centre"].to_numpy(), means["error"].clip(lower=_SMALLEST_ERROR).to_numpy()


def _quantiles(normalised: Floats) -> tuple[int, Floats]:
    """Return the number of instances, and the errors to store of (n_instances, repeats)."""
    ascending = np.sort(normalised, axis=0).mean(axis=1)
    n = len(ascending)
    return n, ascending[_ranks(n, min(n, _STORED)) - 1].round(_DECIMALS)


def _ranks(n: int, count: int) -> NDArray[np.intp]:
    """Return the ranks, from 1 to n, of the errors to store."""
    return np.linspace(1, n, count).astype(np.intp)


def _limits(n: int, stored: Floats, coverage: float) -> tuple[float, float]:
    """Return the lower and upper limit in units of the expected error."""
    # In floating point, (1 - 0.9) / 2 is slightly less than 0.05.
    rank = int((1 - coverage) / 2 * (n + 1) + 1e-9)
    if rank == 0:
        return -np.inf, np.inf
    low, high = np.interp([rank, n + 1 - rank], _ranks(n, len(stored)), stored)
    return min(low, 0.0), max(high, 0.0)


def _numbers(values: list[float]) -> Floats:
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.ndim != 1 or not len(numbers) or not np.isfinite(numbers).all():
        raise ValueError("the intervals are not lists of numbers")
    return numbers
