"""The word among the translations that a bilingual dictionary gives for the learner's word."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.lemmas import lemma
from lcp.english.stems import stem
from lcp.english.word_frequency import zipf
from lcp.errors import InputError
from lcp.features.families.lexicon import LexiconFamily
from lcp.features.family import Feature
from lcp.tasks.vocabulary.dictionaries import (
    check_unchanged,
    checksums,
    dictionary_key,
    load_dictionary,
)
from lcp.tasks.vocabulary.items import items_of, measured
from lcp.tasks.vocabulary.languages import (
    ALPHABETIC,
    NAMES,
    parse_translation,
    plain_letters,
    translation_zipf,
)
from lcp.tasks.vocabulary.spelling import similarity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.features.family import Fitted, Floats
    from lcp.resources import Store
    from lcp.targets import Targets
    from lcp.tasks.vocabulary.dictionaries import Dictionary
    from lcp.tasks.vocabulary.items import Item

_DICTIONARY = "the dictionary"
_WORDFREQ = "the dictionary; Speer (2022), wordfreq"
_LEXICON = "the dictionary; lcp, the lexicon's vectors"
_STEM = "the dictionary; Porter (2001), Snowball"
_DIFFERENCE = "difference of Zipf; NaN if there is none"
#: Place of a word that the dictionary does not give, and of words after it.
_LAST = 20
#: Features of the answers, and the features that need answers.
_OF_ANSWERS, _OF_LISTED = 16, 15
#: Equivalents that are compared with the spelling of a word.
_COMPARED = 60
_ROWS = (
    ("coverage", "share of the translations that the dictionary lists", "0-1", _DICTIONARY),
    ("listed", "share of these for which it gives the word", "0-1", _DICTIONARY),
    ("place", "place of the word among the answers", f"1 - {_LAST} (not given)", _DICTIONARY),
    (
        "lemma",
        "share of these for which it gives the lemma of the word",
        "0-1; NaN if the word is its lemma",
        _DICTIONARY,
    ),
    ("stem", "share of these for which it gives a word with the same stem", "0-1", _STEM),
    ("stem_of_other", "same, of another word", "0-1", _STEM),
    ("stem_if_unlisted", "`stem` if it never gives the word", "0-1; NaN if it does", _STEM),
    ("answers", "English words that the dictionary gives", "count", _DICTIONARY),
    ("share", "share of the word in their occurrences", "0-1", _WORDFREQ),
    ("more_frequent", "more frequent answers", "count", _WORDFREQ),
    (
        "zipf_difference",
        "highest frequency of another answer minus the word's",
        _DIFFERENCE,
        _WORDFREQ,
    ),
    ("first_letter", "other answers with the same first letter", "count", _DICTIONARY),
    ("fit", "other answers with the same first letter and length", "count", _DICTIONARY),
    ("fit_zipf_difference", "highest frequency of these minus the word's", _DIFFERENCE, _WORDFREQ),
    ("similarity", "mean similarity of the answers to the word", "cosine, -1 to 1", _LEXICON),
    (
        "similarity_frequent",
        "same, weighted by the square root of their frequency",
        "cosine, -1 to 1",
        _LEXICON,
    ),
    (
        "equivalent_share",
        "share of the translations in the occurrences of the words that the word translates",
        "0-1",
        _WORDFREQ,
    ),
    ("equivalents", "words of the first language that the word translates", "count", _DICTIONARY),
    ("equivalent_zipf", "highest frequency of these", "Zipf, log10 per 10⁹ words", _WORDFREQ),
    ("cognate", "highest similarity of these to the word", "0-1", "Levenshtein (1966)"),
    ("cognate_zipf", "frequency of the most similar", "Zipf, log10 per 10⁹ words", _WORDFREQ),
)


@dataclass(frozen=True)
class BilingualDictionary(LexiconFamily):
    """The word among the English words that a dictionary gives for its translation.

    Reads the columns ``readers`` and ``translation``. The answers are the English words that the
    dictionary gives for the translations, or, if it lists none of them, for their words. A word
    that is not among them is asked for in an unusual sense. All features are NaN if the first
    language has no dictionary; features of the answers also if the dictionary gives none.

    Parameters
    ----------
    es, de, zh : str, default=""
        Path of the dictionary of each first language; see
        :func:`lcp.tasks.vocabulary.dictionaries.load_dictionary`. Default: none.
    file : str, default=""
        File of a lexicon. Default: the bundled lexicon.

    Examples
    --------
    >>> BilingualDictionary().features({})[1].description
    'share of these for which it gives the word'
    """

    name = "bilingual_dictionary"
    scope = "context"

    es: str = ""
    de: str = ""
    zh: str = ""

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the answers and the equivalents."""
        return [Feature(*row) for row in _ROWS]

    def check(self) -> None:
        """Check that each dictionary can be read.

        Raises
        ------
        InputError
            If a dictionary is missing, or no dictionary is given.
        """
        if not any(self._paths().values()):
            raise InputError(
                "No dictionary is given.",
                where=self.name,
                hint='For example: zh = "cedict_ts.u8".',
            )
        for code in NAMES:
            self._dictionary(code)

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, Any]:
        """Return the checksums of the lexicon and of the dictionaries."""
        return super().fit(targets, rated, store) | {"checksums": checksums(self._paths())}

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Look up the translations and the words.

        Raises
        ------
        InputError
            If a dictionary cannot be read.
        ResourceError
            If it is not the one of the training.
        """
        check_unchanged(self._paths(), fitted.learned.get("checksums", {}))
        return measured(items_of(inputs), lambda item: self._values(item, fitted), len(_ROWS))

    def _paths(self) -> dict[str, str]:
        return {code: getattr(self, code) for code in NAMES}

    def _dictionary(self, language: str) -> Dictionary | None:
        path = getattr(self, language) if language else ""
        return load_dictionary(path, language) if path else None

    def _values(self, item: Item, fitted: Fitted) -> list[float]:
        word, language = item.word, item.language
        dictionary = self._dictionary(language)
        if dictionary is None:
            return [np.nan] * len(_ROWS)
        parts = parse_translation(item.translation).alternatives
        keys = [dictionary_key(part, language) for part in parts]
        equivalents = dictionary.equivalents.get(word, ())
        answers = self._answers(word, dictionary, keys, fitted) if keys else [np.nan] * _OF_ANSWERS
        share = _share(keys, equivalents, language) if keys and equivalents else np.nan
        return [*answers, share, *_equivalents(word, equivalents, language)]

    def _answers(
        self, word: str, dictionary: Dictionary, keys: Sequence[str], fitted: Fitted
    ) -> list[float]:
        """Return the features of the answers to the translations."""
        listed = [a for key in keys if (a := dictionary.translations.get(key))]
        coverage = len(listed) / len(keys)
        if not listed:
            words = [word for key in keys for word in key.split()]
            listed = [a for key in words if (a := dictionary.translations.get(key))]
        if not listed:
            return [coverage, *[np.nan] * _OF_LISTED]
        places = [answers.index(word) + 1 for answers in listed if word in answers]
        answers = list(dict.fromkeys(answer for group in listed for answer in group))
        word_zipf = _zipf(word)
        others = {other: _zipf(other) for other in answers if other != word}
        amounts = 10 ** np.array(list(others.values()))
        fit = [value for other, value in others.items() if _alike(other, word, len(word))]
        return [
            coverage,
            len(places) / len(listed),
            min([*places, _LAST]),
            *_relatives(word, listed),
            len(answers),
            10**word_zipf / (10**word_zipf + amounts.sum()),
            sum(value > word_zipf for value in others.values()),
            max(others.values(), default=np.nan) - word_zipf,
            sum(_alike(other, word) for other in others),
            len(fit),
            max(fit, default=np.nan) - word_zipf,
            *self._similarities(word, answers, fitted),
        ]

    def _similarities(
        self, word: str, answers: Sequence[str], fitted: Fitted
    ) -> tuple[float, float]:
        """Return the mean cosine of the answers and the word, unweighted and by frequency."""
        vectors = self.load(fitted).directions([word, *answers])
        cosines = vectors[1:] @ vectors[0]
        usable = ~np.isnan(cosines)
        if not usable.any():
            return np.nan, np.nan
        weights = 10 ** (0.5 * np.array([_zipf(answer) for answer in answers]))[usable]
        return float(cosines[usable].mean()), float(np.average(cosines[usable], weights=weights))


def _zipf(word: str) -> float:
    value = zipf(word)
    return 0.0 if math.isnan(value) else value


def _alike(other: str, word: str, length: int | None = None) -> bool:
    """Return whether another word has the first letter, and the length if given."""
    return other[0] == word[0] and length in {None, len(other)}


def _relatives(word: str, listed: Sequence[Sequence[str]]) -> list[float]:
    """Return the shares of the translations that have the lemma or the stem of a word."""
    word_lemma, word_stem = lemma(word), stem(word)
    same_stem = [[answer for answer in answers if stem(answer) == word_stem] for answers in listed]
    in_answers = any(word in answers for answers in listed)
    share = float(np.mean([len(answers) > 0 for answers in same_stem]))
    return [
        float(np.mean([word_lemma in answers for answers in listed]))
        if word_lemma != word
        else np.nan,
        share,
        float(np.mean([any(answer != word for answer in answers) for answers in same_stem])),
        np.nan if in_answers else share,
    ]


def _share(keys: Sequence[str], equivalents: Sequence[str], language: str) -> float:
    """Return the share of the translations in the occurrences of themselves and equivalents."""
    amounts: dict[str, Any] = {
        key: 10 ** translation_zipf(key, language) for key in {*keys, *equivalents} if key
    }
    return float(sum(amounts.get(key, 0.0) for key in set(keys)) / sum(amounts.values()))


def _equivalents(word: str, equivalents: Sequence[str], language: str) -> list[float]:
    """Return the features of the words of the first language that the word translates."""
    if not equivalents:
        return [0.0, np.nan, np.nan, np.nan]
    zipfs = [translation_zipf(other, language) for other in equivalents]
    cognate, cognate_zipf = np.nan, np.nan
    if language in ALPHABETIC:
        similar = [similarity(word, plain_letters(o)).edit for o in equivalents[:_COMPARED]]
        cognate, cognate_zipf = max(zip(similar, zipfs, strict=False))
    return [float(len(equivalents)), max(zipfs), cognate, cognate_zipf]
