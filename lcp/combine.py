"""Values of an expression from the values of its words.

The papers' "average" is ``mean``; their "concatenate" is ``first`` and ``last``. For an
expression of length one all of them give the word's own value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.errors import InputError
from lcp.recipes import nearest
from lcp.text import expression_words, lemma

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lcp.extractors import Extractor

    Values = NDArray[np.float64]
    Positions = NDArray[np.intp]


def _first(values: Values, starts: Positions) -> Values:
    return np.asarray(values[starts])


def _last(values: Values, starts: Positions) -> Values:
    return np.asarray(values[np.append(starts[1:], len(values)) - 1])


def _least(values: Values, starts: Positions) -> Values:
    # fmin and fmax pass over NaN: one known word tells something about the expression.
    return np.asarray(np.fmin.reduceat(values, starts, axis=0))


def _greatest(values: Values, starts: Positions) -> Values:
    return np.asarray(np.fmax.reduceat(values, starts, axis=0))


def _mean(values: Values, starts: Positions) -> Values:
    known = np.add.reduceat(~np.isnan(values), starts, axis=0, dtype=np.float64)
    total = np.add.reduceat(np.nan_to_num(values), starts, axis=0)
    mean = np.divide(total, known, out=np.full_like(total, np.nan), where=known > 0)
    return np.asarray(mean)


#: Ways to combine by name. Each takes the words' values, of shape (n_words, n_features),
#: and the position of each expression's first word, and gives (n_expressions, n_features).
COMBINE: dict[str, Callable[[Values, Positions], Values]] = {
    "first": _first,
    "last": _last,
    "min": _least,
    "max": _greatest,
    "mean": _mean,
}


def check_combine(combine: Sequence[str], where: str) -> None:
    """Refuse ways to combine that are not in `COMBINE`, are given twice, or none at all."""
    if not isinstance(combine, (list, tuple)) or not combine:
        raise InputError(
            f"The ways to combine words are not a list of one or more but {combine!r}.",
            where=where,
            hint=f"Choose one or more of: {', '.join(COMBINE)}.",
        )
    for way in combine:
        if not isinstance(way, str) or way not in COMBINE:
            raise InputError(
                f"'{way}' is no way to combine words.",
                where=where,
                hint=nearest(str(way), COMBINE),
            )
    if len(set(combine)) < len(combine):
        raise InputError(
            f"A way to combine words is given twice: {', '.join(combine)}.",
            where=where,
            hint="Give each way once.",
        )


class ExpressionWords:
    """The distinct words of a table's targets, extracted once and combined per target.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``token``.
    combine : sequence of str
        Names in `COMBINE`; empty where every target is a single word.
    """

    def __init__(self, table: pd.DataFrame, combine: Sequence[str]) -> None:
        expressions = [expression_words(token) for token in table["token"]]
        lengths = np.array([len(expression) for expression in expressions], dtype=np.intp)
        if not combine and (lengths > 1).any():
            first = table["token"].iloc[int(np.argmax(lengths > 1))]
            raise InputError(
                f"'{first}' is an expression of several words, but the features were fitted on "
                "single words.",
                hint="Use a model for expressions: lcp fit --task 2.",
            )
        flat = [word for expression in expressions for word in expression]
        self.codes, distinct = pd.factorize(np.array(flat, dtype=object))
        self.starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.intp)
        self.combine = combine
        self.frame = pd.DataFrame(
            {"word": distinct, "lemma": [lemma(word) for word in distinct]}, dtype=str
        )

    def combined(self, extractor: Extractor) -> pd.DataFrame:
        """One row per target of a word-level family's features, in the table's order."""
        extracted = extractor.extract(self.frame)
        if not self.combine:
            return extracted.iloc[self.codes]
        columns = [f"{column}@{way}" for way in self.combine for column in extracted.columns]
        if not len(self.codes):
            return pd.DataFrame(columns=columns, dtype=np.float64)
        values = extracted.to_numpy(dtype=np.float64)[self.codes]
        blocks = [COMBINE[way](values, self.starts) for way in self.combine]
        return pd.DataFrame(np.hstack(blocks), columns=columns)
