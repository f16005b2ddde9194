"""Ratings of an instance table, validated in one place for training and scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def ratings(
    table: Any, y: ArrayLike | None = None, *, hint: str = "Add the column complexity."
) -> NDArray[np.float64]:
    """Return the validated complexity of every instance.

    Parameters
    ----------
    table : Targets or DataFrame of shape (n_instances, ...)
        Instances.
    y : array-like of shape (n_instances,), optional
        Complexity from 0 to 1. Default: the column ``complexity``.
    hint : str
        Hint of the error that is raised if there are no ratings.

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
            raise InputError("The table has no ratings.", hint=hint)
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
