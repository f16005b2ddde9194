"""Whether a difference is more than the choice of words, and of many comparisons which are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


def bootstrap_p(value: ArrayLike, resampled: ArrayLike) -> Floats:
    """Two-sided p-value that a difference is 0: a normal test with the bootstrap's error.

    It serves a comparison of two systems as it serves the hundreds of an ablation, so that both
    say the same of the same difference. A count of resamples on the other side of 0 cannot fall
    below 2 / (n_resamples + 1), which no correction for hundreds of comparisons would leave
    significant; the standard error of the resamples (Efron & Tibshirani 1993, chapter 6) has no
    such floor. Where the resamples are far from normal, p and the percentile interval may
    disagree at the limit: the interval is then the one to trust.

    Parameters
    ----------
    value : array-like of shape (n_metrics,)
        Differences on the instances themselves.
    resampled : array-like of shape (n_resamples, n_metrics)
        The same on each resample.

    Returns
    -------
    ndarray of shape (n_metrics,)
        From 0 to 1; 1 for a difference of 0, NaN where the difference is not defined.

    Examples
    --------
    >>> bootstrap_p([0.196, 0.0], [[0.1, 0], [0.2, 0], [0.3, 0]]).round(2).tolist()
    [0.05, 1.0]
    """
    differences = np.asarray(value, dtype=np.float64)
    drawn = np.asarray(resampled, dtype=np.float64)
    defined = np.isfinite(differences) & (np.isfinite(drawn).sum(axis=0) > 1)
    p = np.full(differences.shape, np.nan)
    error = np.nanstd(drawn[:, defined], axis=0, ddof=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = 2 * norm.sf(np.abs(differences[defined]) / error)
    p[defined] = np.where(differences[defined] == 0, 1.0, found)
    return p


def holm(p: ArrayLike) -> Floats:
    """Correct p-values for the number of comparisons (Holm 1979, step-down).

    It bounds the chance of even one false claim whatever the dependence of the comparisons,
    and those of an ablation share their reference; Benjamini & Hochberg's procedure bounds the
    share of false claims, and only for some kinds of dependence.

    Parameters
    ----------
    p : array-like of shape (n_comparisons,)
        NaN where there is none: it does not count as a comparison.

    Returns
    -------
    ndarray of shape (n_comparisons,)
        Corrected, at most 1.

    Examples
    --------
    >>> holm([0.04, 0.01, 0.03]).round(3).tolist()
    [0.06, 0.03, 0.06]
    """
    given = np.asarray(p, dtype=np.float64)
    known = np.flatnonzero(~np.isnan(given))
    order = known[np.argsort(given[known])]
    factors = np.arange(len(order), 0, -1)
    corrected = np.full(given.shape, np.nan)
    corrected[order] = np.minimum(1, np.maximum.accumulate(given[order] * factors))
    return corrected
