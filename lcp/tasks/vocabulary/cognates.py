"""Cognates, loanwords and false friends of a word in the learner's first language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from lcp.english.pronunciation import pronunciations
from lcp.features.family import Family, Feature, names_of
from lcp.tasks.vocabulary.correspondences import (
    cooccurrence_costs,
    initial_costs,
    learn_costs,
    mean_cost,
)
from lcp.tasks.vocabulary.items import items_of, measured
from lcp.tasks.vocabulary.languages import (
    ALPHABETIC,
    content_words,
    parse_translation,
    plain_letters,
    words_of,
    zipf,
)
from lcp.tasks.vocabulary.spelling import Lookalike, lookalikes, similarity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lcp.features.family import Floats, Known
    from lcp.resources import Store
    from lcp.targets import Targets
    from lcp.tasks.vocabulary.correspondences import Costs, Symbols

_EDIT = "Levenshtein (1966)"
_LEARNED = "after Ristad & Yianilos (1998); training corpus"
_RATIO = "0 (different) - 1 (equal)"
_FREQUENCY = "Zipf, log10 per 10⁹ words"
_WORDFREQ = "Speer (2022), wordfreq"
_ROWS = (
    ("spelling", "similarity to the most similar translation", _RATIO, _EDIT),
    ("spelling_first", "similarity to the first translation", _RATIO, _EDIT),
    ("accents", "same, counting accents as differences", _RATIO, _EDIT),
    ("substring", "longest common substring", "share of the shorter word", "lcp"),
    ("prefix", "common beginning", "share of the longer word", "lcp"),
    ("first_letter", "whether a translation begins with the word's first letter", "0/1", "lcp"),
    ("sentence", "similarity to the most similar word of the sentence", _RATIO, _EDIT),
    ("letters", "cost of regular correspondences of letters", "bits per letter", _LEARNED),
    (
        "sounds",
        "cost of regular correspondences of sounds and letters",
        "bits per letter",
        _LEARNED,
    ),
    ("lookalike", "similarity to the most similar word of the language", _RATIO, _EDIT),
    ("lookalike_zipf", "frequency of this word", _FREQUENCY, _WORDFREQ),
    (
        "false_friend",
        "similarity of this word minus similarity of the translations",
        "difference, -1 to 1",
        _EDIT,
    ),
    ("loanword_zipf", "frequency of the English spelling in the language", _FREQUENCY, _WORDFREQ),
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
#: Similarity of the pairs of words from which correspondences are learned.
_COGNATE = 0.5
_SHORTEST = 4
#: Items that are compared once in all folds of a cross-validation.
_CACHED = 65_536


class _Item(NamedTuple):
    word: str
    language: str
    alternatives: tuple[str, ...]
    sentence: str


@dataclass(frozen=True)
class Cognates(Family):
    """Similarity of the word to its translations and to other words of the first language.

    Reads the columns ``readers``, ``translation`` and ``translation_sentence``. Without a
    translation, the most similar word of wordfreq's list for the language takes its place in
    ``lookalike``, and the features of the translation are NaN. Chinese has only the
    last three features and ``loanword_zipf``.

    Correspondences such as -tion and -ción are learned from the translations in the training data
    that are similar to their word: letters of English with letters of the language, and English
    phonemes with its letters, because Spanish and German are spelled nearly as they sound.

    Parameters
    ----------
    cmudict : bool, default=True
        Whether to compute ``sounds`` from the CMU Pronouncing Dictionary.

    """

    name = "cognates"
    scope = "context"
    learns = True
    learned: ClassVar = {"letters": {"": {"": float}}, "sounds": {"": {"": float}}}

    cmudict: bool = True

    def resources(self) -> tuple[str, ...]:
        """Return the pronouncing dictionary, if used."""
        return ("cmudict",) if self.cmudict else ()

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the similarities."""
        return [Feature(*row) for row in _ROWS if self.cmudict or row[0] != "sounds"]

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, Any]:
        """Return the costs of correspondences in similar translations, by language."""
        pairs: dict[str, dict[tuple[str, str], None]] = {name: {} for name in ALPHABETIC}
        for item in set(_items(targets)):
            if item.language in pairs:
                pairs[item.language] |= dict.fromkeys(_similar_pairs(item))
        letters: dict[str, Costs] = {}
        sounds: dict[str, Costs] = {}
        for language, listed in pairs.items():
            ordered = sorted(listed)
            letters[language] = learn_costs(ordered, initial_costs(ordered))
            heard = [(s, other) for word, other in ordered if (s := self._sounds(word, store))]
            sounds[language] = learn_costs(heard, cooccurrence_costs(heard))
        return {"letters": letters, "sounds": sounds}

    def measure(self, given: Targets, known: Known) -> Floats:
        """Compare each word with its translations and with the words of the language."""
        items = _items(given)
        distinct = list(dict.fromkeys(items))
        words = [item.word for item in distinct]
        similar = [lookalikes(words, name) for name in ALPHABETIC]
        translations = [_main_word(item) for item in distinct]
        # Words of a text have no translations, and the list of English words is large.
        none = [Lookalike("", np.nan, np.nan)] * len(distinct)
        english = lookalikes(translations, "en") if any(translations) else none
        matches = dict(zip(distinct, zip(*similar, english, strict=True), strict=True))

        def values(item: _Item) -> list[float]:
            spanish, german, english = matches[item]
            return self._values(item, {"es": spanish, "de": german}, english, known)

        rows = measured(items, values, len(_ROWS))
        names = [row[0] for row in _ROWS]
        return np.asarray(rows[:, [names.index(name) for name in names_of(self)]])

    def _values(
        self,
        item: _Item,
        similar: Mapping[str, Lookalike],
        english: Lookalike,
        known: Known,
    ) -> list[float]:
        values = [np.nan] * 9
        of_translation = [np.nan] * 3
        lookalike = [np.nan] * 3
        if item.language in ALPHABETIC:
            match = similar[item.language]
            lookalike = [match.similarity, match.zipf, np.nan]
            if item.alternatives:
                values = self._compared(item, known)
                lookalike[-1] = match.similarity - values[0]
                of_translation = [
                    english.similarity,
                    english.similarity - similarity(item.word, _main_word(item)).edit,
                    float(english.word[:1] == item.word[:1]),
                ]
        loanword = zipf(item.word, item.language) if item.language else np.nan
        return [
            *values,
            *lookalike,
            loanword,
            *of_translation,
            *(s.similarity for s in similar.values()),
        ]

    def _compared(self, item: _Item, known: Known) -> list[float]:
        """Return the features of the translations and the sentence."""
        values, nearest = _spelling(item)
        letters, sounds = (known.learned[name][item.language] for name in ("letters", "sounds"))
        phonemes = self._sounds(item.word, known.store)
        heard = mean_cost(phonemes, nearest, sounds) if phonemes else np.nan
        return [*values, mean_cost(item.word, nearest, letters), heard]

    def _sounds(self, word: str, store: Store) -> Symbols:
        """Return the phonemes of a word without stress; empty if it is not listed."""
        if not self.cmudict:
            return ()
        listed = pronunciations(store.nltk("cmudict")).get(word, ())
        return tuple(phoneme.rstrip("012") for phoneme in listed)


