"""The part of speech that is given with a word, and the word's uses as that part of speech."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.columns import n_rows
from lcp.corpora.readers.cefr import LEVELS, entries
from lcp.extractors.base import Extractor, Feature, indicator
from lcp.extractors.first_language import as_text
from lcp.extractors.wordlists import CEFR_LISTS
from lcp.extractors.wordnet import wordnet_reader

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from lcp.columns import Columns

#: Parts of speech and their letters in WordNet, which also has ``s`` for some adjectives.
CLASSES = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}
_WORDNET = "Fellbaum (1998), WordNet 3.0; Miller et al. (1993), SemCor"
_CEFR = "Tono (ed.), CEFR-J Vocabulary Profile 1.5; Octanove Vocabulary Profile C1/C2"
#: Added to counts, so that words that do not occur in SemCor have shares too.
_SMOOTHING = 0.1


class WordClass(Extractor):
    """Part of speech given in the column ``pos``, such as ``noun``, and the word's uses as it.

    The features of instances without a part of speech are NaN. Unlike the family ``pos``, it reads
    no sentence.
    """

    name = "word_class"
    level = "context"

    def resources(self) -> tuple[str, ...]:
        """Return WordNet and the CEFR lists."""
        return ("wordnet", *CEFR_LISTS)

    def features(self) -> Sequence[Feature]:
        """Describe the parts of speech, the level and the uses."""
        classes = [
            Feature(name, f"whether the word is given as {name}", "0/1", "lcp") for name in CLASSES
        ]
        return [
            *classes,
            Feature("cefr", "level of the word as this part of speech", "1 (A1) - 6 (C2)", _CEFR),
            Feature("semcor", "occurrences as this part of speech", "ln(count + 0.1)", _WORDNET),
            Feature("share", "share of these in all its occurrences", "0-1", _WORDNET),
            Feature("senses", "senses as this part of speech", "count", _WORDNET),
        ]

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Look up each word with its part of speech."""
        classes = [as_text(value).lower() for value in columns.get("pos", [""] * n_rows(columns))]
        words = [as_text(token).lower() for token in columns["token"]]
        levels = _levels(*(path for name in CEFR_LISTS for path in self.store.require(name)))
        pairs = list(zip(words, classes, strict=True))
        with wordnet_reader(self.store.nltk("wordnet")) as reader:
            uses = {pair: _uses(reader, *pair) for pair in set(pairs)}
        indicators = np.column_stack([indicator(classes, name) for name in CLASSES])
        indicators[[not name for name in classes]] = np.nan
        values = [[levels.get(pair, np.nan), *uses[pair]] for pair in pairs]
        return np.hstack([indicators, np.array(values, dtype=np.float64).reshape(len(pairs), 4)])


def _uses(reader: Any, word: str, part_of_speech: str) -> tuple[float, float, float]:
    """Return the logarithm of SemCor's count, its share, and the number of senses."""
    own = CLASSES.get(part_of_speech)
    if own is None:
        return np.nan, np.nan, np.nan
    counts: Counter[str] = Counter()
    senses: Counter[str] = Counter()
    for synset in reader.synsets(word):
        name = "a" if synset.pos() == "s" else synset.pos()
        for entry in synset.lemmas():
            if entry.name().lower() == word:
                counts[name] += entry.count()
                senses[name] += 1
    smoothed = counts[own] + _SMOOTHING
    total = sum(counts[name] + _SMOOTHING for name in senses)
    share = smoothed / total if senses[own] else np.nan
    return float(np.log(smoothed)), float(share), float(senses[own])


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
