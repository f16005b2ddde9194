"""Compute the columns of a feature set with what its families have learned."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base.caches import RowCache, cached_property
from lcp.base.schema import SchemaError
from lcp.english.lemmas import lemmas_alone
from lcp.english.spellings import merge_spellings
from lcp.features.aggregation import TargetWords, in_parts, without_aliases
from lcp.features.family import Fitted, Words
from lcp.features.family_results import features_of, measured, predicted_by, unchangeable
from lcp.features.matrix import Matrix, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lcp.base.array_types import Bools, Floats, Ints
    from lcp.features.family import Family, Feature
    from lcp.resources.store import Store
    from lcp.targets import Targets


#: Words whose features are kept in memory.
CACHED_FEATURE_ROWS = 32_768
#: End of the names of columns that contain ranks.
SUFFIX = "@rank"


@dataclass(frozen=True, eq=False)
class Measurer:
    """What computes the features of targets, once a feature set is fitted.

    Attributes
    ----------
    families : mapping of str to Family
        The families, in order.
    learned : mapping of str to mapping
        What each family learned in training.
    kept : mapping of str to list of Feature
        The features of each family that are computed.
    store : Store
        Source of the resources.
    aggregations : sequence of str
        Aggregations of the words of expressions; empty if every target is a single word.
    rank_within : str
        Column of the groups in which features are ranked; "" for no ranks.
    merge_spellings : bool
        Whether a word has the features of its most frequent spelling.
    used : tuple of str, optional
        Names of the columns of the result. Default: all.
    """

    families: Mapping[str, Family]
    learned: Mapping[str, Mapping[str, Any]]
    kept: Mapping[str, list[Feature]]
    store: Store
    aggregations: Sequence[str]
    rank_within: str
    merge_spellings: bool
    used: tuple[str, ...] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out what was computed."""
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of the result."""
        return self._names if self.used is None else self.used

    def only(self, columns: Sequence[str]) -> Self:
        """Return what computes these columns only, in this order.

        Raises
        ------
        SchemaError
            If there is no such column.
        """
        names = set(self._names)
        absent = [name for name in columns if name not in names]
        if absent:
            raise SchemaError(f"there is no feature {absent[0]}")
        return replace(self, used=tuple(columns))

    def measure(self, targets: Targets, progress: Callable[[str], object] | None = None) -> Matrix:
        """Return the features of targets.

        `progress` is called with the name of each family before it is computed.
        """
        spelled = targets = unchangeable(targets)
        if self.merge_spellings:
            spelled = respelled(targets, parts=bool(self.aggregations))
        words = TargetWords(spelled.target, self.aggregations)
        in_sentence = ~targets.alone
        inside = targets if in_sentence.all() else targets.take(in_sentence)
        of_words = self._words.rows(words.distinct, self._measure_forms)
        blocks = [np.empty((len(targets), 0))]
        for name, member in self.families.items():
            if progress is not None:
                progress(name)
            kept, fitted, width = self._places[name], self._fitted(name), len(self._features[name])
            if member.scope == "word":
                block = words.aggregate(of_words[:, self._in_words[name]])
            elif member.scope == "context" and not member.needs_sentence:
                block = measured(member, spelled, fitted, width)[:, kept]
            else:
                block = np.full((len(targets), len(kept)), np.nan)
                if len(inside) and member.scope == "context":
                    block[in_sentence] = measured(member, inside, fitted, width)[:, kept]
                elif len(inside):
                    values = measured(member, inside.sentences, fitted, width)[:, kept]
                    block[in_sentence] = values[inside.sentence_numbers]
            blocks.append(block)
            if self.rank_within:
                blocks.append(ranks_within(block, targets.get(self.rank_within)))
        values = np.hstack(blocks)
        if self._selected is not None:
            values = values[:, self._selected]
        return Matrix.of(values, self.columns, Rows.of(targets, words.several))

    @property
    def word_features(self) -> list[str]:
        """Names of the features of words, as ``family__feature``."""
        return [f"{name}__{f.name}" for name in self._in_words for f in self.kept[name]]

    @property
    def suffixes(self) -> list[str]:
        """What follows a feature of words in the names of its columns."""
        aggregations = without_aliases(self.aggregations)
        # With one aggregation, the names do not depend on whether there are expressions.
        return [f"@{name}" for name in aggregations] if len(aggregations) > 1 else [""]

    def measure_words(self, words: Words) -> Floats:
        """Return the :attr:`word_features` of words, shape (n_words, n_word_features)."""
        return self._of_words(words, measured)

    def predicted_words(self, words: Words) -> Bools:
        """Return which of the :attr:`word_features` of words a model predicted."""
        return self._of_words(words, predicted_by).astype(bool)

    def _of_words(self, words: Words, table: Callable[[Family, Words, Fitted, int], Any]) -> Floats:
        """Return the kept columns of a table that each family of words has."""
        blocks = [np.empty((len(words), 0))]
        for name, places in self._places.items():
            if name in self._in_words:
                width = len(self._features[name])
                block = table(self.families[name], words, self._fitted(name), width)
                blocks.append(block[:, places])
        return np.hstack(blocks)

    def _measure_forms(self, forms: list[str]) -> list[Floats]:
        # A row of a larger array would keep all of it in memory.
        return [*map(np.copy, self.measure_words(Words(forms, lemmas_alone(forms))))]

    def _fitted(self, name: str) -> Fitted:
        return Fitted(self.store, self.learned.get(name, {}))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """Names of all columns."""
        names: list[str] = []
        for family, member in self.families.items():
            suffixes = self.suffixes if member.scope == "word" else [""]
            columns = [f"{family}__{f.name}{end}" for end in suffixes for f in self.kept[family]]
            names += columns
            if self.rank_within:
                names += [f"{column}{SUFFIX}" for column in columns]
        return tuple(names)

    @cached_property
    def _selected(self) -> Ints | None:
        """Positions of the used columns, unless all are used."""
        if self.columns == self._names:
            return None
        index_of = {name: index for index, name in enumerate(self._names)}
        return np.array([index_of[name] for name in self.columns], dtype=np.intp)

    @cached_property
    def _features(self) -> dict[str, list[Feature]]:
        """All features of each family."""
        return {
            name: features_of(member, self.learned.get(name))
            for name, member in self.families.items()
        }

    @cached_property
    def _places(self) -> dict[str, Ints]:
        """Positions of the kept features of each family among all its features."""
        places = {}
        for name, features in self._features.items():
            index_of = {feature.name: index for index, feature in enumerate(features)}
            places[name] = np.array([index_of[f.name] for f in self.kept[name]], dtype=np.intp)
        return places

    @cached_property
    def _in_words(self) -> dict[str, slice]:
        """Columns of each family of words in their common table."""
        slices, width = {}, 0
        for name, member in self.families.items():
            if member.scope == "word":
                slices[name] = slice(width, width := width + len(self.kept[name]))
        return slices

    @cached_property
    def _words(self) -> RowCache:
        width = sum(len(self.kept[name]) for name in self._in_words)
        return RowCache(width, CACHED_FEATURE_ROWS)


def respelled(targets: Targets, *, parts: bool, sentences: bool = False) -> Targets:
    """Return targets, and their sentences on request, in their most frequent spelling.

    Parameters
    ----------
    targets : Targets
        Targets.
    parts : bool
        Whether hyphenated words that the lexicon lacks are in parts.
    sentences : bool, default=False
        Whether the sentences are in this spelling too.
    """
    tokens = in_parts(targets.target) if parts else targets.target
    tokens = merge_spellings(tokens)
    texts = merge_spellings(targets.sentence) if sentences else targets.sentence
    return replace(targets, target=tuple(tokens), sentence=tuple(texts))


def ranks_within(values: Floats, groups: Sequence[object] | None) -> Floats:
    """Rank the rows of each group by each column.

    Parameters
    ----------
    values : ndarray of shape (n_rows, n_columns)
        Features; NaN if unknown.
    groups : sequence of length n_rows, or None
        Group of each row, such as the question that an option belongs to. None if unknown.

    Returns
    -------
    ndarray of shape (n_rows, n_columns)
        0 for the lowest value of the group and 1 for the highest; equal values get the mean of
        their ranks. NaN where the value is unknown, or no other value of the group is known.

    Examples
    --------
    >>> ranks_within(np.array([[5.0], [2.0], [2.0], [9.0]]), ["a", "a", "a", "b"]).ravel().tolist()
    [1.0, 0.25, 0.25, nan]
    """
    if groups is None or not values.size:
        return np.full(values.shape, np.nan)
    import pandas as pd

    grouped = pd.DataFrame(values).groupby(np.asarray(groups, dtype=object), sort=False)
    n_others = grouped.transform("count").to_numpy(dtype=np.float64) - 1
    ranks = grouped.rank().to_numpy(dtype=np.float64) - 1
    unknown = np.full(values.shape, np.nan)
    return np.asarray(np.divide(ranks, n_others, out=unknown, where=n_others > 0))
