"""Measures of association between two adjacent words, from their counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats

#: Name, description and unit of each measure, in the order of :func:`measures`.
MEASURES = (
    ("log_count", "occurrences of the word pair", "log10(count + 1)"),
    (
        "smoothed_pmi",
        "pointwise mutual information, 0.5 added to observed and expected count",
        "bits",
    ),
    ("pmi", "pointwise mutual information", "bits"),
    ("t_score", "t-score: (observed - expected) / sqrt(observed)", "standard errors"),
    ("z_score", "z-score: (observed - expected) / sqrt(expected)", "standard errors"),
    ("dice", "Dice coefficient", "0-1"),
    ("second_given_first", "share of the first word's occurrences that the second follows", "0-1"),
    ("first_given_second", "share of the second word's occurrences that the first precedes", "0-1"),
    ("log_likelihood", "simple log-likelihood, negative below expectation", "G2"),
)


def measures(pair: ArrayLike, first: ArrayLike, second: ArrayLike, tokens: int) -> Floats:
    """Return the association of pairs of words.

    O is the count of the pair, f1 and f2 are the counts of its words, N is the number of all words,
    and E = f1·f2 / N is the count expected of independent words. PMI = log2(O/E) (Church & Hanks
    1990), smoothed log2((O + ½)/(E + ½)) as in Evert's (2005) discounted odds ratio;
    t = (O - E)/√O, z = (O - E)/√E, Dice = 2·O/(f1 + f2), simple log-likelihood =
    2·(O·ln(O/E) - (O - E)) with the sign of O - E (Evert 2005).

    Parameters
    ----------
    pair, first, second : array-like of shape (n,)
        Counts. A pair has the count 0 if it does not occur, or is too rare to be stored.
    tokens : int
        Number of all words.

    Returns
    -------
    float array of shape (n, 9)
        Columns as in `MEASURES`; all but the first two are NaN where the pair's count is 0.

    Examples
    --------
    >>> measures([20], [100], [200], 10_000)[0, [2, 5]].round(3).tolist()
    [3.322, 0.133]
    """
    o, f1, f2 = (np.asarray(values, dtype=np.float64) for values in (pair, first, second))
    with np.errstate(divide="ignore", invalid="ignore"):
        e = f1 * f2 / tokens
        g2 = 2 * (o * np.log(o / e) - (o - e)) * np.sign(o - e)
        values = np.column_stack(
            [
                np.log10(o + 1),
                np.log2((o + 0.5) / (e + 0.5)),
                np.log2(o / e),
                (o - e) / np.sqrt(o),
                (o - e) / np.sqrt(e),
                2 * o / (f1 + f2),
                o / f1,
                o / f2,
                g2,
            ]
        )
    values[~(o > 0), 2:] = np.nan
    return values
