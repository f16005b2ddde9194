"""Cognates, loanwords and false friends of a word in the learner's first language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from lcp.base.caches import CACHED_LONG
from lcp.features.family import WORDFREQ, ZIPF, Family, Feature
from lcp.tasks.vocabulary.items import items_of, measured
from lcp.tasks.vocabulary.languages import (
    ALPHABETIC,
    content_words,
    parse_translation,
    plain_letters,
    zipf,
)
from lcp.tasks.vocabulary.spelling import (
    Lookalike,
    initial_costs,
    learn_costs,
    lookalikes,
    mean_cost,
    similarity,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted
    from lcp.resources import Store
    from lcp.targets import Targets
    from lcp.tasks.vocabulary.spelling import Costs

_EDIT = "Levenshtein (1966)"
_LEARNED = "after Ristad & Yianilos (1998); training corpus"
_RATIO = "0 (different) - 1 (equal)"
_ROWS = (
    ("spelling", "similarity to the most similar translation", _RATIO, _EDIT),
    ("substring", "longest common substring", "share of the shorter word", "lcp"),
    ("prefix", "common beginning", "share of the longer word", "lcp"),
    ("first_letter", "whether a translation begins with the word's first letter", "0/1", "lcp"),
    ("letters", "cost of regular correspondences of letters", "bits per letter", _LEARNED),
    ("lookalike", "similarity to the most similar word of the language", _RATIO, _EDIT),
    ("lookalike_zipf", "frequency of this word", ZIPF, WORDFREQ),
    ("loanword_zipf", "frequency of the English spelling in the language", ZIPF, WORDFREQ),
    ("english", "similarity of the translation to the most similar English word", _RATIO, _EDIT),
    (
        "english_difference",
        "same, minus its similarity to the word",
        "difference, -1 to 1",
        _EDIT,
    ),
    ("english_first_letter", "whether that English word has the first letter", "0/1", _EDIT),
    ("spanish", "similarity to the most similar Spanish word, for all learners", _RATIO, _EDIT),
    ("german", "similarity to the most similar German word, for all learners", _RATIO, _EDIT),
)
_NONE = Lookalike("", np.nan, np.nan)


class _Item(NamedTuple):
    word: str
    language: str
    alternatives: tuple[str, ...]


@dataclass(frozen=True)
class Cognates(Family):
    """Similarity of the word to its translations and to other words of the first language.

    Reads the columns ``readers`` and ``translation``. Without a translation, the most similar word
    of wordfreq's list for the language takes its place in ``lookalike``, and the features of the
    translation are NaN. Chinese has only the last two features and ``loanword_zipf``.

    Correspondences of letters, such as -tion and -ción, are learned from the translations in the
    training data that are similar to their word.
    """

    name = "cognates"
    scope = "context"
    columns = tuple(Feature(*row) for row in _ROWS)
    learns = True
    learned: ClassVar = {"letters": {"": {"": float}}}

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, object]:
        """Return the costs of correspondences in similar translations, by language."""
        pairs: dict[str, dict[tuple[str, str], None]] = {name: {} for name in ALPHABETIC}
        for item in set(_items(targets)):
            if item.language in pairs:
                pairs[item.language] |= dict.fromkeys(_similar_pairs(item))
        letters: dict[str, Costs] = {}
        for language, listed in pairs.items():
            ordered = sorted(listed)
            letters[language] = learn_costs(ordered, initial_costs(ordered))
        return {"letters": letters}

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Compare each word with its translations and with the words of the language."""
        items, letters = _items(inputs), fitted.learned["letters"]
        words = {item.word for item in items}
        similar = [lookalikes(words, name) for name in ALPHABETIC]
        # Words of a text have no translations, and the list of English words is large.
        translations = {word for item in set(items) if (word := _main_word(item))}
        english = lookalikes(translations, "en") if translations else {}

        def values(item: _Item) -> list[float]:
            nearest = {name: s[item.word] for name, s in zip(ALPHABETIC, similar, strict=True)}
            return _values(item, nearest, english, letters)

        return measured(items, values, len(_ROWS))


def _values(
    item: _Item,
    similar: Mapping[str, Lookalike],
    english_words: Mapping[str, Lookalike],
    letters: Mapping[str, Costs],
) -> list[float]:
    values = [np.nan] * 5
    of_translation = [np.nan] * 3
    match = [np.nan] * 2
    if item.language in ALPHABETIC:
        match = [similar[item.language].similarity, similar[item.language].zipf]
        if item.alternatives:
            values, nearest = _spelling(item)
            values = [*values, mean_cost(item.word, nearest, letters[item.language])]
            english = english_words.get(_main_word(item), _NONE)
            of_translation = [
                english.similarity,
                english.similarity - similarity(item.word, _main_word(item)).edit,
                float(english.word[:1] == item.word[:1]),
            ]
    loanword = zipf(item.word, item.language) if item.language else np.nan
    others = (lookalike.similarity for lookalike in similar.values())
    return [*values, *match, loanword, *of_translation, *others]


def _items(targets: Targets) -> list[_Item]:
    return [
        _Item(
            plain_letters(item.word),
            item.language,
            parse_translation(item.translation).alternatives if item.language else (),
        )
        for item in items_of(targets)
    ]


def _main_word(item: _Item) -> str:
    """Return the longest content word of the first translation, without accents."""
    if item.language not in ALPHABETIC or not item.alternatives:
        return ""
    words = content_words(item.alternatives[0], item.language)
    return plain_letters(max(words, key=len, default=""))


@lru_cache(CACHED_LONG)
def _spelling(item: _Item) -> tuple[list[float], str]:
    """Return the features that do not learn, and the most similar word of the translations."""
    word = item.word
    parts = (part for text in item.alternatives for part in _parts(text, item.language))
    plain = list(map(plain_letters, parts))
    compared = [similarity(word, part) for part in plain]
    values = [
        *(max(similarities) for similarities in zip(*compared, strict=True)),
        float(any(part[:1] == word[:1] for part in plain)),
    ]
    return values, max(zip(compared, plain, strict=True))[1]


def _parts(text: str, language: str) -> Iterable[str]:
    """Return a translation and its content words, each once; the translation if it has none."""
    return dict.fromkeys((text, *content_words(text, language)))


@lru_cache(CACHED_LONG)
def _similar_pairs(item: _Item, similar: float = 0.5, shortest: int = 4) -> list[tuple[str, str]]:
    """Return the word with each part of a translation that is spelled similarly.

    Correspondences are learned from these pairs, which have at least this similarity and length.
    """
    parts = {
        plain_letters(part) for text in item.alternatives for part in _parts(text, item.language)
    }
    return [
        (item.word, part)
        for part in parts
        if min(len(part), len(item.word)) >= shortest
        and similarity(item.word, part).edit >= similar
    ]
