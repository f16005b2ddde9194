"""Prediction intervals, learned from the errors of out-of-fold predictions.

Conformal prediction (Vovk, Gammerman & Shafer 2005) works with any estimator and any distribution
of its errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base.schema import SchemaError
from lcp.errors import InputError
from lcp.model.capabilities import predicted_as

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats, Ints
    from lcp.targets import Targets

    Group = tuple[str | None, str | None]

_GROUP = {"genre": (str, None), "kind": (str, None), "n": int, "normalised_errors": [float]}
#: Types of stored intervals, for :func:`lcp.base.schema.conforms`.
INTERVALS = {"": {"centres": [float], "errors": [float], "groups": [_GROUP]}}
#: Genre of instances that were predicted by a model trained without their genre.
UNSEEN = "unseen"
#: Maximum number of bins of equal size for the mean absolute error, and their minimum size.
_BINS, _SMALLEST_BIN = 10, 50
#: Minimum number of instances of a genre with its own quantiles.
_SMALLEST_GROUP = 200


@dataclass(frozen=True, eq=False)
class Errors:
    """Errors of the predictions for one kind of readers.

    Attributes
    ----------
    centres : ndarray of shape (n_bins,)
        Mean prediction of each bin, 0-1.
    errors : ndarray of shape (n_bins,)
        Mean absolute error of each bin, on the 0-1 scale.
    groups : dict of (genre, kind) to (n, ndarray)
        Number of instances, and at most 201 of their normalised errors, ascending and evenly
        spaced in rank. The kind is ``single`` or ``mwe``; None means all genres or kinds.
    """

    centres: Floats
    errors: Floats
    groups: Mapping[Group, tuple[int, Floats]]

    @classmethod
    def fit(cls, groups: Sequence[Group], rated: Floats, predicted: Floats) -> Self:
        """Learn from ratings, shape (n,), and out-of-fold predictions, shape (n, repeats)."""
        differences = rated[:, None] - predicted
        seen = np.array([genre != UNSEEN for genre, _ in groups])
        if not seen.any():
            seen[:] = True
        bins = max(1, min(_BINS, int(seen.sum()) // _SMALLEST_BIN))
        centres, errors = _local_error(
            predicted[seen].ravel(), np.abs(differences[seen]).ravel(), bins
        )
        normalised = differences / np.interp(predicted, centres, errors)
        quantiles: dict[Group, tuple[int, Floats]] = {}
        for keys in (groups, [(None, kind) for _, kind in groups]):
            for group in sorted(set(keys), key=str):
                members = np.array([group_of_row == group for group_of_row in keys])
                if group[0] is None:
                    members &= seen
                if _SMALLEST_GROUP <= members.sum() < len(rated):
                    quantiles[group] = _quantiles(normalised[members])
        quantiles[None, None] = _quantiles(normalised[seen])
        return cls(centres, errors, quantiles)

    def limits(self, groups: Sequence[Group], predicted: Floats, probability: float) -> Floats:
        """Return the limits of predictions, shape (n_instances, 2)."""
        limits_of = {
            group: _limits(*self.groups[self._narrowest(group)], probability)
            for group in set(groups)
        }
        limits = np.array([limits_of[group] for group in groups]).reshape(-1, 2)
        expected = np.interp(predicted, self.centres, self.errors)
        return np.asarray((predicted[:, None] + limits * expected[:, None]).clip(0, 1))

    def _narrowest(self, group: Group) -> Group:
        """Return the smallest fitted group that includes `group`."""
        candidates = (group, (UNSEEN, group[1]), (None, group[1]), (None, None))
        return next(candidate for candidate in candidates if candidate in self.groups)


@dataclass(frozen=True, eq=False)
class Intervals:
    """Limits around a prediction that contain a given share of ratings.

    Errors (rating minus prediction) of out-of-fold predictions are divided by the mean absolute
    error at that predicted complexity (Papadopoulos, Gammerman & Vovk 2008), because errors on
    difficult words are larger. The limits are quantiles of these normalised errors, one per side
    because complexity is skewed: of `n` errors, the `k`-th smallest and the `k`-th largest,
    ``k = floor((1 - probability) / 2 * (n + 1))``. They contain an exchangeable rating with a
    probability of at least `probability`. Strictly, this applies to a model that produced none of
    the errors. Using out-of-fold errors for a model trained on all instances assumes that both
    predict similarly (Barber, Candès, Ramdas & Tibshirani 2021), so the share within the limits is
    also measured: see :mod:`lcp.evaluation.scores`.

    Each kind of readers has its own errors, because scales differ, and words and expressions of
    each genre have their own quantiles (Mondrian; Vovk et al. 2005). Unknown and small genres use
    the quantiles of all genres.

    Attributes
    ----------
    by_readers : dict of str to Errors
        Errors by readers.

    Examples
    --------
    >>> from lcp.targets import Targets
    >>> targets = Targets.words(["ewe"] * 19)
    >>> intervals = Intervals.fit(targets, np.arange(19) / 20, np.full(19, 0.4))
    >>> intervals.limits(targets.take([0]), [0.4], probability=0.8).round(2).tolist()
    [[0.05, 0.85]]
    """

    by_readers: Mapping[str, Errors]

    @classmethod
    def fit(cls, targets: Targets, rated: ArrayLike, predictions: ArrayLike) -> Self:
        """Learn from out-of-fold predictions.

        Parameters
        ----------
        targets : Targets
            Instances. Those of the genre `UNSEEN` calibrate the limits for genres that were not in
            the training data.
        rated : array-like of shape (n_instances,)
            Complexity, 0-1.
        predictions : array-like of shape (n_instances,) or (n_instances, repeats)
            Out-of-fold predictions, 0-1; see :func:`lcp.cross_validate`. Errors of the same
            rank are averaged over repeats.

        Raises
        ------
        InputError
            If there are no instances, or the number of predictions differs.
        """
        ratings = np.asarray(rated, dtype=np.float64)
        if not len(ratings):
            raise InputError("The table has no instances.", hint="Give rated instances.")
        predicted = checked_predictions(predictions, len(ratings))
        groups, by_readers = _groups(targets), {}
        for name, rows in _rows_by_readers(targets).items():
            groups_of_readers = [groups[row] for row in rows]
            by_readers[name] = Errors.fit(groups_of_readers, ratings[rows], predicted[rows])
        return cls(by_readers)

    def limits(self, targets: Targets, predicted: ArrayLike, *, probability: float = 0.9) -> Floats:
        """Return the limits of predictions.

        Parameters
        ----------
        targets : Targets
            Instances. Readers without errors get the limits of the first, since a model that was
            not trained for them predicts the same for all readers.
        predicted : array-like of shape (n_instances,)
            Predicted complexity, 0-1.
        probability : float, default=0.9
            Share of ratings inside the limits.

        Returns
        -------
        ndarray of shape (n_instances, 2)
            Lower and upper limits, 0-1. The prediction is always inside.

        Raises
        ------
        InputError
            If `probability` is not between 0 and 1.
        """
        check_probability(probability)
        groups = _groups(targets)
        centre = np.asarray(predicted, dtype=np.float64)
        limits = np.full((len(centre), 2), np.nan)
        for name, rows in _rows_by_readers(targets).items():
            errors = self.by_readers.get(name) or next(iter(self.by_readers.values()))
            limits[rows] = errors.limits([groups[row] for row in rows], centre[rows], probability)
        return limits

    def to_dict(self) -> dict[str, object]:
        """Return the errors as JSON types, for :meth:`from_dict`."""
        return {
            name: {
                "centres": part.centres.tolist(),
                "errors": part.errors.tolist(),
                "groups": [
                    {"genre": genre, "kind": kind, "n": n, "normalised_errors": stored.tolist()}
                    for (genre, kind), (n, stored) in part.groups.items()
                ],
            }
            for name, part in self.by_readers.items()
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Restore the result of :meth:`to_dict`, whose types are those of `INTERVALS`.

        Raises
        ------
        SchemaError
            If a list is empty or has another length, or a group is missing.
        """
        parts = {}
        for name, part in stored.items():
            groups: dict[Group, tuple[int, Floats]] = {
                (group["genre"], group["kind"]): (
                    group["n"],
                    _numbers(group["normalised_errors"]),
                )
                for group in part["groups"]
            }
            centres, errors = _numbers(part["centres"]), _numbers(part["errors"])
            if len(centres) != len(errors) or (None, None) not in groups:
                raise SchemaError("the intervals are incomplete")
            parts[name] = Errors(centres, errors, groups)
        if not parts:
            raise SchemaError("the intervals are incomplete")
        return cls(parts)


