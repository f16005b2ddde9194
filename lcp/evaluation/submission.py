"""Files of predictions as in SemEval-2021 Task 1.

A submission has one line ``id,prediction`` per instance, without a header.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lcp.errors import InputError
from lcp.files.input_files import read_text
from lcp.tables.headers import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats

#: Number of decimals of a prediction.
DECIMALS = 6


def submission(ids: Iterable[object], predictions: ArrayLike) -> str:
    r"""Return the text of a submission, with six decimals.

    Parameters
    ----------
    ids : iterable of str of length n_instances
        Ids of the instances.
    predictions : array-like of shape (n_instances,)
        Complexity from 0 to 1, in the same order.

    Returns
    -------
    str
        Empty if there are no instances.

    Raises
    ------
    InputError
        If the numbers of predictions and ids differ.

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
    return "".join(
        f"{name},{value:.{DECIMALS}f}\n" for name, value in zip(names, values, strict=True)
    )


def read_submission(path: str | Path, ids: Iterable[str]) -> Floats:
    """Read the predictions of instances from a file in the shared task's format.

    Parameters
    ----------
    path : str or Path
        UTF-8 file with one line ``id,prediction`` per instance, in any order, without a header.
    ids : iterable of str of length n_instances
        Instances to read; the file's other instances are ignored.

    Returns
    -------
    ndarray of shape (n_instances,)
        Predictions in the order of `ids`. They are not clipped to 0-1.

    Raises
    ------
    InputError
        If the file cannot be read, a line is not an id, a comma and a number, an id is repeated,
        or an instance has no prediction.
    """
    predictions: dict[str, float] = {}
    lines: dict[str, int] = {}
    hint = "Give a file of predictions, with one line 'id,prediction' per instance."
    content = read_text(Path(path), "predictions", hint).rstrip("\n")
    for number, line in enumerate(content.split("\n"), start=1):
        name, _, text = line.rpartition(",")
        if not name or not NUMBER.fullmatch(text):
            raise InputError(
                "The line is not an id, a comma and a number.",
                where=f"{path}, line {number}",
                hint="Write 'id,prediction' for each instance, without a header; "
                "`lcp predict FILE.tsv --model MODEL --submission` writes this format.",
            )
        if name in predictions:
            raise InputError(
                f"The id '{name}' is repeated; its first line is {lines[name]}.",
                where=f"{path}, line {number}",
                hint="Give one prediction for each id.",
            )
        predictions[name], lines[name] = float(text), number
    requested = list(ids)
    missing = [name for name in requested if name not in predictions]
    if missing:
        raise InputError(
            f"{len(missing):,} of {len(requested):,} instances have no prediction "
            f"(the first is '{missing[0]}').",
            where=str(path),
            hint="Check that the file contains the predictions for this corpus and task.",
        )
    return np.array([predictions[name] for name in requested], dtype=np.float64)
