"""Intervals: the limits between which the rating of an instance such as this one lies.

Conformal prediction (Vovk, Gammerman & Shafer 2005): the errors of out-of-fold predictions say
how far ratings lie from predictions, whatever the estimator and the shape of its errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.text import expression_words

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Group = tuple[str | None, str | None]

#: Fewer instances than this are too few for the mean error of a bin.
_SMALLEST_BIN = 50
#: A model that repeats its ratings still does not know them better than this.
_SMALLEST_ERROR = 0.001
#: Errors that are kept for a group; what lies between two of them is interpolated.
_KEPT = 201
#: Four decimals of a normalised error are less than a thousandth of the 0-1 scale.
_DECIMALS = 4


class ConformalInterval(BaseEstimator):  # type: ignore[misc]
    """Limits around a prediction that hold a chosen share of ratings.

    Errors (rated minus predicted) of out-of-fold predictions are divided by the mean absolute
    error at that predicted complexity (Papadopoulos, Gammerman & Vovk 2008), since errors on
    words that are hard are larger. The limits are quantiles of these normalised errors, one for
    each side since complexity is skewed: of `n` errors, the `k`-th smallest and the `k`-th
    largest, ``k = floor((1 - coverage) / 2 * (n + 1))``. They hold a rating exchangeable with
    the others with a probability of at least `coverage`. Strictly this is promised of models
    that none of the errors come from; that out-of-fold errors do for a model that is trained on
    all instances rests on the two predicting alike (Barber, Candès, Ramdas & Tibshirani 2021),
    which is why coverage is measured: see :mod:`lcp.evaluation.calibration`.

    Words and expressions of each corpus have quantiles of their own (Mondrian; Vovk et al.
    2005); a corpus that is unknown or small has those of all corpora.

    Parameters
    ----------
    bins : int, default=10
        Most bins of equal size in which the mean absolute error is measured; between their
        means it is interpolated.
    smallest_group : int, default=200
        Fewest instances with which a group has quantiles of its own.

    Attributes
    ----------
    centres_ : ndarray of shape (n_bins,)
        Mean prediction of each bin, 0-1.
    errors_ : ndarray of shape (n_bins,)
        Mean absolute error of each bin, on the 0-1 scale.
    groups_ : dict of (corpus, kind) to (n, ndarray)
        Number of instances and at most 201 of their normalised errors, ascending and evenly
        spaced in rank. The kind is ``single`` or ``mwe``; None stands for every one.

    Examples
    --------
    >>> table = pd.DataFrame({"token": ["ewe"] * 19, "complexity": np.arange(19) / 20})
    >>> interval = ConformalInterval().fit(table, np.full(19, 0.4))
    >>> interval.predict(table.head(1), [0.4], coverage=0.8).round(2).to_dict("records")
    [{'low': 0.05, 'high': 0.85}]
    """

    def __init__(self, *, bins: int = 10, smallest_group: int = 200) -> None:
        self.bins = bins
        self.smallest_group = smallest_group

    def fit(self, table: pd.DataFrame, predictions: pd.DataFrame | ArrayLike) -> Self:
        """Learn from predictions of models that did not see the instances.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
            Instances with their ``token`` and ``complexity``, and ``corpus`` where it is known.
        predictions : array-like of shape (n_instances,) or (n_instances, repeats)
            Out-of-fold predictions, 0-1, as
            :func:`lcp.evaluation.crossvalidation.cross_validate` returns them. Repeats are not
            more instances: each error is the mean over repeats of those of its rank.

        Raises
        ------
        InputError
            When there are no instances, ratings are missing or not from 0 to 1, or there is
            not a prediction for each instance.
        """
        rated = ratings(table)
        if not len(table):
            raise InputError("There are no instances to learn from.", hint="Give rated instances.")
        predicted = _predictions(predictions, len(table))
        errors = rated[:, None] - predicted
        bins = max(1, min(self.bins, len(table) // _SMALLEST_BIN))
        self.centres_, self.errors_ = _local_error(predicted.ravel(), np.abs(errors).ravel(), bins)
        normalised = errors / self._expected_error(predicted)
        self.groups_: dict[Group, tuple[int, Floats]] = {}
        own = _groups(table)
        for names in (own, [(None, kind) for _, kind in own]):
            for name in sorted(set(names)):
                chosen = np.array([each == name for each in names])
                if self.smallest_group <= chosen.sum() < len(table):
                    self.groups_[name] = _quantiles(normalised[chosen])
        self.groups_[None, None] = _quantiles(normalised)
        return self

    def predict(
        self, table: pd.DataFrame, predicted: ArrayLike, *, coverage: float = 0.9
    ) -> pd.DataFrame:
        """Limits for predictions of the final model.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
            Instances with their ``token``, and ``corpus`` where it is known.
        predicted : array-like of shape (n_instances,)
            Their predicted complexity, 0-1.
        coverage : float, default=0.9
            Share of ratings that the limits are to hold; more give wider limits.

        Returns
        -------
        DataFrame of shape (n_instances, 2)
            Columns ``low`` and ``high``, 0-1, with the index of `table`; the prediction is
            never outside.

        Raises
        ------
        InputError
            When `coverage` is not between 0 and 1, or there is not a prediction for each
            instance.
        """
        check_is_fitted(self)
        check_coverage(coverage)
        centre = _predictions(np.ravel(predicted), len(table))[:, 0]
        names = _groups(table)
        known = {name: _limits(*held, coverage) for name, held in self.groups_.items()}
        of_group = {
            name: next(known[each] for each in _narrowest_first(name) if each in known)
            for name in set(names)
        }
        limits = np.array([of_group[name] for name in names]).reshape(-1, 2)
        around = centre[:, None] + limits * self._expected_error(centre)[:, None]
        return pd.DataFrame(around.clip(0, 1), index=table.index, columns=["low", "high"])

    def to_json(self) -> dict[str, Any]:
        """What was learned, as JSON can hold it; :meth:`from_json` reads it."""
        check_is_fitted(self)
        return {
            "parameters": self.get_params(),
            "centres": self.centres_.tolist(),
            "errors": self.errors_.tolist(),
            "groups": [
                {"corpus": corpus, "kind": kind, "n": n, "normalised_errors": kept.tolist()}
                for (corpus, kind), (n, kept) in self.groups_.items()
            ],
        }

    @classmethod
    def from_json(cls, held: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` wrote.

        Raises
        ------
        KeyError, TypeError, ValueError
            When it is something else.
        """
        interval = cls(**held["parameters"])
        interval.centres_ = _numbers(held["centres"])
        interval.errors_ = _numbers(held["errors"])
        interval.groups_ = {
            (group["corpus"], group["kind"]): (
                int(group["n"]),
                _numbers(group["normalised_errors"]),
            )
            for group in held["groups"]
        }
        if len(interval.centres_) != len(interval.errors_) or (None, None) not in interval.groups_:
            raise ValueError("the intervals are not whole")
        return interval

    def _expected_error(self, predicted: Floats) -> Floats:
        """Mean absolute error at each predicted complexity."""
        return np.interp(predicted, self.centres_, self.errors_)


