"""Where a model errs: by genre, by how rare the target is, and by its length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.corpora.ratings import ratings
from lcp.evaluation.metrics import scores
from lcp.text import expression_words
from lcp.word_frequency import zipf

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: Upper limits of the frequency bands, in Zipf values (Van Heuven et al., 2014).
BANDS = {2.0: "Zipf below 2", 3.0: "Zipf 2 to 3", 4.0: "Zipf 3 to 4", 5.0: "Zipf 4 to 5"}
HIGHEST = "Zipf 5 or more"

#: Upper limits of the classes of length, in characters of a target's longest word.
LENGTHS = {4: "up to 4", 6: "5 to 6", 8: "7 to 8", 10: "9 to 10", 12: "11 to 12"}
LONGEST = "13 or more"


def frequency_band(token: str) -> str:
    """Band of a target's rarest word; a word that wordfreq does not know is below 2.

    >>> frequency_band("old phylactery")
    'Zipf below 2'
    """
    rarest = min(np.nan_to_num(zipf(word), nan=0.0) for word in expression_words(token))
    return next((name for limit, name in BANDS.items() if rarest < limit), HIGHEST)


def length_class(token: str) -> str:
    """Class of the number of characters of a target's longest word.

    >>> length_class("old phylactery")
    '9 to 10'
    """
    longest = max(map(len, expression_words(token)))
    return next((name for limit, name in LENGTHS.items() if longest <= limit), LONGEST)


def error_groups(table: pd.DataFrame) -> dict[str, pd.Series[Any]]:
    """Ways to divide instances in which errors may differ.

    Returns
    -------
    dict of str to Series of shape (n_instances,)
        ``genre``, ``frequency`` and ``length``: ordered categories, those that occur.
    """
    found = {"genre": pd.Series(pd.Categorical(table["corpus"], ordered=True), table.index)}
    for by, classify, order in (
        ("frequency", frequency_band, [*BANDS.values(), HIGHEST]),
        ("length", length_class, [*LENGTHS.values(), LONGEST]),
    ):
        named = table["token"].map({token: classify(token) for token in table["token"].unique()})
        ordered = pd.Categorical(named, categories=order, ordered=True)
        found[by] = pd.Series(ordered.remove_unused_categories(), table.index)
    return found


def breakdown(table: pd.DataFrame, predictions: pd.DataFrame | ArrayLike) -> pd.DataFrame:
    """Errors of predictions for each genre and frequency band.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``corpus`` and ``complexity``.
    predictions : array-like of shape (n_instances,) or (n_instances, repeats)
        Averaged over repeats.

    Returns
    -------
    DataFrame
        Columns ``by`` (``genre`` or ``frequency``), ``group``, ``n``, ``pearson``, ``mae`` and
        ``bias`` (mean of predicted minus rated: above 0, the model finds them too hard).
    """
    rated = ratings(table)
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(table), -1).mean(axis=1)
    named = error_groups(table)
    rows = []
    for by in ("genre", "frequency"):
        for group in named[by].cat.categories:
            chosen = (named[by] == group).to_numpy()
            if chosen.sum() < 2:  # noqa: PLR2004 - one instance has no correlation
                continue
            figures = scores(rated[chosen], predicted[chosen])
            bias = float((predicted[chosen] - rated[chosen]).mean())
            row = {"by": by, "group": group, "n": int(chosen.sum()), "bias": bias}
            rows.append(row | {name: figures[name] for name in ("pearson", "mae")})
    return pd.DataFrame(rows, columns=["by", "group", "n", "pearson", "mae", "bias"])
