"""Read running text."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lcp.english.text import WORD

#: Ends of sentences, the end of a line first.
ENDS = ("\n", ".", "!", "?", "…")
#: Punctuation within sentences, across which word pairs are not counted.
BREAKS = (",", ";", ":", "(", ")", "[", "]", "{", "}", "/", "–", "—", '"', "“", "”", "|", "=", "*")
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

    @property
    def running(self) -> bool:
        """Whether the file is running text."""
        return self.path.suffix != ".json"


def tokens(path: Path) -> Iterator[list[str]]:
    """Yield the words and punctuation marks of each paragraph of running text."""
    yield from map(_TOKEN.findall, lines(path))


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
