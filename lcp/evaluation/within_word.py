"""How well predictions follow the ratings of one token in different sentences.

Ratings and predictions are centred per token, so that only differences between the contexts of a
token count. A model that ignores the sentence has no such differences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.corpora.ratings import ratings
from lcp.corpora.registry import corpora
from lcp.evaluation.bootstrap import percentiles
from lcp.evaluation.metrics import finite_arrays
from lcp.splits.grouping import groups

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

#: Fewest instances of a token that count.
CONTEXTS = 3
#: Fewest such tokens for which a correlation is reported.
TOKENS = 30
#: Assumed standard deviation of the ratings of one instance by several readers, 0-1: one step of a
#: five-point scale. CompLex's single ratings are not published.
RATER_SD = 0.25

#: Sum of squares that rounding may leave in values that are the same in all contexts of a token.
ROUNDING = 1e-12

_COLUMNS = ["n", "value", "low", "high"]


def within_word_scores(
    table: pd.DataFrame,
    predictions: ArrayLike,
    *,
    raters: float | None = None,
    rater_sd: float = RATER_SD,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> pd.DataFrame:
    """Correlate ratings and predictions within tokens, with bootstrap intervals over tokens.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    predictions : array-like of shape (n_instances,)
        Predicted complexity, 0-1.
    raters : float, optional
        Number of ratings in the mean of an instance. Default: that of the registered corpus in the
        column ``source``, if all instances have the same.
    rater_sd : float, default=0.25
        Standard deviation of the ratings of one instance.
    n_resamples : int, default=1000
        Number of resamples, which draw whole tokens.
    random_state : int, default=0
        Seed of the resamples.

    Returns
    -------
    DataFrame
        Columns ``metric``, ``n`` (instances of tokens with three or more), ``value``, ``low`` and
        ``high``. Metrics, of ratings and predictions minus their token's mean:

        - ``within_word``: Pearson's r, -1 to 1; NaN if the predictions do not differ within tokens;
        - ``within_word_ceiling``: the highest r that can be expected, the square root of the
          reliability of the differences, 1 - s² / (k v) for k raters with standard deviation s,
          and v the variance of the ratings within tokens; 0 if v is smaller than s² / k. Absent
          without a number of raters. It is only as good as the assumed s.

        Empty if fewer than 30 tokens have three or more instances, or their ratings do not differ.

    Raises
    ------
    InputError
        If ratings are missing, or the numbers of predictions and instances differ.

    Examples
    --------
    >>> tokens = [f"word{i}" for i in range(30) for _ in range(3)]
    >>> table = pd.DataFrame({"token": tokens, "complexity": [0.1, 0.2, 0.3] * 30})
    >>> within_word_scores(table, [0.2, 0.3, 0.4] * 30).round(3).values.tolist()
    [['within_word', 90, 1.0, 1.0, 1.0]]
    """
    totals = _totals(table, predictions, n_resamples, random_state)
    if totals is None:
        return pd.DataFrame(columns=["metric", *_COLUMNS])
    measured = {"within_word": _correlation(totals)}
    raters = _raters(table) if raters is None else raters
    if raters:
        measured["within_word_ceiling"] = _ceiling(totals, rater_sd**2 / raters)
    rows = [[name, *_row(table, values)] for name, values in measured.items()]
    return pd.DataFrame(rows, columns=["metric", *_COLUMNS])


def within_word_difference(
    table: pd.DataFrame,
    a: ArrayLike,
    b: ArrayLike,
    *,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> pd.Series[float]:
    """Return the within-word r of `a` minus that of `b`, with its paired bootstrap interval.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    a, b : array-like of shape (n_instances,)
        Predicted complexity of two models, 0-1.
    n_resamples, random_state
        As in :func:`within_word_scores`.

    Returns
    -------
    Series of shape (4,)
        ``n``, ``value``, ``low`` and ``high``, as in :func:`within_word_scores`; NaN where that
        table is empty.

    Raises
    ------
    InputError
        If ratings are missing, or the numbers of predictions and instances differ.
    """
    totals = [_totals(table, each, n_resamples, random_state) for each in (a, b)]
    if totals[0] is None or totals[1] is None:
        return pd.Series(np.nan, index=_COLUMNS)
    difference = _correlation(totals[0]) - _correlation(totals[1])
    return pd.Series(_row(table, difference), index=_COLUMNS)


def centred(values: ArrayLike, codes: NDArray[np.intp]) -> Floats:
    """Subtract the mean of each group from its values; `codes` are the groups' numbers."""
    array = np.asarray(values, dtype=np.float64)
    means = np.bincount(codes, array) / np.maximum(np.bincount(codes), 1)
    return np.asarray(array - means[codes])


