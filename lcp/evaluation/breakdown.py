"""Errors by genre and by frequency of the target."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.english.text import expression_words
from lcp.english.word_frequency import zipf
from lcp.evaluation.metrics import scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from lcp.targets import Targets

#: Frequency bands with their lower limits, in Zipf values (Van Heuven et al., 2014).
BANDS = {
    "Zipf below 2": -np.inf,
    "Zipf 2 to 3": 2.0,
    "Zipf 3 to 4": 3.0,
    "Zipf 4 to 5": 4.0,
    "Zipf 5 or more": 5.0,
}


def frequency_bands(tokens: Sequence[str]) -> pd.Series[str]:
    """Return the band of each target's rarest word; the lowest if wordfreq lacks it.

    >>> frequency_bands(["old phylactery"]).tolist()
    ['Zipf below 2']
    """
    rarest = {
        token: min(np.nan_to_num(zipf(word), nan=0.0) for word in expression_words(token))
        for token in set(tokens)
    }
    limits = [*BANDS.values(), np.inf]
    zipfs = pd.Series(tokens, dtype=object).map(rarest)
    return pd.cut(zipfs, limits, right=False, labels=list(BANDS))


def breakdown(targets: Targets, predictions: pd.DataFrame | ArrayLike) -> pd.DataFrame:
    """Return the errors of predictions by genre and frequency band.

    Parameters
    ----------
    targets : Targets
        Rated instances.
    predictions : array-like of shape (n_instances,) or (n_instances, n_repeats)
        Predicted complexity, averaged over repeats.

    Returns
    -------
    DataFrame
        Columns ``by`` (``genre`` or ``frequency``), ``group``, ``n``, ``pearson``, ``mae`` and
        ``bias`` (mean of predicted minus rated complexity). Groups of one instance are left out.
    """
    rated = np.asarray(targets["complexity"])
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(rated), -1).mean(axis=1)
    rows = []
    places = pd.Series(range(len(rated)))
    genres = pd.Series(targets.genre, dtype=object)
    for by, groups in (("genre", genres), ("frequency", frequency_bands(targets.token))):
        for group, members in places.groupby(groups, observed=True):
            if len(members) < 2:  # noqa: PLR2004 - no correlation
                continue
            x, y = rated[members], predicted[members]
            figures = scores(x, y)
            errors = figures["pearson"], figures["mae"], float((y - x).mean())
            rows.append((by, str(group), len(members), *errors))
    return pd.DataFrame(rows, columns=["by", "group", "n", "pearson", "mae", "bias"])
