"""The word in the learner's first language: frequency and length of translation and sentence."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lcp.columns import n_rows
from lcp.english.text import CACHED_WORDS
from lcp.english.word_frequency import zipf as english_zipf
from lcp.extractors.base import Extractor, Feature
from lcp.first_language.languages import (
    FUNCTION_WORDS,
    NAMES,
    language_of,
    words_of,
    zipf,
)
from lcp.first_language.translations import parse_translation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns

_ZIPF = "Zipf, log10 per 10⁹ words"
_WORDFREQ = "Speer (2022), wordfreq"
_ROWS = (
    (
        "translation_zipf",
        "frequency of the first translation, of its rarest word",
        _ZIPF,
        _WORDFREQ,
    ),
    ("translation_zipf_max", "highest frequency of a translation", _ZIPF, _WORDFREQ),
    ("translation_zipf_min", "lowest frequency of a translation", _ZIPF, _WORDFREQ),
    (
        "zipf_difference",
        "frequency of the first translation minus that of the English word",
        "difference of Zipf",
        _WORDFREQ,
    ),
    ("listed", "whether wordfreq lists the first translation as one word", "0/1", _WORDFREQ),
    ("translation_length", "length of the first translation", "characters", "lcp"),
    ("translation_words", "words of the first translation", "count", "lcp"),
    ("alternatives", "translations given", "count", "lcp"),
    ("notes", "notes on the translation, such as its field", "count", "lcp"),
    ("excluded", "English words that are named as wrong answers", "count", "lcp"),
    ("sentence_words", "words of the sentence in the first language", "count", "lcp"),
    ("sentence_zipf", "mean frequency of the words of this sentence", _ZIPF, _WORDFREQ),
    ("sentence_zipf_min", "lowest frequency of a word of this sentence", _ZIPF, _WORDFREQ),
)
#: Zipf frequency of words that are not in wordfreq's lists, which begin at about 1.
_UNLISTED = 0.5


class FirstLanguage(Extractor):
    """Frequency and length of the translation and the sentence in the first language.

    Reads the columns ``l1`` (``es``, ``de``, ``zh`` or ``cn``), ``translation`` and
    ``l1_sentence``. Features of a missing or empty column are NaN; of ``l1``, 0.

    Examples
    --------
    >>> columns = {"token": ["bizarre"], "l1": ["de"], "translation": ["seltsam (nicht: strange)"]}
    >>> values = dict(zip(FirstLanguage().column_names(), FirstLanguage().measure(columns)[0]))
    >>> float(values["de"]), float(values["excluded"]), float(values["translation_zipf"])
    (1.0, 1.0, 4.3)
    """

    name = "first_language"
    level = "context"

    def features(self) -> Sequence[Feature]:
        """Describe the language, the translation and the sentence."""
        languages = [
            Feature(code, f"whether the first language is {name}", "0/1", "lcp")
            for code, name in NAMES.items()
        ]
        return [*languages, *(Feature(*row) for row in _ROWS)]

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Measure the columns that the table has."""
        absent = [""] * n_rows(columns)
        names = ("token", "l1", "translation", "l1_sentence")
        texts = (columns.get(name, absent) for name in names)
        rows = [_values(*map(as_text, row)) for row in zip(*texts, strict=True)]
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(NAMES) + len(_ROWS))


def as_text(value: object) -> str:
    """Return a cell without white space around it; empty if it is not text, such as NaN."""
    return value.strip() if isinstance(value, str) else ""


def content_words(text: str, language: str) -> tuple[str, ...]:
    """Return the words of a translation without articles and the like, if others remain.

    >>> content_words("der Garten", "de")
    ('garten',)
    """
    words = words_of(text, language)
    content = tuple(word for word in words if word not in FUNCTION_WORDS[language])
    return content or words


@lru_cache(maxsize=CACHED_WORDS)
def translation_zipf(text: str, language: str) -> float:
    """Return the frequency of the rarest content word of a translation; NaN if it has no words."""
    values = [zipf(word, language) for word in content_words(text, language)]
    listed = [_UNLISTED if np.isnan(value) else value for value in values]
    return min(listed, default=np.nan)


def _values(token: str, l1: str, translation: str, sentence: str) -> list[float]:
    language = language_of(l1) if l1 else ""
    values = [float(language == code) for code in NAMES]
    if language and translation:
        parsed = parse_translation(translation)
        zipfs = [translation_zipf(text, language) for text in parsed.alternatives]
        first = parsed.alternatives[0]
        values += [
            zipfs[0],
            max(zipfs),
            min(zipfs),
            zipfs[0] - english_zipf(token),
            float(not np.isnan(zipf(first, language))),
            float(len(first)),
            float(len(words_of(first, language))),
            float(len(parsed.alternatives)),
            float(parsed.notes),
            float(len(parsed.excluded)),
        ]
    else:
        values += [np.nan] * 10
    words = words_of(sentence, language) if language else ()
    zipfs = [value for word in words if not np.isnan(value := zipf(word, language))]
    if words and zipfs:
        return [*values, float(len(words)), float(np.mean(zipfs)), min(zipfs)]
    return [*values, float(len(words)) or np.nan, np.nan, np.nan]