def check_probability(probability: float) -> None:
    """Raise :class:`InputError` if `probability` is not between 0 and 1."""
    if not 0 < probability < 1:
        raise InputError(
            f"The probability {probability} is not between 0 and 1.",
            where="probability",
            hint="Give a share of ratings, such as 0.9.",
        )


def checked_predictions(predictions: ArrayLike, n: int) -> Floats:
    """Return predictions of `n` instances as an array of shape (n_instances, repeats).

    Raises
    ------
    InputError
        If their number differs, or one is missing or infinite.
    """
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


def _rows_by_readers(targets: Targets) -> dict[str, list[int]]:
    """Return the rows for each kind of readers whose predictions differ."""
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(targets.readers):
        rows.setdefault(predicted_as(name), []).append(row)
    return rows


def _groups(targets: Targets) -> list[Group]:
    """Return genre and kind of each instance."""
    kinds = np.where(targets.is_expression, "mwe", "single")
    return list(zip(targets.genre, kinds.tolist(), strict=True))


def _local_error(
    predicted: Floats, errors: Floats, bins: int, smallest: float = 0.001
) -> tuple[Floats, Floats]:
    """Return mean prediction and mean absolute error of bins of equal size.

    The error is at least `smallest`, for models that reproduce their training ratings.
    """
    edges = np.quantile(predicted, np.arange(1, bins) / bins)
    bin_of = np.searchsorted(edges, predicted, side="right")
    members = [bin_of == number for number in np.unique(bin_of)]
    # Exact sums: repeated predictions do not change the last digits.
    centres = np.array([fsum(predicted[rows]) / rows.sum() for rows in members])
    means = np.array([fsum(errors[rows]) / rows.sum() for rows in members])
    return centres, means.clip(min=smallest)


