"""Aggregation of the values of an expression's words.

As in the literature, ``averaged`` features are means, and ``concatenated`` features are those of
the ``first`` and of the ``last`` word. ``rarest`` and ``commonest`` are the values of the word with
the lowest and the highest frequency. For a single word, each aggregation returns the word's value.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import cached_property
from lcp.english.kinds import form_kind
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.spellings import merge_spellings
from lcp.english.word_frequency import zipf
from lcp.errors import InputError, unknown
from lcp.targets.targets import factorized

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lcp.base.array_types import Bools, Floats, Ints


def _first(values: Floats, starts: Ints) -> Floats:
    return np.asarray(values[starts])


def _last(values: Floats, starts: Ints) -> Floats:
    return np.asarray(values[np.append(starts[1:], len(values)) - 1])


def _least(values: Floats, starts: Ints) -> Floats:
    # fmin and fmax ignore NaN.
    return np.asarray(np.fmin.reduceat(values, starts, axis=0))


def _greatest(values: Floats, starts: Ints) -> Floats:
    return np.asarray(np.fmax.reduceat(values, starts, axis=0))


def _mean(values: Floats, starts: Ints) -> Floats:
    counts = np.add.reduceat(~np.isnan(values), starts, axis=0, dtype=np.float64)
    total = np.add.reduceat(np.nan_to_num(values), starts, axis=0)
    mean = np.divide(total, counts, out=np.full_like(total, np.nan), where=counts > 0)
    return np.asarray(mean)


#: Aggregations by name. Each takes the values of all words, of shape (n_words, n_features), and
#: the position of each expression's first word, and returns (n_expressions, n_features).
AGGREGATIONS: dict[str, Callable[[Floats, Ints], Floats]] = {
    "first": _first,
    "last": _last,
    "min": _least,
    "max": _greatest,
    "mean": _mean,
}
#: Aggregations that select one word by its frequency.
BY_FREQUENCY = ("rarest", "commonest")
#: Names of the literature.
ALIASES = {"averaged": ("mean",), "concatenated": ("first", "last")}


def check_aggregations(aggregations: Sequence[str], where: str) -> None:
    """Raise :class:`InputError` unless these are distinct names of aggregations, at least one."""
    valid = [*AGGREGATIONS, *BY_FREQUENCY, *ALIASES]
    if not isinstance(aggregations, (list, tuple)) or not aggregations:
        raise InputError(
            f"The aggregations must be a list of one or more names, not {aggregations!r}.",
            where=where,
            hint=f"Choose one or more of: {', '.join(valid)}.",
        )
    for name in aggregations:
        if not isinstance(name, str) or name not in valid:
            raise unknown("aggregation", name, valid, where=where)
    if len(set(without_aliases(aggregations))) < len(without_aliases(aggregations)):
        raise InputError(
            f"An aggregation is listed twice: {', '.join(aggregations)}.",
            where=where,
            hint="List each aggregation once.",
        )


def without_aliases(aggregations: Iterable[str]) -> tuple[str, ...]:
    """Return the names of aggregations that columns have.

    >>> without_aliases(["concatenated", "max"])
    ('first', 'last', 'max')
    """
    return tuple(name for given in aggregations for name in ALIASES.get(given, (given,)))


def only_single_words(token: str, where: str | None = None) -> InputError:
    """Return the error for an expression among targets that must be single words."""
    return InputError(
        f"'{token}' is an expression of several words, but the features were fitted on single "
        "words.",
        where=where,
        hint="Use a model for expressions: lcp fit --task 2.",
    )


def in_parts(tokens: Sequence[str]) -> list[str]:
    """Return targets, those in parts that are hyphenated words which the lexicon lacks.

    >>> in_parts(["barge-licking", "father-in-law", "IL-2", "colour-coded"])
    ['barge licking', 'father-in-law', 'IL-2', 'colour-coded']
    """
    return [_in_parts(token) if "-" in token else token for token in tokens]


def _in_parts(token: str) -> str:
    spellings = [token, *merge_spellings([token])]
    is_divided = form_kind(token) == "word" and load_lexicon().rows(spellings).max() < 0
    return " ".join(token.replace("-", " ").split()) if is_divided else token


class TargetWords:
    """The distinct words of a table's targets.

    Parameters
    ----------
    tokens : sequence of str of length n_instances
        The targets.
    aggregations : sequence of str
        Names of aggregations; empty if every target is a single word.

    Raises
    ------
    InputError
        If a target is an expression and there are no aggregations.
    """

    def __init__(self, tokens: Sequence[str], aggregations: Sequence[str]) -> None:
        expressions = [*map(str.split, tokens)]
        lengths = np.array([*map(len, expressions)], dtype=np.intp)
        if not aggregations and (lengths > 1).any():
            raise only_single_words(tokens[int(np.argmax(lengths > 1))])
        self.codes, distinct = factorized(chain.from_iterable(expressions))
        self.starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.intp)
        self.aggregations = without_aliases(aggregations)
        self.distinct = distinct

    def aggregate(self, measured: Floats, aggregations: Sequence[str] | None = None) -> Floats:
        """Return features of words of a family, one row per target in the table's order.

        `measured` are the features of distinct words, shape (n_distinct, n_features). The result
        contains all of them for each aggregation. Default: those of the table.
        """
        aggregations = self.aggregations if aggregations is None else aggregations
        values = measured[self.codes]
        if not aggregations:
            return values
        if not len(self.codes):
            return np.empty((0, measured.shape[1] * len(aggregations)))
        if len(self.codes) == len(self.starts):  # single words keep their values
            return np.tile(values, len(aggregations))
        return np.hstack([self._aggregated(name, values) for name in aggregations])

    @cached_property
    def several(self) -> Bools:
        """Whether each target consists of different words, shape (n_instances,)."""
        if not len(self.codes):
            return np.zeros(0, dtype=bool)
        low, high = (each.reduceat(self.codes, self.starts) for each in (np.minimum, np.maximum))
        return np.asarray(low != high)

    def _aggregated(self, name: str, values: Floats) -> Floats:
        if name in AGGREGATIONS:
            return AGGREGATIONS[name](values, self.starts)
        return values[self._by_frequency[BY_FREQUENCY.index(name)]]

    @cached_property
    def _by_frequency(self) -> tuple[Ints, Ints]:
        """Places of the rarest and of the most frequent word of each target."""
        lengths = np.diff(self.starts, append=len(self.codes))
        frequencies = np.array([*map(zipf, self.distinct)])[self.codes]
        # Words that are not listed are the rarest.
        order = np.lexsort((np.nan_to_num(frequencies), np.repeat(self.starts, lengths)))
        return order[self.starts], order[self.starts + lengths - 1]
