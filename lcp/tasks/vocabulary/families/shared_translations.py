"""English words that have the same translation in the training data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lcp.english.word_frequency import zipf
from lcp.features.family import WORDFREQ, Family, Feature
from lcp.tasks.vocabulary.items import items_of, measured
from lcp.tasks.vocabulary.languages import content_words, parse_translation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted
    from lcp.resources import Store
    from lcp.targets import Targets
    from lcp.tasks.vocabulary.items import Item

_SOURCE = "training corpus"
_WORDFREQ = f"{_SOURCE}; {WORDFREQ}"
_DIFFERENCE = "difference of Zipf; NaN if there is none"
_ROWS = (
    ("others", "other words with one of the translations", "count", _SOURCE),
    ("first_letter", "other words with the same first letter", "count", _SOURCE),
    ("fit", "other words with the same first letter and length", "count", _SOURCE),
    ("more_frequent", "more frequent words with one of the translations", "count", _SOURCE),
    (
        "zipf_difference",
        "highest frequency of another word, minus this",
        _DIFFERENCE,
        _WORDFREQ,
    ),
    (
        "first_letter_zipf_difference",
        "same, of words with the same first letter",
        _DIFFERENCE,
        _WORDFREQ,
    ),
)


@dataclass(frozen=True)
class SharedTranslations(Family):
    """Ambiguity of the translation: other English words that the training data translates with it.

    Reads the columns ``readers`` and ``translation``; instances without them have NaN. Ratings are
    not used.

    Examples
    --------
    >>> from lcp.features.family import Fitted
    >>> from lcp.resources import Store
    >>> from lcp.targets import Targets
    >>> items = {"token": ["bizarre", "strange"], "translation": ["extraño"] * 2}
    >>> targets, family = Targets.table(items).for_all(readers="learner:es"), SharedTranslations()
    >>> learned = family.fit(targets, None, Store())
    >>> family.measure(targets, Fitted(learned=learned))[:, 3].tolist()
    [1.0, 0.0]
    """

    name = "shared_translations"
    scope = "context"
    learns = True
    learned: ClassVar = {"words": {"": [str]}}
    columns = tuple(Feature(*row) for row in _ROWS)

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, object]:
        """Return the English words in lower case of each language and translation."""
        words: dict[str, set[str]] = {}
        for item in items_of(targets):
            for key in _keys(item):
                words.setdefault(key, set()).add(item.word)
        return {"words": {key: sorted(members) for key, members in sorted(words.items())}}

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Count the other words of each translation."""
        words = fitted.learned["words"]
        return measured(items_of(inputs), lambda item: _values(item, words), len(_ROWS))


def _values(item: Item, words: Mapping[str, Sequence[str]]) -> list[float]:
    keys = _keys(item)
    if not keys:
        return [np.nan] * len(_ROWS)
    others = {other for key in keys for other in words.get(key, ())} - {item.word}
    differences = {other: _frequency(other) - _frequency(item.word) for other in others}
    initial = [other for other in others if other[:1] == item.word[:1]]
    return [
        len(others),
        len(initial),
        sum(len(other) == len(item.word) for other in initial),
        sum(difference > 0 for difference in differences.values()),
        max(differences.values(), default=np.nan),
        max((differences[other] for other in initial), default=np.nan),
    ]


def _keys(item: Item) -> list[str]:
    """Return the language and each translation of an item."""
    alternatives = parse_translation(item.translation).alternatives if item.language else ()
    return [" ".join((item.language, *content_words(part, item.language))) for part in alternatives]


def _frequency(word: str) -> float:
    return float(np.nan_to_num(zipf(word)))