def spread_within_words(table: pd.DataFrame, values: ArrayLike) -> float:
    """Return the standard deviation of values within tokens that have three or more instances.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances.
    values : array-like of shape (n_instances,)
        Ratings or predictions, 0-1.

    Returns
    -------
    float
        Root mean square of the values minus the mean of their token, 0-1; NaN without such tokens.
    """
    codes, counts = _codes(table)
    kept = centred(values, codes)[counts[codes] >= CONTEXTS]
    return float(np.sqrt(np.mean(kept**2))) if len(kept) else float("nan")


def _totals(
    table: pd.DataFrame, predictions: ArrayLike, n_resamples: int, random_state: int
) -> Floats | None:
    """Return sums over all tokens in the first row, and over those of each resample in the others.

    Sums of the squares and products of ratings and predictions minus their token's mean, and
    degrees of freedom. None if too few tokens have enough instances, or their ratings are equal.
    """
    rated, predicted = finite_arrays(rated=ratings(table), predicted=predictions)
    codes, counts = _codes(table)
    kept = counts[codes] >= CONTEXTS
    tokens = np.unique(codes[kept])
    if len(tokens) < TOKENS:
        return None
    x, y = centred(rated, codes)[kept], centred(predicted, codes)[kept]
    owners = np.searchsorted(tokens, codes[kept])
    if x @ x <= ROUNDING:
        return None
    sums = np.column_stack(
        [np.bincount(owners, values) for values in (x * x, y * y, x * y, np.ones(len(x)))]
    )
    sums[:, 3] -= 1
    generator = np.random.default_rng(random_state)
    drawn = generator.integers(len(tokens), size=(n_resamples, len(tokens)))
    weights = np.stack([np.bincount(row, minlength=len(tokens)) for row in drawn])
    return np.asarray(np.vstack([sums.sum(axis=0), weights @ sums]))


def _row(table: pd.DataFrame, values: Floats) -> tuple[int, float, float, float]:
    """Return the values of `_COLUMNS`, given a metric on all tokens and on each resample."""
    codes, counts = _codes(table)
    n = int((counts[codes] >= CONTEXTS).sum())
    return n, float(values[0]), *percentiles(values[0], values[1:])


def _codes(table: pd.DataFrame) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the number of each instance's token, and how many instances each token has."""
    codes = pd.factorize(groups(table, "token"))[0]
    return codes, np.bincount(codes)


def _raters(table: pd.DataFrame) -> float | None:
    sources: set[Any] = set(table.get("source", ()))
    corpus = corpora().get(str(sources.pop())) if len(sources) == 1 else None
    return corpus.raters if corpus is not None else None


def _correlation(totals: Floats) -> Floats:
    squares_x, squares_y, products, _ = totals.T
    defined = (squares_x > ROUNDING) & (squares_y > ROUNDING)
    r = np.full(len(totals), np.nan)
    np.divide(products, np.sqrt(squares_x * squares_y), out=r, where=defined)
    return np.asarray(np.clip(r, -1, 1))


def _ceiling(totals: Floats, noise: float) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        reliability = 1 - noise / (totals[:, 0] / totals[:, 3])
    return np.asarray(np.sqrt(np.clip(reliability, 0, 1)))
