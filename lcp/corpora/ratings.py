"""The ratings of an instance table, checked before anything is learned or scored with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray


def ratings(
    table: pd.DataFrame, y: ArrayLike | None = None, *, hint: str = "Give the column complexity."
) -> NDArray[np.float64]:
    """Complexity of every instance.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances.
    y : array-like of shape (n_instances,), optional
        Complexity from 0 to 1; the column ``complexity`` unless given.
    hint : str
        What to do where there are no ratings at all.

    Returns
    -------
    ndarray of shape (n_instances,)

    Raises
    ------
    InputError
        When there are no ratings, not one for each instance, or one that is no number from
        0 to 1.

    Examples
    --------
    >>> import pandas as pd
    >>> ratings(pd.DataFrame({"token": ["ewe", "ram"], "complexity": [0, 0.25]})).tolist()
    [0.0, 0.25]
    """
    if y is None:
        if "complexity" not in getattr(table, "columns", ()):
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
            hint="Leave out the unrated instances.",
        )
    wrong = np.flatnonzero((rated < 0) | (rated > 1))
    if len(wrong):
        raise InputError(
            f"The rating {rated[wrong[0]]} is not from 0 to 1.",
            where=f"row {wrong[0]}",
            hint="Complexity is 0 (very easy) to 1 (very difficult).",
        )
    return rated
