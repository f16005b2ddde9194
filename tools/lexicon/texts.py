"""Read running text and encode it as integers."""

from __future__ import annotations

import gzip
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lcp.english.text import WORD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

Integers = NDArray[np.int32]

#: Ends of sentences, the end of a line first.
ENDS = ("\n", ".", "!", "?", "…")
#: Punctuation within sentences, across which word pairs are not counted.
BREAKS = (",", ";", ":", "(", ")", "[", "]", "{", "}", "/", "–", "—", '"', "“", "”", "|", "=", "*")
#: Numbers that are collected in a list, which takes eight times the memory of an array.
_PENDING = 1_000_000
_TOKEN = re.compile(f"{WORD.pattern}|[{re.escape(''.join((*ENDS[1:], *BREAKS)))}]")
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


class EncodedText:
    """Running text as numbers, one for each case-sensitive word and punctuation mark.

    Attributes
    ----------
    forms : list of str
        Word or mark of each number; the first ones are `ENDS` and `BREAKS`.
    ids : dict of str to list of int array
        Tokens of each register, an array per file.
    counts : dict of str to dict of str to int
        Word counts of each register, from files of counts.
    """

    def __init__(self) -> None:
        self.forms: list[str] = [*ENDS, *BREAKS]
        self.ids: dict[str, list[Integers]] = {}
        self.counts: dict[str, dict[str, int]] = {}
        self._numbers = {form: number for number, form in enumerate(self.forms)}

    def add(self, text: Text) -> None:
        """Read and encode a file."""
        if text.path.suffix == ".json":
            counts = json.loads(text.path.read_text(encoding="utf-8"))
            of_register = self.counts.setdefault(text.register, {})
            for word, count in counts.items():
                of_register[word.lower()] = of_register.get(word.lower(), 0) + count
        else:
            self.ids.setdefault(text.register, []).append(self._encode(lines(text.path)))

    def _encode(self, paragraphs: Iterator[str]) -> Integers:
        numbers = self._numbers
        parts: list[Integers] = []
        pending: list[int] = []
        for paragraph in paragraphs:
            tokens = _TOKEN.findall(paragraph)
            pending += [numbers.setdefault(token, len(numbers)) for token in tokens]
            pending.append(0)
            if len(pending) > _PENDING:
                parts.append(np.array(pending, dtype=np.int32))
                pending = []
        parts.append(np.array(pending, dtype=np.int32))
        self.forms = list(numbers)
        return np.concatenate(parts)


def read_texts(texts: Sequence[Text]) -> EncodedText:
    """Read and encode texts."""
    encoded = EncodedText()
    for text in texts:
        encoded.add(text)
    return encoded


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
