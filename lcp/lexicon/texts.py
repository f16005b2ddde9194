"""Read running text, and encode it once as whole numbers for everything that counts it."""

from __future__ import annotations

import gzip
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lcp.errors import InputError
from lcp.text import WORD

Progress = Callable[[str], object]
Integers = NDArray[np.int32]

#: What ends a sentence; the end of a line does so as well and is the first of them.
ENDS = ("\n", ".", "!", "?", "…")
#: What stands between words that do not belong together, within a sentence.
BREAKS = (",", ";", ":", "(", ")", "[", "]", "{", "}", "/", "–", "—", '"', "“", "”", "|", "=", "*")
_TOKEN = re.compile(f"{WORD.pattern}|[{re.escape(''.join((*ENDS[1:], *BREAKS)))}]")
#: What a word of the lexicon looks like: letters, joined by inner hyphens or apostrophes.
PLAIN = re.compile(r"[a-zà-öø-ÿœ]+(?:[-'][a-zà-öø-ÿœ]+)*")
# A line that only names the article below it.
_HASH = re.compile(r"[0-9a-f]{40}")
# A Bible's text stands in its verses, paragraphs and lines; notes and headings are not its text.
_BLOCKS = {"vers", "p", "l"}
_NO_VERSE = {"note", "title", "header", "information", "reference", "caption", "lg"}


@dataclass(frozen=True, slots=True)
class Text:
    """A file of running text, or of counts, and the register that it stands for.

    Parameters
    ----------
    register : str
        Name of the register; files of one register are counted together.
    path : Path
        Plain text (``.txt``, ``.gz``; a line is a paragraph), a Bible in OSIS or Zefania
        XML (``.xml``), or counts of words (``.json``: an object of word to count).
    """

    register: str
    path: Path


def text_of(named: str) -> Text:
    """A text by its path, or by ``REGISTER=PATH``.

    Raises
    ------
    InputError
        When there is no such file, or the register's name is no word.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".txt") as file:
    ...     text_of(f"news={file.name}").register
    'news'
    """
    register, equals, path = named.partition("=")
    if Path(named).is_file() or not equals:
        register, path = "", named
    if not Path(path).is_file():
        raise InputError("There is no such file.", where=path)
    if register and not re.fullmatch(r"[a-z][a-z0-9_]*", register):
        raise InputError(
            f"'{register}' cannot name a register.",
            where=named,
            hint="Use small letters, digits and underscores, a letter first.",
        )
    return Text(register or "general", Path(path))


class EncodedText:
    """Running text as numbers: one for each word as it is written, and for each mark.

    Attributes
    ----------
    forms : list of str
        What each number stands for; the first ones are `ENDS` and `BREAKS`.
    ids : dict of str to list of int array
        The tokens of each register, file by file.
    counts : dict of str to dict of str to int
        Counts of words where a register has nothing but these.
    """

    def __init__(self) -> None:
        self.forms: list[str] = [*ENDS, *BREAKS]
        self.ids: dict[str, list[Integers]] = {}
        self.counts: dict[str, dict[str, int]] = {}
        self._numbers = {form: number for number, form in enumerate(self.forms)}

    def add(self, text: Text) -> None:
        """Read a file to its end.

        Raises
        ------
        InputError
            When the file cannot be read as what its name says it is.
        """
        try:
            if text.path.suffix == ".json":
                counts = json.loads(text.path.read_text(encoding="utf-8"))
                own = self.counts.setdefault(text.register, {})
                for word, count in counts.items():
                    own[word.lower()] = own.get(word.lower(), 0) + int(count)
            else:
                self.ids.setdefault(text.register, []).append(self._encode(lines(text.path)))
        except (OSError, EOFError, ValueError, TypeError, AttributeError, ET.ParseError) as error:
            raise InputError(
                f"The text cannot be read ({error}).",
                where=str(text.path),
                hint="Give plain UTF-8 text (.txt or .gz), a Bible in OSIS or Zefania XML, or "
                "counts of words (.json).",
            ) from error

    def _encode(self, paragraphs: Iterator[str]) -> Integers:
        numbers = self._numbers
        parts: list[Integers] = []
        pending: list[int] = []
        for paragraph in paragraphs:
            for token in _TOKEN.findall(paragraph):
                number = numbers.setdefault(token, len(numbers))
                pending.append(number)
            pending.append(0)
            if len(pending) > 1_000_000:  # noqa: PLR2004 - a list of numbers takes eight times as much
                parts.append(np.array(pending, dtype=np.int32))
                pending = []
        parts.append(np.array(pending, dtype=np.int32))
        self.forms = list(numbers)
        return np.concatenate(parts)


def read_texts(texts: Sequence[Text], progress: Progress | None = None) -> EncodedText:
    """Read and encode texts, calling `progress` with a label before each."""
    encoded = EncodedText()
    for text in texts:
        if progress is not None:
            progress(f"reading {text.path.name}")
        encoded.add(text)
    return encoded


def lines(path: Path) -> Iterator[str]:
    """Paragraphs of a text file, verses of a Bible; without what is not running text."""
    if path.suffix == ".xml":
        yield from _verses(ET.parse(path).getroot())  # noqa: S314 - the user's own file
        return
    compressed = path.suffix == ".gz"
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if compressed
        else path.open(encoding="utf-8") as stream
    ):
        for line in stream:
            stripped = line.strip()
            if stripped and not _HASH.fullmatch(stripped):
                yield stripped


def _verses(element: ET.Element) -> Iterator[str]:
    """Text of a Bible, a paragraph, line or verse at a time."""
    for child in element:
        name = _name(child)
        if name in _BLOCKS:
            text = " ".join("".join(_running(child)).split())
            if text:
                yield text
        if name == "lg" or name not in _NO_VERSE:
            yield from _verses(child)


def _running(element: ET.Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if _name(child) not in _NO_VERSE | _BLOCKS:
            yield from _running(child)
        # A break without a space of its own still parts two words.
        yield child.tail or " "


def _name(element: ET.Element) -> str:
    return element.tag.rsplit("}", 1)[-1].lower()
