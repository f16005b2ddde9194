"""The shared task's format: a line ``id,prediction`` for each instance, and no header."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lcp.errors import InputError
from lcp.files import written_aside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

#: Of a prediction in a file.
DECIMALS = 6


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
    return "".join(
        f"{name},{value:.{DECIMALS}f}\n" for name, value in zip(names, values, strict=True)
    )


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


def read_submission(path: str | Path, ids: Iterable[str]) -> NDArray[np.float64]:
    """Read the predictions of instances from a file in the shared task's format.

    Parameters
    ----------
    path : str or Path
        UTF-8, a line ``id,prediction`` for each instance in any order, no header.
    ids : iterable of str of length n_instances
        The instances wanted; predictions of others are passed over.

    Returns
    -------
    ndarray of shape (n_instances,)
        In the order of `ids`. The scale is 0 to 1, but a number beyond is taken as it is.

    Raises
    ------
    InputError
        When there is no such file, a line is not an id, a comma and a number, an id stands
        twice, or an instance has no prediction.
    """
    found: dict[str, float] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(_lines(Path(path)), start=1):
        name, _, text = line.rpartition(",")
        value = _number(text)
        if not name or value is None:
            raise InputError(
                "The line is not an id, a comma and a number.",
                where=f"{path}, line {number}",
                hint="Write 'id,prediction' for each instance, without a header; "
                "`lcp predict MODEL FILE.tsv --out predictions.csv` does.",
            )
        if name in found:
            raise InputError(
                f"The id '{name}' is already that of line {lines[name]}.",
                where=f"{path}, line {number}",
                hint="Give one prediction for each id.",
            )
        found[name], lines[name] = value, number
    wanted = list(ids)
    missing = [name for name in wanted if name not in found]
    if missing:
        raise InputError(
            f"{len(missing):,} of {len(wanted):,} instances have no prediction "
            f"(the first is '{missing[0]}').",
            where=str(path),
            hint="Give the predictions of this corpus, and of both tasks or of the task asked for.",
        )
    return np.array([found[name] for name in wanted], dtype=np.float64)


def _lines(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        what = getattr(error, "strerror", None) or "not UTF-8"
        raise InputError(
            f"The file cannot be read ({what}).",
            where=str(path),
            hint="Give a file of predictions, a line 'id,prediction' for each instance.",
        ) from error
    return text.rstrip("\n").split("\n") if text.strip() else []


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
