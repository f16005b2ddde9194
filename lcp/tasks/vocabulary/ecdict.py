"""ECDICT, an English-Chinese dictionary: examinations that ask for a word, and its meanings."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.errors import InputError
from lcp.features.family import Family, Feature
from lcp.tasks.vocabulary.dictionaries import check_unchanged, checksums, opened, reading
from lcp.tasks.vocabulary.items import items_of, measured
from lcp.tasks.vocabulary.languages import FUNCTION_WORDS, parse_translation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from lcp.features.family import Fitted, Floats
    from lcp.resources import Store
    from lcp.targets import Targets
    from lcp.tasks.vocabulary.items import Item

#: Examinations by their tags; pupils in China take the first five in this order.
EXAMINATIONS = {
    "zk": "junior secondary school (zhongkao)",
    "gk": "senior secondary school (gaokao)",
    "cet4": "College English Test 4",
    "cet6": "College English Test 6",
    "ky": "entrance to postgraduate studies (kaoyan)",
    "toefl": "TOEFL",
    "ielts": "IELTS",
    "gre": "GRE",
}
_IN_ORDER = 5
_COLUMNS = ("word", "translation", "collins", "oxford", "tag", "bnc", "frq", "exchange")
_WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
#: Part of speech or field at the beginning of a line.
_LABEL = re.compile(r"[a-z]+\.\s*|\[[^\]]*\]\s*")
_NOTE = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]|<[^<>]*>")
_SEPARATOR = re.compile(r"[,，;；、/ ]+")
_ENDINGS = "".join(FUNCTION_WORDS["zh"])

#: Rank of words without one, and place of a meaning that is not listed.
_RANK, _LAST = 100_000, 30
_FIRST = 3
_STAGE = "1 (zk) - 5 (ky), 6 (only abroad), 7 (none)"
_JACCARD, _SOURCE = "Jaccard, 0-1", "Jaccard (1912)"
_WORD_ROWS = (
    *((n, f"whether the word is listed for {t}", "0/1", "ECDICT") for n, t in EXAMINATIONS.items()),
    ("stage", "first of these examinations", _STAGE, "ECDICT"),
    ("lemma_stage", "first examination of the word or its lemma", _STAGE, "ECDICT"),
    ("stars", "frequency band of the Collins dictionary", "0 (rare) - 5", "ECDICT"),
    ("oxford", "whether the word is one of the Oxford 3000", "0/1", "ECDICT"),
    ("bnc_rank", "rank by frequency, British National Corpus", "log10(rank)", "ECDICT"),
    ("current_rank", "rank by frequency, corpus of today", "log10(rank)", "ECDICT"),
    ("meanings", "Chinese meanings", "count", "ECDICT"),
)
_TRANSLATION_ROWS = (
    ("translation_listed", "share of the translations among the meanings", "0-1", "ECDICT"),
    ("translation_place", "place of the first of these", f"1 - {_LAST} (none)", "ECDICT"),
    ("translation_similarity", "highest similarity to a meaning, of characters", _JACCARD, _SOURCE),
    ("translation_similar_place", "place of the most similar meaning", "count from 1", "ECDICT"),
    ("translation_first", f"mean similarity of the first {_FIRST} meanings", _JACCARD, _SOURCE),
    (
        "translation_lemma",
        "highest similarity to a meaning of the lemma of an inflected form",
        f"{_JACCARD}; NaN if the word is not inflected",
        _SOURCE,
    ),
    ("translation_answers", "other English words with the translation", "count", "ECDICT"),
    ("translation_easier", "of these words, how many are examined earlier", "count", "ECDICT"),
)


class Entry(NamedTuple):
    """What ECDICT says about a word.

    Attributes
    ----------
    examinations : tuple of str
        Those of `EXAMINATIONS` whose syllabus lists the word.
    stars : int
        Frequency band of the Collins dictionary: 5 (most frequent) to 1, 0 for other words.
    oxford : bool
        Whether the word is one of the Oxford 3000.
    ranks : tuple of int
        Rank by frequency in the British National Corpus and in a corpus of today; 0 if none.
    lemma : str
        Dictionary form of an inflected form, else "".
    meanings : tuple of str
        Chinese translations in the order of the dictionary, without notes and final particles.
    """

    examinations: tuple[str, ...]
    stars: int
    oxford: bool
    ranks: tuple[int, int]
    lemma: str
    meanings: tuple[str, ...]

    @property
    def stage(self) -> int:
        """First examination: 1 (zk) to 5 (ky), 6 (only abroad: toefl, ielts, gre), 7 (none)."""
        places = [list(EXAMINATIONS).index(name) for name in self.examinations]
        return min([place + 1 if place < _IN_ORDER else 6 for place in places], default=7)


class EcdictWords(NamedTuple):
    """The dictionary by English words in lower case, and the words by their meanings."""

    entries: Mapping[str, Entry]
    words: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Ecdict(Family):
    """Examinations that ask for a word, and the place of its translation among its meanings.

    Reads the columns ``readers`` and ``translation``. Features of the translation are NaN for
    other first languages than Chinese, and all features of words that ECDICT does not rank.

    Parameters
    ----------
    file : str
        Path of ``ecdict.csv``, plain or ``.gz``; see :func:`load_ecdict`. Required.

    Examples
    --------
    >>> Ecdict().features({})[0].description
    'whether the word is listed for junior secondary school (zhongkao)'
    """

    name = "ecdict"
    scope = "context"

    file: str = ""

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the examinations, the ranks and the translation."""
        return [Feature(*row) for row in (*_WORD_ROWS, *_TRANSLATION_ROWS)]

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

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, Any]:
        """Return the checksum of the file."""
        return {"checksums": checksums({"file": self.file})}

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Look up the words and compare their meanings with the translations.

        Raises
        ------
        InputError
            If the file cannot be read.
        ResourceError
            If it is not the one of the training.
        """
        check_unchanged({"file": self.file}, fitted.learned.get("checksums", {}))
        dictionary = load_ecdict(self.file)
        width = len(_WORD_ROWS) + len(_TRANSLATION_ROWS)
        return measured(items_of(inputs), lambda item: _values(item, dictionary), width)


def load_ecdict(path: str | Path) -> EcdictWords:
    """Read ``ecdict.csv``, plain or ``.gz``, once per process.

    Entries with neither an examination nor a rank are left out: nine tenths, most of them names
    and expressions.

    Raises
    ------
    InputError
        If the file cannot be read, or is not the table of ECDICT.
    """
    with reading(path, "Give ecdict.csv, a UTF-8 table with commas, plain or .gz.") as file:
        return _load(*file)


def meaning(text: str) -> str:
    """Return a Chinese translation without notes and final particles.

    >>> meaning("(器官) 活动亢进的")
    '活动亢进'
    """
    plain = _NOTE.sub("", text).strip(" .…")
    return plain.rstrip(_ENDINGS) or plain


def _values(item: Item, dictionary: EcdictWords) -> list[float]:
    entry = dictionary.entries.get(item.word)
    if entry is None:
        return [np.nan] * (len(_WORD_ROWS) + len(_TRANSLATION_ROWS))
    lemma = dictionary.entries.get(entry.lemma)
    values = [
        *(float(name in entry.examinations) for name in EXAMINATIONS),
        entry.stage,
        min(entry.stage, lemma.stage) if lemma else entry.stage,
        entry.stars,
        entry.oxford,
        *(float(np.log10(rank or _RANK)) for rank in entry.ranks),
        len(entry.meanings),
    ]
    if not (item.translation and item.language == "zh" and entry.meanings):
        return [*values, *[np.nan] * len(_TRANSLATION_ROWS)]
    parts = [meaning(part) for part in parse_translation(item.translation).alternatives]
    answers = {answer for part in parts for answer in dictionary.words.get(part, ())} - {item.word}
    places = [entry.meanings.index(part) + 1 for part in parts if part in entry.meanings]
    similarities = _similarities(parts, entry.meanings)
    return [
        *values,
        len(places) / len(parts),
        min([*places, _LAST]),
        max(similarities),
        float(np.argmax(similarities)) + 1,
        float(np.mean(similarities[:_FIRST])),
        max(_similarities(parts, lemma.meanings), default=np.nan) if lemma else np.nan,
        len(answers),
        sum(dictionary.entries[answer].stage < entry.stage for answer in answers),
    ]


def _similarities(parts: Sequence[str], meanings: Sequence[str]) -> list[float]:
    """Return the highest share of common characters that each meaning has with a translation."""
    sets = [set(part) for part in parts]
    others = [set(text) for text in meanings]
    return [max(len(first & other) / len(first | other) for first in sets) for other in others]


@lru_cache(maxsize=2)
def _load(path: Path, _modified: int) -> EcdictWords:
    entries: dict[str, Entry] = {}
    words: dict[str, list[str]] = {}
    for word, entry in _read(path):
        if word not in entries:
            entries[word] = entry
            for text in entry.meanings:
                words.setdefault(text, []).append(word)
    return EcdictWords(entries, {text: tuple(listed) for text, listed in words.items()})


def _read(path: Path) -> Iterator[tuple[str, Entry]]:
    with opened(path) as stream:
        lines = csv.reader(stream)
        header = next(lines, [])
        if absent := [name for name in _COLUMNS if name not in header]:
            raise ValueError(f"the column '{absent[0]}' is missing")
        places = [header.index(name) for name in _COLUMNS]
        for cells in lines:
            if len(cells) != len(header):
                raise ValueError(f"line {lines.line_num} has {len(cells)} cells")
            word, texts, stars, oxford, tags, bnc, current, forms = (cells[p] for p in places)
            ranks = (int(bnc or 0), int(current or 0))
            if (tags or any(ranks)) and _WORD.fullmatch(lowered := word.lower()):
                listed = tuple(name for name in EXAMINATIONS if name in tags.split())
                facts = (listed, int(stars or 0), oxford == "1", ranks)
                yield lowered, Entry(*facts, _lemma(forms), _meanings(texts))


def _lemma(forms: str) -> str:
    """Return the dictionary form from a list such as ``0:become/1:i``."""
    parts = (form.partition(":") for form in forms.split("/"))
    return next((text.lower() for kind, _, text in parts if kind == "0"), "")


def _meanings(texts: str) -> tuple[str, ...]:
    lines = (_LABEL.sub("", line, count=1) for line in texts.replace("\\n", "\n").splitlines())
    parts = (meaning(part) for line in lines for part in _SEPARATOR.split(_NOTE.sub("", line)))
    return tuple(dict.fromkeys(part for part in parts if part))
