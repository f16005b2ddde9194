"""Bilingual dictionaries, which users provide: English translations of words of a language."""

from __future__ import annotations

import csv
import gzip
import re
import zlib
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from lcp.errors import InputError, ResourceError
from lcp.files import sha256_of
from lcp.tasks.vocabulary.languages import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_CEDICT = re.compile(r"\S+ (\S+) \[[^\]]*\] /(.*)/\s*")
_NOT_A_MEANING = ("CL:", "variant of", "old variant", "surname")
_NOTE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|<[^<>]*>|/[^/]*/")
#: Abbreviations of objects: something, somebody.
_OBJECT = re.compile(r"\b(?:etw|jdn|jdm|jds|jd|sth|sb|so)\.")
_ARTICLE = re.compile(r"(?:(?:to be|to|an?|the|be)\s+)+", re.IGNORECASE)
_ENGLISH = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
#: Words of the longest expressions of the first language that are kept.
_LONGEST = 2


class Dictionary(NamedTuple):
    """A bilingual dictionary in both directions.

    Attributes
    ----------
    translations : dict of str to tuple of str
        English words in lower case of each word or expression, in the order of the dictionary.
    equivalents : dict of str to tuple of str
        Words and expressions of the first language that each English word translates.
    """

    translations: dict[str, tuple[str, ...]]
    equivalents: dict[str, tuple[str, ...]]


def load_dictionary(path: str | Path, language: str) -> Dictionary:
    """Read a dictionary, once per process.

    Parameters
    ----------
    path : path
        UTF-8 text, plain or ``.gz``, with one entry per line, and comments after ``#``, in one of
        these formats: CC-CEDICT; Ding, ``Haus {n}; Heim {n} :: house; home``; or the word,
        a tab, and English words divided by semicolons.
    language : {"es", "de", "zh"}
        First language.

    Raises
    ------
    InputError
        If the file cannot be read, or no line has an English word.
    """
    hint = "The feature set or the model names this file, a UTF-8 text, plain or .gz."
    with reading(path, hint) as file:
        return _load(*file, language)


@lru_cache(maxsize=6)
def _load(path: Path, _modified: int, language: str) -> Dictionary:
    words: dict[str, dict[str, None]] = {}
    lines = _lines(path)
    for terms, english in _entries(lines):
        listed = [word for text in english if (word := english_word(text))]
        if not listed:
            continue
        for term in terms:
            key = dictionary_key(term, language)
            if key and len(key.split()) <= _LONGEST:
                words.setdefault(key, {}).update(dict.fromkeys(listed))
    if not words:
        raise InputError(
            "The dictionary has no English words.",
            where=str(path),
            hint="Formats: CC-CEDICT, Ding, or a word, a tab and its translations.",
        )
    reverse: dict[str, list[str]] = {}
    for key, members in words.items():
        for word in members:
            reverse.setdefault(word, []).append(key)
    return Dictionary(
        {key: tuple(members) for key, members in words.items()},
        {word: tuple(keys) for word, keys in reverse.items()},
    )


def dictionary_key(text: str, language: str) -> str:
    """Return the content words of an expression without notes, as dictionaries are indexed.

    >>> dictionary_key("sich etw. ansehen {vt}", "de")
    'ansehen'
    """
    return " ".join(content_words(_plain(text), language))


def english_word(text: str) -> str:
    """Return a translation in lower case if it is one English word; empty if not.

    >>> english_word("to run (away)"), english_word("Supermarket"), english_word("run away")
    ('run', 'supermarket', '')
    """
    plain = _ARTICLE.sub("", _plain(text).strip(), count=1).strip(" .!?").lower()
    return plain if _ENGLISH.fullmatch(plain) else ""


def _plain(text: str) -> str:
    return _OBJECT.sub(" ", _NOTE.sub(" ", text))


def _lines(path: Path) -> Iterator[str]:
    with opened(path) as stream:
        for line in stream:
            if not line.startswith("#"):
                yield line.rstrip("\r\n")


def _entries(lines: Iterable[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield terms of the first language and their English translations."""
    for line in lines:
        if match := _CEDICT.fullmatch(line):
            meanings = [m for m in match[2].split("/") if not m.startswith(_NOT_A_MEANING)]
            yield [match[1]], [word for meaning in meanings for word in re.split("[;,]", meaning)]
        elif " :: " in line:
            # Forms of a word, such as plurals, are divided by bars on both sides.
            left, right = (side.split("|") for side in line.split(" :: ", 1))
            if len(left) != len(right):
                left, right = left[:1], right[:1]
            for terms, english in zip(left, right, strict=True):
                yield terms.split(";"), english.split(";")
        elif "\t" in line:
            term, english = line.split("\t", 1)
            yield [term], english.split(";")


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """Open a UTF-8 text, plain or ``.gz``, without changing the ends of lines."""
    function = gzip.open if path.suffix == ".gz" else open
    with function(path, "rt", encoding="utf-8", newline="") as stream:
        yield stream


@contextmanager
def reading(path: str | Path, hint: str) -> Iterator[tuple[Path, int]]:
    """Give a file and the time of its last change to a cached function that reads it.

    Raises
    ------
    InputError
        If the file cannot be read, with this hint.
    """
    resolved = Path(path).expanduser()
    try:
        yield resolved, resolved.stat().st_mtime_ns
    except (OSError, EOFError, ValueError, csv.Error, zlib.error) as error:
        raise InputError(
            f"The dictionary cannot be read: {getattr(error, 'strerror', None) or error}.",
            where=str(path),
            hint=hint,
        ) from error


def checksums(paths: Mapping[str, str]) -> dict[str, str]:
    """Return the SHA-256 of each file that is given, by name; empty paths are left out."""
    values = {}
    for name, path in paths.items():
        if path:
            with reading(path, "The feature set or the model names this file.") as file:
                values[name] = _checksum(*file)
    return values


def check_unchanged(paths: Mapping[str, str], expected: Mapping[str, str]) -> None:
    """Check the files of a model, once per process and change.

    Parameters
    ----------
    paths : mapping of str to str
        Files by name.
    expected : mapping of str to str
        Their SHA-256 in training; empty before training.

    Raises
    ------
    InputError
        If a file cannot be read.
    ResourceError
        If a file is not the one of the training.
    """
    if not expected:
        return
    for name, value in checksums(paths).items():
        if value != expected.get(name):
            raise ResourceError(
                "The dictionary is not the one that the model was trained with.",
                where=paths[name],
                hint="Restore the file, or train the model again.",
            )


@lru_cache(maxsize=8)
def _checksum(path: Path, _modified: int) -> str:
    return sha256_of(path)