def _items(targets: Targets) -> list[_Item]:
    return [
        _Item(
            plain_letters(item.word),
            item.language,
            parse_translation(item.translation).alternatives if item.language else (),
            item.sentence,
        )
        for item in items_of(targets)
    ]


def _main_word(item: _Item) -> str:
    """Return the longest content word of the first translation, without accents."""
    if item.language not in ALPHABETIC or not item.alternatives:
        return ""
    words = content_words(item.alternatives[0], item.language)
    return plain_letters(max(words, key=len, default=""))


@lru_cache(maxsize=_CACHED)
def _spelling(item: _Item) -> tuple[list[float], str]:
    """Return the features that do not learn, and the most similar word of the translations."""
    word = item.word
    parts = [list(_parts(text, item.language)) for text in item.alternatives]
    flat = [part for listed in parts for part in listed]
    plain = [plain_letters(part) for part in flat]
    compared = [similarity(word, part) for part in plain]
    sentence = {plain_letters(part) for part in words_of(item.sentence, item.language)}
    values = [
        max(other.edit for other in compared),
        max(other.edit for other in compared[: len(parts[0])]),
        max(similarity(word, part.lower()).edit for part in flat),
        max(other.substring for other in compared),
        max(other.prefix for other in compared),
        float(any(part[:1] == word[:1] for part in plain)),
        max((similarity(word, part).edit for part in sentence), default=np.nan),
    ]
    return values, max(zip(compared, plain, strict=True))[1]


def _parts(text: str, language: str) -> Iterable[str]:
    """Return a translation and its content words, each once; the translation if it has none."""
    return dict.fromkeys((text, *content_words(text, language)))


@lru_cache(maxsize=_CACHED)
def _similar_pairs(item: _Item) -> list[tuple[str, str]]:
    """Return the word with each part of a translation that is spelled similarly."""
    parts = {
        plain_letters(part) for text in item.alternatives for part in _parts(text, item.language)
    }
    return [
        (item.word, part)
        for part in parts
        if min(len(part), len(item.word)) >= _SHORTEST
        and similarity(item.word, part).edit >= _COGNATE
    ]
