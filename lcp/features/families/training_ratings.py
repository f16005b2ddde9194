"""Ratings of an expression's words as single words in the training instances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lcp.english.lemmas import lemma
from lcp.features.family import Family, Feature

if TYPE_CHECKING:
    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted
    from lcp.resources.store import Store
    from lcp.targets import Targets

_ROWS = (
    ("first", "mean rating of the first word alone, by lemma", "0-1"),
    ("last", "mean rating of the last word alone, by lemma", "0-1"),
    ("count_first", "rated instances of the first word alone, by lemma", "count"),
    ("count_last", "rated instances of the last word alone, by lemma", "count"),
)


@dataclass(frozen=True)
class TrainingRatings(Family):
    """Ratings of an expression's first and last word in training, by lemma; NaN for single words.

    Single words have no value, because in training it would be the word's rating. The words of
    an expression were rated in other instances.

    The family learns the mean complexity (0-1) of the single words with each lemma, ``means_``, and
    the number of instances in each mean, ``counts_``.

    Examples
    --------
    >>> from lcp.features.family import Fitted
    >>> from lcp.resources import Store
    >>> from lcp.targets import Targets
    >>> family, store = TrainingRatings(), Store()
    >>> learned = family.fit(Targets.words(["gene", "Genes"]), np.array([0.3, 0.5]), store)
    >>> targets = Targets.words(["gene locus", "gene"])
    >>> family.measure(targets, Fitted(store, learned)).tolist()
    [[0.4, nan, 2.0, 0.0], [nan, nan, nan, nan]]
    """

    name = "training_ratings"
    scope = "context"
    learns = True
    learned: ClassVar = {"means_": {"": float}, "counts_": {"": int}}
    columns = tuple(Feature(*row, "training corpus") for row in _ROWS)

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, object]:
        """Return the mean ratings of single words."""
        values: dict[str, list[float]] = {}
        for token, value in zip(targets.target, [] if rated is None else rated, strict=False):
            if len(token.split()) == 1 and not np.isnan(value):
                values.setdefault(lemma(token), []).append(float(value))
        return {
            "means_": {word: float(np.mean(values[word])) for word in sorted(values)},
            "counts_": {word: len(values[word]) for word in sorted(values)},
        }

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Look up the words of each expression; a word that was not rated has a count of 0."""
        means, counts = fitted.learned["means_"], fitted.learned["counts_"]
        rows = []
        for words in map(str.split, inputs.target):
            ends = (lemma(words[0]), lemma(words[-1])) if len(words) > 1 else ()
            rated = [means.get(end, np.nan) for end in ends]
            rows.append([*rated, *(counts.get(end, 0) for end in ends)] or [np.nan] * 4)
        return np.array(rows, dtype=np.float64).reshape(len(rows), 4)
