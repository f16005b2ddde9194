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
from lcp.evaluation.metrics import finite_arrays
from lcp.first_language.log_odds import log_odds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

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
    x, y = map(log_odds, finite_arrays(rated=rated, predicted=predicted))
    return dict(zip(METRICS, _weighted(np.ones((1, len(x))), x, y)[0].tolist(), strict=True))


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
    value = vocabulary_scores(rated, predicted)
    x, y = map(log_odds, finite_arrays(rated=rated, predicted=predicted))
    counts = _resamples(words, n_resamples, random_state)
    low, high = np.quantile(_weighted(counts, x, y), (0.025, 0.975), axis=0)
    return pd.DataFrame(
        {"value": [value[name] for name in METRICS], "low": low, "high": high},
        index=pd.Index(METRICS, name="metric"),
    )


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
    x, y, z = map(log_odds, finite_arrays(rated=rated, predicted=predicted, others=others))
    counts = _resamples(words, n_resamples, random_state)
    value = (
        vocabulary_scores(rated, predicted)["pearson"] - vocabulary_scores(rated, others)["pearson"]
    )
    resampled = _weighted(counts, x, y)[:, 0] - _weighted(counts, x, z)[:, 0]
    low, high = np.quantile(resampled, (0.025, 0.975))
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


def _resamples(words: ArrayLike, n_resamples: int, random_state: int) -> Floats:
    """Return how often each resample draws each instance, shape (n_resamples, n_instances)."""
    codes, names = pd.factorize(np.asarray(words))
    generator = np.random.default_rng(random_state)
    drawn = generator.multinomial(len(names), np.full(len(names), 1 / len(names)), n_resamples)
    return np.asarray(drawn[:, codes], dtype=np.float64)


def _weighted(counts: Floats, x: Floats, y: Floats) -> Floats:
    """Return the metrics of each resample, shape (n_resamples, 2), from counts of instances."""
    total = counts.sum(axis=1)
    x_, y_ = x - x.mean(), y - y.mean()
    mean_x, mean_y = counts @ x_ / total, counts @ y_ / total
    covariance = counts @ (x_ * y_) / total - mean_x * mean_y
    spread = (counts @ x_**2 / total - mean_x**2) * (counts @ y_**2 / total - mean_y**2)
    with np.errstate(divide="ignore", invalid="ignore"):
        pearson = np.where(spread > 0, covariance / np.sqrt(spread), np.nan)
    return np.column_stack([pearson, np.sqrt(counts @ (x - y) ** 2 / total)])


@cache
def _read() -> pd.DataFrame:
    with files("lcp.evaluation").joinpath("leaderboard_kvl.csv").open("rb") as stream:
        return pd.read_csv(stream, encoding="utf-8", keep_default_na=False)
