"""Metrics, official results and file format of the BEA 2026 task on vocabulary difficulty.

The task predicts the log-odds of a right answer. The corpus ``kvl`` has the probability of a wrong
one, ``complexity``, so that the log-odds are -log(complexity / (1 - complexity)). Submissions are
ranked by their root mean squared error (RMSE), for each first language on its own.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.errors import InputError
from lcp.evaluation.bootstrap import bootstrap, paired_difference
from lcp.evaluation.metrics import finite_arrays, scores
from lcp.first_language.log_odds import log_odds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike

#: First languages of the task, and its tracks.
LANGUAGES = ("es", "de", "cn")
TRACKS = ("closed", "open")
METRICS = ("pearson", "rmse")
_DECIMALS = 3


def vocabulary_scores(rated: ArrayLike, predicted: ArrayLike) -> dict[str, float]:
    """Score predictions as the task did.

    Parameters
    ----------
    rated, predicted : array-like of shape (n_instances,)
        Probability of a wrong answer, 0-1, in the same order.

    Returns
    -------
    dict of str to float
        ``pearson``, the correlation of the log-odds (NaN if either is constant), and ``rmse``, the
        root mean squared error of the log-odds.

    Raises
    ------
    InputError
        If there are fewer than two instances, lengths differ, or a value is not finite.

    Examples
    --------
    >>> scores = vocabulary_scores([0.1, 0.5, 0.9], [0.2, 0.5, 0.8])
    >>> {name: round(value, 3) for name, value in scores.items()}
    {'pearson': 1.0, 'rmse': 0.662}
    """
    values = scores(*map(log_odds, finite_arrays(rated=rated, predicted=predicted)))
    return {"pearson": values["pearson"], "rmse": float(np.sqrt(values["mse"]))}


def vocabulary_intervals(
    rated: ArrayLike,
    predicted: ArrayLike,
    words: ArrayLike,
    *,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> pd.DataFrame:
    """Return the scores with 95% bootstrap intervals; resamples draw words with all their items.

    Parameters
    ----------
    rated, predicted
        As in :func:`vocabulary_scores`.
    words : array-like of shape (n_instances,)
        English word of each instance.
    n_resamples : int, default=1000
        Number of resamples.
    random_state : int, default=0
        Seed of the resamples.

    Returns
    -------
    DataFrame of shape (2, 3)
        Indexed by metric; columns ``value``, ``low`` and ``high``.
    """
    table = bootstrap(
        *map(log_odds, finite_arrays(rated=rated, predicted=predicted)),
        groups=words,
        n_resamples=n_resamples,
        random_state=random_state,
    )
    table.loc["rmse"] = np.sqrt(table.loc["mse"])
    return table.loc[list(METRICS)]


def vocabulary_differences(
    rated: ArrayLike,
    predicted: ArrayLike,
    others: ArrayLike,
    words: ArrayLike,
    *,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> tuple[float, float, float]:
    """Return Pearson's r of predictions minus that of others, with a paired 95% interval.

    Parameters
    ----------
    rated, predicted, others : array-like of shape (n_instances,)
        Probability of a wrong answer, 0-1, in the same order.
    words, n_resamples, random_state
        As in :func:`vocabulary_intervals`.

    Returns
    -------
    value, low, high : float
    """
    table = paired_difference(
        *map(log_odds, finite_arrays(rated=rated, predicted=predicted, others=others)),
        groups=words,
        n_resamples=n_resamples,
        random_state=random_state,
    )
    value, low, high = table.loc["pearson", ["value", "low", "high"]].to_numpy(dtype=np.float64)
    return float(value), float(low), float(high)


def vocabulary_leaderboard(l1: str, track: str) -> pd.DataFrame:
    """Return the official table of a first language and a track.

    Parameters
    ----------
    l1 : {"es", "de", "cn"}
        First language.
    track : {"closed", "open"}
        Whether only the data of the task may be used for training, or any.

    Returns
    -------
    DataFrame of shape (n_submissions, 4)
        Columns ``place``, ``team``, ``rmse`` and ``pearson``, in the order of the table. Teams may
        have several submissions.

    Raises
    ------
    InputError
        If there is no such table.
    """
    table = _read()
    own = table[(table["l1"] == l1) & (table["track"] == track)]
    if own.empty:
        raise InputError(
            f"There is no table for the first language {l1!r} and the track {track!r}.",
            hint=f"First languages: {', '.join(LANGUAGES)}. Tracks: {', '.join(TRACKS)}.",
        )
    return own.drop(columns=["l1", "track"]).reset_index(drop=True)


def vocabulary_place(l1: str, track: str, rmse: float) -> tuple[int, int]:
    """Return the place that an error would have had, and the number of submissions.

    Parameters are those of :func:`vocabulary_leaderboard`, and `rmse`, rounded to the table's three
    decimals.

    >>> vocabulary_place("es", "closed", 0.91)
    (2, 56)
    """
    table = vocabulary_leaderboard(l1, track)
    return int((table["rmse"] < round(float(rmse), _DECIMALS)).sum()) + 1, len(table)


def vocabulary_submission(ids: Iterable[str], predicted: ArrayLike) -> str:
    r"""Return the text of a submission: a header, and a line with the item and the log-odds.

    `ids` are those of the corpus, such as ``es-6769``; `predicted` are probabilities of a wrong
    answer, 0-1.

    >>> vocabulary_submission(["es-6769"], [0.5])
    'item_id,prediction\n6769,0.000000\n'
    """
    values = -log_odds(predicted)
    rows = zip(ids, values, strict=True)
    lines = [f"{name.rpartition('-')[2]},{value + 0.0:.6f}\n" for name, value in rows]
    return "".join(["item_id,prediction\n", *lines])


@cache
def _read() -> pd.DataFrame:
    with files("lcp.evaluation").joinpath("leaderboard_kvl.csv").open("rb") as stream:
        return pd.read_csv(stream, encoding="utf-8", keep_default_na=False)
