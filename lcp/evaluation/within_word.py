"""How well predictions follow the ratings of one token in different sentences.

Ratings and predictions are centred per token, so that only differences between the contexts of a
token count. A model that ignores the sentence has no such differences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.corpora.registry import corpora
from lcp.evaluation.bootstrap import limits_of
from lcp.evaluation.metrics import finite_arrays

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from lcp.targets import Targets

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


def within_word_scores(
    targets: Targets,
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
    targets : Targets
        Rated instances.
    predictions : array-like of shape (n_instances,)
        Predicted complexity, 0-1.
    raters : float, optional
        Number of ratings in the mean of an instance. Default: the registered corpus's, from the
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
        If the numbers of predictions and instances differ.

    Examples
    --------
    >>> from lcp.targets.ratings import rated_targets
    >>> tokens = [f"word{i}" for i in range(30) for _ in range(3)]
    >>> targets = rated_targets({"token": tokens, "complexity": [0.1, 0.2, 0.3] * 30})
    >>> within_word_scores(targets, [0.2, 0.3, 0.4] * 30).round(3).values.tolist()
    [['within_word', 90, 1.0, 1.0, 1.0]]
    """
    rated, predicted = finite_arrays(rated=targets["complexity"], predicted=predictions)
    codes = pd.factorize(np.array(targets.token, dtype=object))[0]
    counts = np.bincount(codes)
    kept = counts[codes] >= CONTEXTS
    number, places = len(np.unique(codes[kept])), pd.factorize(codes[kept])[0]
    x, y = (_centred(values[kept], places) for values in (rated, predicted))
    empty = pd.DataFrame(columns=["metric", "n", "value", "low", "high"])
    if number < TOKENS or x @ x <= ROUNDING:
        return empty
    # Sums of each token: squares, products, and degrees of freedom.
    parts = (x * x, y * y, x * y, np.ones(len(x)) - 1 / np.bincount(places)[places])
    sums = np.column_stack([np.bincount(places, part) for part in parts])
    drawn = np.random.default_rng(random_state).integers(number, size=(n_resamples, number))
    weights = np.stack([np.bincount(row, minlength=number) for row in drawn])
    totals = np.vstack([sums.sum(axis=0), weights @ sums])
    measured = {"within_word": _correlation(totals)}
    raters = _raters(targets) if raters is None else raters
    if raters:
        measured["within_word_ceiling"] = _ceiling(totals, rater_sd**2 / raters)
    rows = [
        (name, int(kept.sum()), float(values[0]), *limits_of(values[0], values[1:]))
        for name, values in measured.items()
    ]
    return pd.DataFrame(rows, columns=empty.columns)


def _centred(values: Floats, codes: NDArray[np.intp]) -> Floats:
    """Subtract the mean of each group from its values; `codes` are the groups' numbers."""
    return np.asarray(values - (np.bincount(codes, values) / np.bincount(codes))[codes])


def _raters(targets: Targets) -> float | None:
    sources: set[Any] = set(targets.get("source", ()))
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
