"""Aggregation of the values of an expression's words.

The papers' "average" is ``mean``; their "concatenate" is ``first`` and ``last``. For a single
word, each aggregation returns the word's own value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.english.text import expression_words, lemma
from lcp.errors import InputError, unknown

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
    # fmin and fmax ignore NaN.
    return np.asarray(np.fmin.reduceat(values, starts, axis=0))


def _greatest(values: Values, starts: Positions) -> Values:
    return np.asarray(np.fmax.reduceat(values, starts, axis=0))


def _mean(values: Values, starts: Positions) -> Values:
    counts = np.add.reduceat(~np.isnan(values), starts, axis=0, dtype=np.float64)
    total = np.add.reduceat(np.nan_to_num(values), starts, axis=0)
    mean = np.divide(total, counts, out=np.full_like(total, np.nan), where=counts > 0)
    return np.asarray(mean)


#: Aggregations by name. Each takes the values of all words, of shape (n_words, n_features), and
#: the position of each expression's first word, and returns (n_expressions, n_features).
AGGREGATIONS: dict[str, Callable[[Values, Positions], Values]] = {
    "first": _first,
    "last": _last,
    "min": _least,
    "max": _greatest,
    "mean": _mean,
}


def check_aggregations(aggregations: Sequence[str], where: str) -> None:
    """Raise :class:`InputError` unless these are distinct names in `AGGREGATIONS`, at least one."""
    if not isinstance(aggregations, (list, tuple)) or not aggregations:
        raise InputError(
            f"The aggregations must be a list of one or more names, not {aggregations!r}.",
            where=where,
            hint=f"Choose one or more of: {', '.join(AGGREGATIONS)}.",
        )
    for name in aggregations:
        if not isinstance(name, str) or name not in AGGREGATIONS:
            raise unknown("aggregation", name, AGGREGATIONS, where=where)
    if len(set(aggregations)) < len(aggregations):
        raise InputError(
            f"An aggregation is listed twice: {', '.join(aggregations)}.",
            where=where,
            hint="List each aggregation once.",
        )


class TargetWords:
    """The distinct words of a table's targets.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``token``.
    aggregations : sequence of str
        Names in `AGGREGATIONS`; empty if every target is a single word.

    Raises
    ------
    InputError
        If a target is an expression and there are no aggregations.
    """

    def __init__(self, table: pd.DataFrame, aggregations: Sequence[str]) -> None:
        expressions = [expression_words(token) for token in table["token"]]
        lengths = np.array([len(expression) for expression in expressions], dtype=np.intp)
        if not aggregations and (lengths > 1).any():
            first = table["token"].iloc[int(np.argmax(lengths > 1))]
            raise InputError(
                f"'{first}' is an expression of several words, but the features were fitted on "
                "single words.",
                hint="Use a model for expressions: lcp fit --task 2.",
            )
        flat = [word for expression in expressions for word in expression]
        self.codes, distinct = pd.factorize(np.array(flat, dtype=object))
        self.starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.intp)
        self.aggregations = aggregations
        self.frame = pd.DataFrame(
            {"word": distinct, "lemma": [lemma(word) for word in distinct]}, dtype=str
        )

    def aggregate(self, extractor: Extractor) -> pd.DataFrame:
        """Return the features of a word-level family, one row per target in the table's order."""
        extracted = extractor.extract(self.frame)
        if not self.aggregations:
            return extracted.iloc[self.codes]
        columns = [f"{column}@{name}" for name in self.aggregations for column in extracted.columns]
        if not len(self.codes):
            return pd.DataFrame(columns=columns, dtype=np.float64)
        values = extracted.to_numpy(dtype=np.float64)[self.codes]
        blocks = [AGGREGATIONS[name](values, self.starts) for name in self.aggregations]
        return pd.DataFrame(np.hstack(blocks), columns=columns)
