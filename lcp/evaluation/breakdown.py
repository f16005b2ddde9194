"""Errors by genre, by frequency of the target and by its length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.corpora.ratings import ratings
from lcp.english.text import expression_words
from lcp.english.word_frequency import zipf
from lcp.evaluation.metrics import scores

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: Upper limits of the frequency bands, in Zipf values (Van Heuven et al., 2014).
BANDS = {2.0: "Zipf below 2", 3.0: "Zipf 2 to 3", 4.0: "Zipf 3 to 4", 5.0: "Zipf 4 to 5"}
HIGHEST = "Zipf 5 or more"

#: Upper limits of the length classes, in characters of a target's longest word.
LENGTHS = {4: "up to 4", 6: "5 to 6", 8: "7 to 8", 10: "9 to 10", 12: "11 to 12"}
LONGEST = "13 or more"


def frequency_band(token: str) -> str:
    """Return the frequency band of a target's rarest word; the lowest if wordfreq lacks it.

    >>> frequency_band("old phylactery")
    'Zipf below 2'
    """
    rarest = min(np.nan_to_num(zipf(word), nan=0.0) for word in expression_words(token))
    return next((name for limit, name in BANDS.items() if rarest < limit), HIGHEST)


def length_class(token: str) -> str:
    """Return the length class of a target's longest word.

    >>> length_class("old phylactery")
    '9 to 10'
    """
    longest = max(map(len, expression_words(token)))
    return next((name for limit, name in LENGTHS.items() if longest <= limit), LONGEST)


def error_groups(table: pd.DataFrame) -> dict[str, pd.Series[Any]]:
    """Group instances by genre, frequency and length.

    Returns
    -------
    dict of str to Series of shape (n_instances,)
        ``genre``, ``frequency`` and ``length``: ordered categories, without empty ones.
    """
    variables = {"genre": pd.Series(pd.Categorical(table["genre"], ordered=True), table.index)}
    for by, classify, order in (
        ("frequency", frequency_band, [*BANDS.values(), HIGHEST]),
        ("length", length_class, [*LENGTHS.values(), LONGEST]),
    ):
        classes = table["token"].map({token: classify(token) for token in table["token"].unique()})
        ordered = pd.Categorical(classes, categories=order, ordered=True)
        variables[by] = pd.Series(ordered.remove_unused_categories(), table.index)
    return variables


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
    variables = error_groups(table)
    rows = []
    for by in ("genre", "frequency"):
        for group in variables[by].cat.categories:
            mask = (variables[by] == group).to_numpy()
            if mask.sum() < 2:  # noqa: PLR2004 - no correlation
                continue
            figures = scores(rated[mask], predicted[mask])
            bias = float((predicted[mask] - rated[mask]).mean())
            row = {"by": by, "group": group, "n": int(mask.sum()), "bias": bias}
            rows.append(row | {name: figures[name] for name in ("pearson", "mae")})
    return pd.DataFrame(rows, columns=["by", "group", "n", "pearson", "mae", "bias"])
