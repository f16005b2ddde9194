"""The part of speech that is given with a word, and the word's level as that part of speech."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.corpora.parsers.cefr import entries
from lcp.english.levels import LEVELS
from lcp.features.families.wordlists import CEFR_LISTS
from lcp.features.family import Family, Feature
from lcp.tasks.vocabulary.items import CLASSES, measured, texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from lcp.features.family import Fitted, Floats
    from lcp.targets import Targets

_CEFR = "Tono (ed.), CEFR-J Vocabulary Profile 1.5; Octanove Vocabulary Profile C1/C2"
_ROWS = (
    *((name, f"whether the word is given as {name}", "0/1", "lcp") for name in CLASSES),
    ("cefr", "level of the word as this part of speech", "1 (A1) - 6 (C2)", _CEFR),
)


@dataclass(frozen=True)
class WordClass(Family):
    """Part of speech given in the column ``pos``, such as ``noun``, and the word's level as it.

    The features of instances without a part of speech are NaN. Unlike the family ``pos``, it reads
    no sentence.
    """

    name = "word_class"
    scope = "context"

    def resources(self) -> tuple[str, ...]:
        """Return the CEFR lists."""
        return CEFR_LISTS

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the parts of speech and the level."""
        return [Feature(*row) for row in _ROWS]

    def measure(self, given: Targets, fitted: Fitted) -> Floats:
        """Look up each word with its part of speech."""
        tokens, parts = texts(given, "token"), texts(given, "pos")
        levels = _levels(*(path for name in CEFR_LISTS for path in fitted.store.require(name)))

        def values(pair: tuple[str, str]) -> list[float]:
            given = [float(pair[1] == name) if pair[1] else np.nan for name in CLASSES]
            return [*given, levels.get(pair, np.nan)]

        pairs = [(t.lower(), p.lower()) for t, p in zip(tokens, parts, strict=True)]
        return measured(pairs, values, len(_ROWS))


@lru_cache(maxsize=2)
def _levels(*paths: Path) -> dict[tuple[str, str], float]:
    """Return the lowest level, from 1 (A1), of each word and part of speech."""
    levels: dict[tuple[str, str], float] = {}
    for path in paths:
        for word, pos, level in entries(path):
            key = word.lower(), pos
            value = float(LEVELS.index(level) + 1)
            levels[key] = min(value, levels.get(key, value))
    return levels