def check_coverage(coverage: float) -> None:
    """Refuse what is no share.

    Raises
    ------
    InputError
        When `coverage` is not between 0 and 1.
    """
    if not 0 < coverage < 1:
        raise InputError(
            f"The coverage {coverage} is not between 0 and 1.",
            where="coverage",
            hint="It is a share of ratings, such as 0.9.",
        )


def _predictions(predictions: pd.DataFrame | ArrayLike, n: int) -> Floats:
    """Predictions as an array of shape (n_instances, repeats)."""
    predicted = np.atleast_1d(np.asarray(predictions, dtype=np.float64))
    if len(predicted) != n:
        raise InputError(
            f"There are {len(predicted)} predictions for {n} instances.",
            hint="Give one prediction for each instance, in the table's order.",
        )
    if not np.isfinite(predicted).all():
        raise InputError(
            "A prediction is not a number.", hint="Give complexity from 0 to 1 for each instance."
        )
    return predicted.reshape(n, -1) if n else np.empty((0, 1))


def _groups(table: pd.DataFrame) -> list[Group]:
    """Corpus and kind of every instance."""
    corpora = table["corpus"].astype(str) if "corpus" in table.columns else [""] * len(table)
    kind = {t: "mwe" if len(expression_words(t)) > 1 else "single" for t in set(table["token"])}
    return [(corpus, kind[t]) for corpus, t in zip(corpora, table["token"], strict=True)]


def _narrowest_first(group: Group) -> tuple[Group, ...]:
    return group, (None, group[1]), (None, None)


def _local_error(predicted: Floats, errors: Floats, bins: int) -> tuple[Floats, Floats]:
    """Mean prediction and mean absolute error of bins of equal size."""
    edges = np.quantile(predicted, np.arange(1, bins) / bins)
    place = np.searchsorted(edges, predicted, side="right")
    means = pd.DataFrame({"centre": predicted, "error": errors}).groupby(place).mean()
    return means["centre"].to_numpy(), means["error"].clip(lower=_SMALLEST_ERROR).to_numpy()


def _quantiles(normalised: Floats) -> tuple[int, Floats]:
    """Number of instances, and the errors that are kept of (n_instances, repeats)."""
    ascending = np.sort(normalised, axis=0).mean(axis=1)
    n = len(ascending)
    return n, ascending[_ranks(n, min(n, _KEPT)) - 1].round(_DECIMALS)


def _ranks(n: int, kept: int) -> NDArray[np.intp]:
    """Ranks from 1 to n of the errors that are kept."""
    return np.linspace(1, n, kept).astype(np.intp)


def _limits(n: int, kept: Floats, coverage: float) -> tuple[float, float]:
    """Smallest and largest normalised error that a prediction is to reckon with."""
    # (1 - 0.9) / 2 is a hair less than 0.05 in floating point.
    rank = int((1 - coverage) / 2 * (n + 1) + 1e-9)
    if rank == 0:
        return -np.inf, np.inf
    low, high = np.interp([rank, n + 1 - rank], _ranks(n, len(kept)), kept)
    return min(low, 0.0), max(high, 0.0)


def _numbers(held: list[float]) -> Floats:
    numbers = np.asarray(held, dtype=np.float64)
    if numbers.ndim != 1 or not len(numbers) or not np.isfinite(numbers).all():
        raise ValueError("the intervals are not lists of numbers")
    return numbers
