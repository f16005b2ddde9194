"""The word in the learner's first language: frequency and length of translation and sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.word_frequency import zipf as english_zipf
from lcp.features.family import WORDFREQ, ZIPF, Family, Feature
from lcp.tasks.vocabulary.items import items_of, measured
from lcp.tasks.vocabulary.languages import (
    NAMES,
    parse_translation,
    translation_zipf,
    words_of,
    zipf,
)

if TYPE_CHECKING:
    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted
    from lcp.targets import Targets
    from lcp.tasks.vocabulary.items import Item

_ROWS = (
    *((code, f"whether the language is {name}", "0/1", "lcp") for code, name in NAMES.items()),
    ("translation_zipf", "frequency of the first translation's rarest word", ZIPF, WORDFREQ),
    ("translation_zipf_max", "highest frequency of a translation", ZIPF, WORDFREQ),
    ("translation_zipf_min", "lowest frequency of a translation", ZIPF, WORDFREQ),
    (
        "zipf_difference",
        "frequency of the first translation minus frequency of the English word",
        "difference of Zipf",
        WORDFREQ,
    ),
    ("listed", "whether wordfreq lists the first translation as one word", "0/1", WORDFREQ),
    ("translation_length", "length of the first translation", "characters", "lcp"),
    ("translation_words", "words of the first translation", "count", "lcp"),
    ("alternatives", "translations given", "count", "lcp"),
    ("notes", "notes on the translation, such as its field", "count", "lcp"),
    ("excluded", "English words that are named as wrong answers", "count", "lcp"),
    ("sentence_words", "words of the sentence in the first language", "count", "lcp"),
    ("sentence_zipf", "mean frequency of the words of this sentence", ZIPF, WORDFREQ),
    ("sentence_zipf_min", "lowest frequency of a word of this sentence", ZIPF, WORDFREQ),
)


@dataclass(frozen=True)
class FirstLanguage(Family):
    """Frequency and length of the translation and the sentence in the first language.

    Reads the columns ``readers`` (such as ``learner:es``), ``translation`` and
    ``translation_sentence``. Features of a missing or empty column are NaN; of ``readers``, 0.

    Examples
    --------
    >>> from lcp.features.family import Fitted, names_of
    >>> from lcp.targets import Targets
    >>> row = {"token": "bizarre", "readers": "learner:de", "translation": "seltsam"}
    >>> family = FirstLanguage()
    >>> values = dict(zip(names_of(family), family.measure(Targets.table([row]), Fitted())[0]))
    >>> float(values["de"]), float(values["excluded"]), float(values["translation_zipf"])
    (1.0, 0.0, 4.3)
    """

    name = "first_language"
    scope = "context"
    columns = tuple(Feature(*row) for row in _ROWS)

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Measure the columns that the instances have."""
        return measured(items_of(inputs), _values, len(_ROWS))


def _values(item: Item) -> list[float]:
    language = item.language
    values = [float(language == code) for code in NAMES]
    parsed = parse_translation(item.translation)
    if language and parsed.alternatives:
        zipfs = [translation_zipf(text, language) for text in parsed.alternatives]
        first = parsed.alternatives[0]
        values += [
            zipfs[0],
            max(zipfs),
            min(zipfs),
            zipfs[0] - english_zipf(item.word),
            float(not np.isnan(zipf(first, language))),
            len(first),
            len(words_of(first, language)),
            len(parsed.alternatives),
            parsed.notes,
            len(parsed.excluded),
        ]
    else:
        values += [np.nan] * 10
    words = words_of(item.sentence, language) if language else ()
    zipfs = [value for word in words if not np.isnan(value := zipf(word, language))]
    mean = float(np.mean(zipfs)) if zipfs else np.nan
    return [*values, len(words) or np.nan, mean, min(zipfs, default=np.nan)]