def _quantiles(normalised: Floats, most: int = 201, decimals: int = 4) -> tuple[int, Floats]:
    """Return the number of instances, and the errors to store of (n_instances, repeats).

    Limits are interpolated between at most `most` errors; with four decimals, the rounding error is
    below 0.001 on the 0-1 scale.
    """
    ascending = np.sort(normalised, axis=0).mean(axis=1)
    n = len(ascending)
    return n, ascending[_ranks(n, min(n, most)) - 1].round(decimals)


def _ranks(n: int, count: int) -> Ints:
    """Return the ranks, from 1 to n, of the errors to store."""
    return np.linspace(1, n, count).astype(np.intp)


def _limits(n: int, stored: Floats, probability: float) -> tuple[float, float]:
    """Return the lower and upper limit in units of the expected error."""
    # In floating point, (1 - 0.9) / 2 is slightly less than 0.05.
    rank = int((1 - probability) / 2 * (n + 1) + 1e-9)
    if rank == 0:
        return -np.inf, np.inf
    low, high = np.interp([rank, n + 1 - rank], _ranks(n, len(stored)), stored)
    return min(low, 0.0), max(high, 0.0)


def _numbers(values: list[float]) -> Floats:
    numbers = np.asarray(values, dtype=np.float64)
    if not len(numbers) or not np.isfinite(numbers).all():
        raise SchemaError("the intervals are not lists of numbers")
    return numbers
