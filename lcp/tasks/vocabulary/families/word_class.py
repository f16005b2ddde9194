"""The part of speech that is given with a word, and the word's level as that part of speech."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.word_levels import listed_readings
from lcp.features.family import Family, Feature
from lcp.tasks.vocabulary.items import CLASSES, measured, texts

if TYPE_CHECKING:
    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted
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
    columns = tuple(Feature(*row) for row in _ROWS)

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Look up each word with its part of speech."""
        listed = listed_readings()

        def values(pair: tuple[str, str]) -> list[float]:
            word, part = pair
            levels = [level + 1.0 for pos, level in listed.get(word, ()) if pos == part]
            classes = [float(part == name) if part else np.nan for name in CLASSES]
            return [*classes, min(levels, default=np.nan)]

        pairs = zip(texts(inputs, "token"), texts(inputs, "pos"), strict=True)
        return measured([(t.lower(), p.lower()) for t, p in pairs], values, len(_ROWS))
