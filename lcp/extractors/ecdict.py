"""Examinations that ask for a word, and its Chinese meanings, from ECDICT."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from lcp.columns import n_rows
from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature
from lcp.extractors.first_language import as_text
from lcp.first_language.dictionary_files import check_unchanged, checksums
from lcp.first_language.ecdict import EXAMINATIONS, load_ecdict, meaning
from lcp.first_language.languages import language_of
from lcp.first_language.translations import parse_translation

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns
    from lcp.first_language.ecdict import EcdictWords, Entry

_ECDICT = "ECDICT"
_NAMES = {
    "zk": "junior secondary school (zhongkao)",
    "gk": "senior secondary school (gaokao)",
    "cet4": "College English Test 4",
    "cet6": "College English Test 6",
    "ky": "entrance to postgraduate studies (kaoyan)",
    "toefl": "TOEFL",
    "ielts": "IELTS",
    "gre": "GRE",
}
#: Rank of words without one, and place of a meaning that is not listed.
_RANK, _LAST = 100_000, 30
_STAGE = "1 (zk) - 5 (ky), 6 (only abroad), 7 (none)"
_SIMILARITY = "Jaccard, 0-1"
_FIRST = 3
_WORD_ROWS = (
    ("stage", "first of these examinations", _STAGE, _ECDICT),
    ("lemma_stage", "first examination of the word or its lemma", _STAGE, _ECDICT),
    ("stars", "frequency band of the Collins dictionary", "0 (rare) - 5", _ECDICT),
    ("oxford", "whether the word is one of the Oxford 3000", "0/1", _ECDICT),
    ("bnc_rank", "rank by frequency, British National Corpus", "log10(rank)", _ECDICT),
    ("current_rank", "rank by frequency, corpus of today", "log10(rank)", _ECDICT),
    ("meanings", "Chinese meanings", "count", _ECDICT),
)
_TRANSLATION_ROWS = (
    ("translation_listed", "share of the translations among the meanings", "0-1", _ECDICT),
    ("translation_place", "place of the first of these", f"1 - {_LAST} (none)", _ECDICT),
    (
        "translation_similarity",
        "highest similarity of the characters of a translation and a meaning",
        _SIMILARITY,
        "Jaccard (1912)",
    ),
    ("translation_similar_place", "place of the most similar meaning", "count from 1", _ECDICT),
    (
        "translation_first",
        f"mean similarity of the first {_FIRST} meanings",
        _SIMILARITY,
        "Jaccard (1912)",
    ),
    (
        "translation_lemma",
        "highest similarity to a meaning of the lemma of an inflected form",
        f"{_SIMILARITY}; NaN if the word is not inflected",
        "Jaccard (1912)",
    ),
    ("translation_answers", "other English words with the translation", "count", _ECDICT),
    ("translation_easier", "those of these that are examined earlier", "count", _ECDICT),
)


class Ecdict(Extractor):
    """Examinations that ask for a word, and the place of its translation among its meanings.

    Reads the columns ``l1`` and ``translation``. Features of the translation are NaN for other
    first languages than Chinese, and all features of words that ECDICT does not rank.

    Parameters
    ----------
    file : str
        Path of ``ecdict.csv``, plain or ``.gz``; see
        :func:`lcp.first_language.ecdict.load_ecdict`. Required.

    Attributes
    ----------
    checksums_ : dict of str to str
        SHA-256 of the file in training.

    Examples
    --------
    >>> Ecdict().features()[0].description
    'whether the word is listed for junior secondary school (zhongkao)'
    """

    name = "ecdict"
    level = "context"

    checksums_: dict[str, str]

    def __init__(self, *, file: str = "") -> None:
        self.file = file

    def features(self) -> Sequence[Feature]:
        """Describe the examinations, the ranks and the translation."""
        listed = "whether the word is listed for"
        return [
            *(Feature(name, f"{listed} {_NAMES[name]}", "0/1", _ECDICT) for name in EXAMINATIONS),
            *(Feature(*row) for row in (*_WORD_ROWS, *_TRANSLATION_ROWS)),
        ]

    def check(self) -> None:
        """Check that the dictionary can be read.

        Raises
        ------
        InputError
            If it is missing, or not given.
        """
        if not self.file:
            raise InputError(
                "No dictionary is given.", where=self.name, hint='For example: file = "ecdict.csv".'
            )
        load_ecdict(self.file)

    def fit(self, table: pd.DataFrame) -> Self:  # noqa: ARG002 - only the file matters
        """Store the checksum of the file."""
        self.checksums_ = checksums({"file": self.file})
        return self

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Look up the words and compare their meanings with the translations.

        Raises
        ------
        InputError
            If the file cannot be read.
        ResourceError
            If it is not the one of the training.
        """
        check_unchanged({"file": self.file}, getattr(self, "checksums_", {}))
        dictionary = load_ecdict(self.file)
        absent = [""] * n_rows(columns)
        texts = (columns.get(name, absent) for name in ("token", "l1", "translation"))
        cells = (map(as_text, row) for row in zip(*texts, strict=True))
        items = [(token.lower(), l1, translation) for token, l1, translation in cells]
        rows = {item: _values(*item, dictionary) for item in dict.fromkeys(items)}
        return np.array([rows[item] for item in items]).reshape(len(items), len(self.features()))


def _values(word: str, l1: str, translation: str, dictionary: EcdictWords) -> list[float]:
    entry = dictionary.entries.get(word)
    width = len(EXAMINATIONS) + len(_WORD_ROWS)
    if entry is None:
        return [np.nan] * (width + len(_TRANSLATION_ROWS))
    lemma = dictionary.entries.get(entry.lemma)
    values = [
        *(float(name in entry.examinations) for name in EXAMINATIONS),
        float(entry.stage),
        float(min(entry.stage, lemma.stage) if lemma else entry.stage),
        float(entry.stars),
        float(entry.oxford),
        *(float(np.log10(rank or _RANK)) for rank in entry.ranks),
        float(len(entry.meanings)),
    ]
    if not (translation and l1 and language_of(l1) == "zh" and entry.meanings):
        return [*values, *[np.nan] * len(_TRANSLATION_ROWS)]
    parts = [meaning(part) for part in parse_translation(translation).alternatives]
    answers = {answer for part in parts for answer in dictionary.words.get(part, ())} - {word}
    return [
        *values,
        *_comparison(parts, entry, lemma),
        float(len(answers)),
        float(sum(dictionary.entries[answer].stage < entry.stage for answer in answers)),
    ]


def _comparison(parts: Sequence[str], entry: Entry, lemma: Entry | None) -> list[float]:
    """Return the features of a translation's place among the meanings."""
    meanings = entry.meanings
    places = [meanings.index(part) + 1 for part in parts if part in meanings]
    similarities = _similarities(parts, meanings)
    return [
        len(places) / len(parts),
        float(min([*places, _LAST])),
        max(similarities),
        float(np.argmax(similarities)) + 1,
        float(np.mean(similarities[:_FIRST])),
        max(_similarities(parts, lemma.meanings), default=np.nan) if lemma else np.nan,
    ]


def _similarities(parts: Sequence[str], meanings: Sequence[str]) -> list[float]:
    """Return the highest share of common characters that each meaning has with a translation."""
    sets = [set(part) for part in parts]
    others = [set(text) for text in meanings]
    return [max(len(own & other) / len(own | other) for own in sets) for other in others]
