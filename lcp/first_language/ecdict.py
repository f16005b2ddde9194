"""ECDICT, an English-Chinese dictionary with the examinations that ask for a word."""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lcp.first_language.dictionary_files import opened, reading
from lcp.first_language.languages import FUNCTION_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

#: Tags of the examinations, in the order in which pupils in China take the first five.
EXAMINATIONS = ("zk", "gk", "cet4", "cet6", "ky", "toefl", "ielts", "gre")
_IN_ORDER = 5
_COLUMNS = ("word", "translation", "collins", "oxford", "tag", "bnc", "frq", "exchange")
_WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
#: Part of speech or field at the beginning of a line.
_LABEL = re.compile(r"[a-z]+\.\s*|\[[^\]]*\]\s*")
_NOTE = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]|<[^<>]*>")
_SEPARATOR = re.compile(r"[,，;；、/ ]+")
_ENDINGS = "".join(FUNCTION_WORDS["zh"])


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
        places = [EXAMINATIONS.index(name) for name in self.examinations]
        return min([place + 1 if place < _IN_ORDER else 6 for place in places], default=7)


class EcdictWords(NamedTuple):
    """The dictionary by English words in lower case, and the words by their meanings."""

    entries: Mapping[str, Entry]
    words: Mapping[str, tuple[str, ...]]


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
                yield (
                    lowered,
                    Entry(
                        tuple(name for name in EXAMINATIONS if name in tags.split()),
                        int(stars or 0),
                        oxford == "1",
                        ranks,
                        _lemma(forms),
                        _meanings(texts),
                    ),
                )


def _lemma(forms: str) -> str:
    """Return the dictionary form from a list such as ``0:become/1:i``."""
    parts = (form.partition(":") for form in forms.split("/"))
    return next((text.lower() for kind, _, text in parts if kind == "0"), "")


def _meanings(texts: str) -> tuple[str, ...]:
    lines = (_LABEL.sub("", line, count=1) for line in texts.replace("\\n", "\n").splitlines())
    parts = (meaning(part) for line in lines for part in _SEPARATOR.split(_NOTE.sub("", line)))
    return tuple(dict.fromkeys(part for part in parts if part))
