"""Rated targets, checked in one place for training and scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import InputError
from lcp.targets.targets import Targets

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lcp.arrays import Floats


def rated_targets(rows: Any, y: ArrayLike | None = None) -> Targets:
    """Return checked targets whose column ``complexity`` is an array of checked ratings.

    What trains, divides or scores gets its targets from here, and checks nothing again.

    Parameters
    ----------
    rows
        As for :meth:`lcp.targets.Targets.table`.
    y
        As for :func:`ratings`.

    Raises
    ------
    InputError
        As :meth:`lcp.targets.Targets.table` and :func:`ratings`.
    """
    targets = Targets.table(rows)
    return targets.having(complexity=ratings(targets, y))


def ratings(table: Any, y: ArrayLike | None = None) -> Floats:
    """Return the validated complexity of every instance.

    Parameters
    ----------
    table : Targets or DataFrame of shape (n_instances, ...)
        Instances.
    y : array-like of shape (n_instances,), optional
        Complexity from 0 to 1. Default: the column ``complexity``.

    Returns
    -------
    ndarray of shape (n_instances,)
        Complexity from 0 to 1.

    Raises
    ------
    InputError
        If there are no ratings, their number differs from the number of instances, or one is not a
        number from 0 to 1.

    Examples
    --------
    >>> import pandas as pd
    >>> ratings(pd.DataFrame({"token": ["ewe", "ram"], "complexity": [0, 0.25]})).tolist()
    [0.0, 0.25]
    """
    if y is None:
        if "complexity" not in table:
            raise InputError("The table has no ratings.", hint="Add the column complexity.")
        y = table["complexity"]
    try:
        rated = np.asarray(y, dtype=np.float64).ravel()
    except (TypeError, ValueError) as error:
        raise InputError(
            "The ratings are not numbers.", where="complexity", hint="Give numbers from 0 to 1."
        ) from error
    if len(rated) != len(table):
        raise InputError(
            f"There are {len(rated):,} ratings for {len(table):,} instances.",
            where="complexity",
            hint="Give one rating for each instance.",
        )
    missing = int(np.isnan(rated).sum())
    if missing:
        raise InputError(
            f"{missing:,} of {len(rated):,} instances have no rating.",
            where="complexity",
            hint="Remove the unrated instances.",
        )
    wrong = np.flatnonzero((rated < 0) | (rated > 1))
    if len(wrong):
        raise InputError(
            f"The rating {rated[wrong[0]]} is not from 0 to 1.",
            where=f"row {wrong[0]}",
            hint="Complexity ranges from 0 (very easy) to 1 (very difficult). Map other scales to "
            "it, for example by (rating - 1) / 4.",
        )
    return rated
