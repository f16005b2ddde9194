"""Read running text."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from lcp.english import analyse

#: Words of the lexicon: letters, with hyphens or apostrophes between them.
PLAIN = re.compile(r"[a-zà-öø-ÿœ]+(?:[-'][a-zà-öø-ÿœ]+)*")
# A line with only the identifier of an article.
_HASH = re.compile(r"[0-9a-f]{40}")
# Elements with the running text of a Bible, and elements without.
_BLOCKS = {"vers", "p", "l"}
_NOT_TEXT = {"note", "title", "header", "information", "reference", "caption", "lg"}


@dataclass(frozen=True, slots=True)
class Text:
    """A file of running text or word counts, with its register.

    Parameters
    ----------
    register : str
        Name of the register. Files of one register are counted together.
    path : Path
        Plain text (``.txt``, ``.gz``; one paragraph per line), a Bible in OSIS or Zefania XML
        (``.xml``), or word counts (``.json``: an object of word to count).
    """

    register: str
    path: Path

    @property
    def running(self) -> bool:
        """Whether the file is running text."""
        return self.path.suffix != ".json"


@cache
def sentences(path: Path) -> list[list[str]]:
    """Return the words of each sentence of running text, and "" for the marks between them.

    Words are without possessive endings, as targets are rated.
    """
    read = []
    for sentence in analyse(f"{line}\n\n" for line in lines(path)):
        columns, last, words = sentence.columns, sentence.first, []
        part = slice(*np.searchsorted(columns.word_places[:, 0], [last, sentence.last]))
        places = np.hstack([columns.word_places[part], columns.plain_places[part, 1:]])
        for first, after, end in places.tolist():
            words += [""] * (first > last) + ["".join(columns.texts[first:end])]
            last = after
        read.append(words)
    return read


def lines(path: Path) -> Iterator[str]:
    """Yield the paragraphs of a text file, or the verses of a Bible."""
    if path.suffix == ".xml":
        yield from _verses(ET.parse(path).getroot())  # noqa: S314 - the user's own file
        return
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            stripped = line.strip()
            if stripped and not _HASH.fullmatch(stripped):
                yield stripped


def _verses(element: ET.Element) -> Iterator[str]:
    """Yield the paragraphs, lines and verses of a Bible, without notes and headings."""
    for child in element:
        name = _name(child)
        if name in _BLOCKS:
            text = " ".join("".join(_running(child)).split())
            if text:
                yield text
        if name == "lg" or name not in _NOT_TEXT:
            yield from _verses(child)


def _running(element: ET.Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if _name(child) not in _NOT_TEXT | _BLOCKS:
            yield from _running(child)
        # An element without text after it separates two words.
        yield child.tail or " "


def _name(element: ET.Element) -> str:
    return element.tag.rsplit("}", 1)[-1].lower()
