"""P-values of differences, and their correction for multiple comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


def bootstrap_p(value: ArrayLike, resampled: ArrayLike) -> Floats:
    """Test whether differences are 0: a normal test with the bootstrap's standard error.

    Counting the resamples on the other side of 0 instead cannot give a p-value below
    2 / (n_resamples + 1), which is not significant after correction for hundreds of comparisons.
    The standard error of the resamples (Efron & Tibshirani, 1993, chapter 6) has no such limit.
    If the resamples are far from normal, p and the percentile interval may disagree near the
    threshold; trust the interval then.

    Parameters
    ----------
    value : array-like of shape (n_metrics,)
        Differences on all instances.
    resampled : array-like of shape (n_resamples, n_metrics)
        Differences on each resample.

    Returns
    -------
    ndarray of shape (n_metrics,)
        Two-sided p-values (0-1); 1 for a difference of 0, NaN for an undefined difference.

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
        tails = 2 * norm.sf(np.abs(differences[defined]) / error)
    p[defined] = np.where(differences[defined] == 0, 1.0, tails)
    return p


def holm(p: ArrayLike) -> Floats:
    """Correct p-values for the number of comparisons (Holm, 1979, step-down).

    Holm's method bounds the probability of any false positive under every kind of dependence. The
    rows of an ablation are dependent because they share a reference. Benjamini & Hochberg's
    procedure bounds only the share of false positives, and only for some kinds of dependence.

    Parameters
    ----------
    p : array-like of shape (n_comparisons,)
        P-values. NaN does not count as a comparison.

    Returns
    -------
    ndarray of shape (n_comparisons,)
        Corrected p-values, at most 1.

    Examples
    --------
    >>> holm([0.04, 0.01, 0.03]).round(3).tolist()
    [0.06, 0.03, 0.06]
    """
    values = np.asarray(p, dtype=np.float64)
    defined = np.flatnonzero(~np.isnan(values))
    order = defined[np.argsort(values[defined])]
    factors = np.arange(len(order), 0, -1)
    corrected = np.full(values.shape, np.nan)
    corrected[order] = np.minimum(1, np.maximum.accumulate(values[order] * factors))
    return corrected
