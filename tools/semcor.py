"""Read SemCor 3.0: sentences with WordNet's sense of each word or expression."""

from __future__ import annotations

import re
import tarfile
from typing import TYPE_CHECKING, NamedTuple

from lxml import html

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LEFT, _RIGHT = re.compile(r"['’]|n't$|[.,;:?!)\]}%]|'*$"), re.compile(r"[(\[{$]|``")
#: Parts of speech by the number in a sense key.
_PARTS = " nvara"


class Tagged(NamedTuple):
    """A word or expression of SemCor.

    Attributes
    ----------
    span, key
        Its characters in its sentence, and its sense key in WordNet 3.0.
    """

    span: tuple[int, int]
    key: str

    @property
    def lemma(self) -> str:
        """The lemma of the key, with spaces."""
        return self.key.partition("%")[0].replace("_", " ")

    @property
    def part(self) -> str:
        """The part of speech of the key."""
        return _PARTS[int(self.key.partition("%")[2][0])]


def semcor(path: Path) -> Iterator[tuple[str, list[tuple[str, list[Tagged]]]]]:
    """Yield the name of each file, and its sentences with their tagged words."""
    with tarfile.open(path) as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is not None:
                tree = html.fromstring(stream.read().decode("latin-1"))
                yield member.name, [*map(_sentence, tree.iter("s"))]


def _sentence(element: html.HtmlElement) -> tuple[str, list[Tagged]]:
    """Return a sentence with usual spaces, and its tagged words without names."""
    plain, tagged, before = "", [], ""
    for token in element.iter("wf", "punc"):
        word = token.text.replace("_", " ")
        if plain and not (_LEFT.match(word) and word != "``") and not _RIGHT.fullmatch(before):
            plain += " "
        before = word
        shown = '"' if word in {"``", "''"} else word
        if "lexsn" in token.attrib and "pn" not in token.attrib:
            span = (len(plain), len(plain) + len(shown))
            key = f"{token.get('lemma')}%{token.get('lexsn')}"
            tagged.append(Tagged(span, key.partition(";")[0]))
        plain += shown
    return plain, tagged
