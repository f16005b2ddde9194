"""The shared task's format: a line ``id,prediction`` for each instance, and no header."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.errors import InputError
from lcp.files import written_aside

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import ArrayLike


def submission(ids: Iterable[object], predictions: ArrayLike) -> str:
    r"""Text of a submission, with six decimals.

    Parameters
    ----------
    ids : iterable of str of length n_instances
        The instances' ids.
    predictions : array-like of shape (n_instances,)
        Complexity from 0 to 1, matched by position.

    Returns
    -------
    str
        Empty for no instances.

    Raises
    ------
    InputError
        When there are not as many predictions as ids.

    Examples
    --------
    >>> submission(["3K", "7Q"], [0.25, 1 / 3])
    '3K,0.250000\n7Q,0.333333\n'
    """
    names, values = list(ids), np.asarray(predictions, dtype=np.float64)
    if values.shape != (len(names),):
        raise InputError(
            f"There are {len(names)} ids but predictions of shape {values.shape}.",
            hint="Give one prediction for each id.",
        )
    return "".join(f"{name},{value:.6f}\n" for name, value in zip(names, values, strict=True))


def write_submission(ids: Iterable[object], predictions: ArrayLike, path: Path) -> None:
    """Write :func:`submission` to a file, whole or not at all.

    Parameters
    ----------
    ids, predictions
        As for :func:`submission`.
    path : Path
        The file; its folder is made where it is missing.

    Raises
    ------
    InputError
        As :func:`submission`, or when the file cannot be written.
    """
    text = submission(ids, predictions)
    with written_aside(path) as aside:
        # The same bytes everywhere: no carriage returns on Windows.
        aside.write_text(text, encoding="utf-8", newline="\n")
