"""Frequency of a word in the training sentences."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.features.family import Family, Feature
from lcp.targets.target_sentences import Sentences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted, Words
    from lcp.resources.store import Store
    from lcp.targets import Targets

#: The genres of CompLex, whose columns are described before fitting.
GENRES = ("bible", "biomed", "europarl")


@dataclass(frozen=True)
class TrainingFrequency(Family):
    """Occurrences of a word in the training sentences of each genre.

    The family learns the occurrences of lower-case words by genre, ``counts_``.

    Examples
    --------
    >>> [feature.name for feature in TrainingFrequency().features({"counts_": {"news": {}}})]
    ['news', 'all']
    """

    name = "training_frequency"
    scope = "word"
    learns = True
    learned: ClassVar = {"counts_": {"": {"": int}}}

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the genres, and their sum."""
        rows = [
            *((genre, f"occurrences in the genre {genre}") for genre in _genres(learned)),
            ("all", "occurrences in all genres"),
        ]
        return [Feature(*row, "log10(count + 1)", "training corpus") for row in rows]

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, Any]:
        """Count the words of the distinct training sentences of each genre."""
        targets_in: dict[tuple[str, str], set[str]] = {}
        for genre, sentence, token in zip(
            targets.genre, targets.sentence, targets.target, strict=True
        ):
            if sentence:
                words_in = targets_in.setdefault((_column(genre), sentence), set())
                words_in.update(token.lower().split())
        distinct = tuple(dict.fromkeys(sentence for _, sentence in targets_in))
        words = dict(zip(distinct, Sentences(distinct).words.by_sentence, strict=True))
        counts: dict[str, Counter[str]] = {}
        for (genre, sentence), excluded in targets_in.items():
            # The targets of a sentence are not counted: every training target occurs in a training
            # sentence, so counting it would encode "this word is in the training set". Targets to
            # be predicted are still counted in their sentence if it is a training sentence of
            # another target (18% of CompLex's test instances). Not counting those would need the
            # test instances in training and changes r by -0.0001 (-0.0008 to +0.0006; set core,
            # Task 1, 5 folds grouped by token).
            remaining = (word for word in words[sentence] if word not in excluded)
            counts.setdefault(genre, Counter()).update(remaining)
        return {"counts_": {genre: dict(counts[genre]) for genre in sorted(counts)}}

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Look up the words; 0 for words that do not occur in the training sentences."""
        counts: Mapping[str, Mapping[str, int]] = fitted.learned["counts_"]
        keys = [word.lower() for word in inputs.form]
        occurrences = np.zeros((len(keys), len(counts) + 1))
        for column, genre in enumerate(counts.values()):
            occurrences[:, column] = [genre.get(key, 0) for key in keys]
        occurrences[:, -1] = occurrences.sum(axis=1)
        return np.log10(occurrences + 1)


def _genres(learned: Mapping[str, Any]) -> Sequence[str]:
    return list(learned.get("counts_", GENRES))


def _column(genre: str) -> str:
    """Return the name of the column of a genre; "unnamed" if the genre has no usable name."""
    column = re.sub(r"\W+", "_", genre.lower()).strip("_")
    return column if column not in ("", "all") else "unnamed"
