"""What the cells of a file are: numbers, nothing, or the names of its columns."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Names of the column of targets, in order of preference. Tables inside have the first.
WORD_NAMES = (WORD := "token", "word", "target")
#: First columns of files without a header: TSAR 2022 and BenchLS; MLSP 2024.
_WITHOUT_HEADER = (["sentence", WORD], ["id", "language", "sentence", WORD])
#: Ends of sentences.
_CLOSING = (".", "!", "?", "…", '"', "'", "”", "’")
#: A number in a cell. float() also accepts "1_0", "nan" and the digits of other scripts.
NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)
#: Cells without a value, in lower case.
MISSING = frozenset({"", "-", ".", "n/a", "na", "nan", "null"})


def name_targets(names: Sequence[str]) -> list[str]:
    """Return the names of columns; the first of the synonyms of ``token`` becomes ``token``.

    >>> name_targets(["target", "word"]), name_targets(["target", "token"])
    (['target', 'token'], ['target', 'token'])
    """
    present = next((name for name in WORD_NAMES if name in names), WORD)
    return [WORD if name == present else name for name in names]


def columns_without_header(lines: list[list[str]]) -> list[str] | None:
    """Return the columns of a file whose first line is an instance; None if it is a header.

    After the target, the files have nothing, its rating, or any number of substitutes.
    """
    first, *rows = lines
    for names in _WITHOUT_HEADER:
        place = names.index("sentence")
        sentence, token = [*first, *[""] * len(names)][place : len(names)]
        is_pair = token.strip() and len(sentence.split()) > len(token.split()) + 1
        if is_pair and token in sentence and not _is_header(first, rows, place):
            texts = [text for row in lines for text in row[len(names) :]]
            # A rating that is missing is reported where ratings are read.
            are_ratings = len(texts) <= len(lines) and all(
                map(NUMBER.fullmatch, filter(None, texts))
            )
            return [*names, *(["complexity" if are_ratings else "substitutes"] if texts else [])]
    return None


def _is_header(line: list[str], others: list[list[str]], place: int) -> bool:
    """Return whether a line with a sentence at a place and a target after it names columns.

    It has a text in a column of numbers, or its target is a name of such columns and its sentence
    has no end mark.
    """
    for cell, *below in zip_longest(line, *others, fillvalue=""):
        texts = list(filter(str.strip, below))
        if texts and all(map(NUMBER.fullmatch, texts)) and cell.strip().lower() not in MISSING:
            return not NUMBER.fullmatch(cell)
    if line[place].rstrip().endswith(_CLOSING):
        return False
    target = line[place + 1].lower()
    closed = [row[place].rstrip().endswith(_CLOSING) for row in others if len(row) > place]
    # A target such as "a word" is one if other sentences have no end mark either.
    return target in WORD_NAMES or (
        2 * sum(closed) > len(closed) and not {*WORD_NAMES}.isdisjoint(target.split())
    )


def joined(rows: list[list[str]], width: int) -> list[list[str]]:
    """Return rows whose last field contains all further ones."""
    return [[*row[: width - 1], "; ".join(row[width - 1 :])][: max(len(row), 1)] for row in rows]
