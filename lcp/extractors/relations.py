"""Entries of WordNet that join the target to its neighbours, and its relations to other words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.columns import factorized
from lcp.english.text import words
from lcp.extractors.base import Extractor, Feature
from lcp.extractors.wordnet import wordnet_reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns

#: Noun senses of each word that are compared; WordNet lists the most frequent first.
SENSES = 4
#: Letters of the shortest word whose relations are counted.
_SHORTEST = 4
_CACHED_WORDS = 16_384

_TEXTS = ("title", "section", "before", "sentence", "after", "passage")
_ROWS = (
    ("compound_after", "whether WordNet has the target's last word and the word after it", "0/1"),
    ("compound_before", "whether WordNet has the word before the target and its last word", "0/1"),
    ("closed_after", "whether WordNet has them as one word without a space", "0/1"),
    ("synonyms", "words of the texts that share a sense with the target's last word", "count"),
    ("hypernyms", "words of the texts that name a kind to which it belongs", "count"),
    ("hyponyms", "words of the texts that belong to the kind that it names", "count"),
    ("parts", "words of the texts that name a part of it, its substance or its whole", "count"),
    ("siblings", "words of the texts that share a hypernym with it, up to two levels up", "count"),
)


class Relations(Extractor):
    """Compounds of the target with its neighbours, and WordNet's relations to the texts around it.

    The texts are the rest of the sentence and, if the table has these columns, ``title``,
    ``section``, ``before``, ``after`` and ``passage``. The first four noun senses of each word are
    compared; hypernyms are those of one and two levels. Words of fewer than four letters do not
    count.

    Notes
    -----
    Fellbaum (1998), WordNet.

    Examples
    --------
    >>> [feature.name for feature in Relations().features()][:2]
    ['compound_after', 'compound_before']
    """

    name = "relations"
    level = "context"
    needs_sentence = True

    def resources(self) -> tuple[str, ...]:
        """Return WordNet 3.0 in NLTK's format."""
        return ("wordnet",)

    def features(self) -> Sequence[Feature]:
        """Describe the compounds and the counts of related words."""
        return [Feature(*row, "Fellbaum (1998), WordNet") for row in _ROWS]

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Look up the targets; compounds are NaN at the edges of the sentence."""
        around = zip(*(columns[name] for name in _TEXTS if name in columns), strict=True)
        codes, texts = factorized(" ".join(own) for own in around)
        vocabularies = [
            frozenset(word for word in words(text.lower()) if len(word) >= _SHORTEST)
            for text in texts
        ]
        rows = []
        names = ("sentence", "token", "start", "end")
        with wordnet_reader(self.store.nltk("wordnet")) as reader:
            noun = lru_cache(_CACHED_WORDS)(lambda word: _noun(reader, word))
            entry = lru_cache(_CACHED_WORDS)(lambda form: float(bool(reader.synsets(form))))
            for code, sentence, token, start, end in zip(
                codes.tolist(), *(columns[name] for name in names), strict=True
            ):
                head = (words(token) or (token,))[-1].lower()
                before = words(sentence[: int(start)].lower())
                after = words(sentence[int(end) :].lower())
                is_next = bool(after) and sentence[int(end) :].lstrip()[:1].isalnum()
                rows.append(
                    [
                        entry(f"{head}_{after[0]}") if is_next else np.nan,
                        entry(f"{before[-1]}_{head}") if before else np.nan,
                        entry(f"{head}{after[0]}") if is_next else np.nan,
                        *_related(noun(head), map(noun, vocabularies[code] - {head})),
                    ]
                )
        return np.array(rows, dtype=np.float64).reshape(-1, len(_ROWS))


class _Noun(NamedTuple):
    """Names of a noun's senses, of their hypernyms, and of their parts, substances and wholes."""

    senses: frozenset[str]
    above: frozenset[str]
    parts: frozenset[str]


def _noun(reader: Any, word: str) -> _Noun:
    senses = reader.synsets(word, "n")[:SENSES]
    direct = [other for sense in senses for other in _hypernyms(sense)]
    above = direct + [other for sense in direct for other in _hypernyms(sense)]
    parts = [
        other
        for sense in senses
        for other in (
            *sense.part_meronyms(),
            *sense.substance_meronyms(),
            *sense.part_holonyms(),
            *sense.substance_holonyms(),
        )
    ]
    return _Noun(*(frozenset(sense.name() for sense in group) for group in (senses, above, parts)))


def _hypernyms(sense: Any) -> list[Any]:
    return [*sense.hypernyms(), *sense.instance_hypernyms()]


def _related(own: _Noun, others: Any) -> list[int]:
    """Count the nouns that are synonyms, hypernyms, hyponyms, parts and siblings of a noun."""
    counts = [0] * 5
    if not own.senses:
        return counts
    for other in others:
        counts[0] += not own.senses.isdisjoint(other.senses)
        counts[1] += not own.above.isdisjoint(other.senses)
        counts[2] += not own.senses.isdisjoint(other.above)
        counts[3] += not own.parts.isdisjoint(other.senses)
        counts[4] += not own.above.isdisjoint(other.above)
    return counts
