"""Errors by genre and by frequency of the target."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.english.text import expression_words
from lcp.english.word_frequency import zipf
from lcp.evaluation.metrics import scores
from lcp.targets.ratings import ratings

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: Frequency bands with their lower limits, in Zipf values (Van Heuven et al., 2014).
BANDS = {
    "Zipf below 2": -np.inf,
    "Zipf 2 to 3": 2.0,
    "Zipf 3 to 4": 3.0,
    "Zipf 4 to 5": 4.0,
    "Zipf 5 or more": 5.0,
}


def frequency_bands(tokens: pd.Series[str]) -> pd.Series[str]:
    """Return the band of each target's rarest word; the lowest if wordfreq lacks it.

    >>> frequency_bands(pd.Series(["old phylactery"])).tolist()
    ['Zipf below 2']
    """
    rarest = {
        token: min(np.nan_to_num(zipf(word), nan=0.0) for word in expression_words(token))
        for token in tokens.unique()
    }
    limits = [*BANDS.values(), np.inf]
    return pd.cut(tokens.map(rarest), limits, right=False, labels=list(BANDS))


def breakdown(table: pd.DataFrame, predictions: pd.DataFrame | ArrayLike) -> pd.DataFrame:
    """Return the errors of predictions by genre and frequency band.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``genre`` and ``complexity``.
    predictions : array-like of shape (n_instances,) or (n_instances, n_repeats)
        Predicted complexity, averaged over repeats.

    Returns
    -------
    DataFrame
        Columns ``by`` (``genre`` or ``frequency``), ``group``, ``n``, ``pearson``, ``mae`` and
        ``bias`` (mean of predicted minus rated complexity). Groups of one instance are left out.
    """
    rated = ratings(table)
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(table), -1).mean(axis=1)
    rows = []
    for by, groups in (("genre", table["genre"]), ("frequency", frequency_bands(table["token"]))):
        places = pd.Series(range(len(table)), table.index)
        for group, members in places.groupby(groups, observed=True):
            if len(members) < 2:  # noqa: PLR2004 - no correlation
                continue
            x, y = rated[members], predicted[members]
            figures = scores(x, y)
            errors = figures["pearson"], figures["mae"], float((y - x).mean())
            rows.append((by, str(group), len(members), *errors))
    return pd.DataFrame(rows, columns=["by", "group", "n", "pearson", "mae", "bias"])
