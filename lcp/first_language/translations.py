"""Translations as vocabulary tests give them: alternatives, notes and excluded words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from lcp.english.text import CACHED_WORDS

_NOTE = re.compile(r"[(（]([^()（）]*)[)）]")
_BRACKET = re.compile(r"[()（）]")
_EXCLUSION = re.compile(
    r"\s*(?:nicht|no|not|不是|不|la respuesta no)\b\s*:?|\s*不(?:是)?", re.IGNORECASE
)
_ENGLISH = re.compile(r"-?[a-z]{2,}", re.IGNORECASE)
#: Words between the negation and an excluded ending: ``nicht endend in "-ious"``.
_BEFORE_ENDINGS = frozenset({"endend", "in", "termina", "en"})
_SEPARATOR = re.compile(r"[,，;；、/]")
_EDGES = " \t.…\"“”'‘’"


class Translation(NamedTuple):
    """A parsed translation.

    Attributes
    ----------
    alternatives : tuple of str
        Translations without notes; at least one.
    excluded : tuple of str
        English words or endings that are not the answer: ``(nicht: strange)``.
    notes : int
        Number of other notes in parentheses, such as a field: ``（器官）活动亢进的``.
    """

    alternatives: tuple[str, ...]
    excluded: tuple[str, ...]
    notes: int


@lru_cache(maxsize=CACHED_WORDS)
def parse_translation(text: str) -> Translation:
    """Divide a translation into alternatives, excluded words and notes.

    >>> parse_translation("seltsam, eigenartig (nicht: strange)")
    Translation(alternatives=('seltsam', 'eigenartig'), excluded=('strange',), notes=0)
    """
    excluded: list[str] = []
    notes = 0
    for note in _NOTE.findall(text):
        exclusion = _EXCLUSION.match(note)
        if exclusion:
            words = [word.lower() for word in _ENGLISH.findall(note[exclusion.end() :])]
            excluded += [word for word in words if word not in _BEFORE_ENDINGS]
        else:
            notes += 1
    outside = _NOTE.sub("", text)
    if not outside.strip(_EDGES):
        outside = _BRACKET.sub("", text)
    alternatives = [part.strip(_EDGES) for part in _SEPARATOR.split(outside)]
    listed = tuple(part for part in alternatives if part)
    return Translation(listed or (text.strip(),), tuple(excluded), notes)
