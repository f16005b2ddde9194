"""Vocabulary profiles with CEFR levels: CEFR-J (A1-B2) and Octanove (C1-C2)."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, NamedTuple

from lcp.corpora.parsers.word_lists import word_instances
from lcp.english.levels import LEVELS
from lcp.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd


class Entry(NamedTuple):
    """A headword with its part of speech and level. Of variants ("theatre/theater"), the first."""

    word: str
    pos: str
    level: str


def entries(path: Path) -> list[Entry]:
    """Return the entries of a profile.

    Raises
    ------
    InputError
        If an entry has no level.
    """
    rows: list[Entry] = []
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            word, pos, level = (row.get(name) or "" for name in ("headword", "pos", "CEFR"))
            if level not in LEVELS:
                raise InputError(
                    f"The level '{level}' is not a CEFR level.",
                    where=f"{path}, line {len(rows) + 2}",
                    hint="Delete the file and run `lcp resources fetch cefrj octanove`.",
                )
            rows.append(Entry(word.split("/")[0].strip(), pos, level))
    return rows


def read(path: Path) -> pd.DataFrame:
    """Read a profile. Levels are mapped linearly: A1 to 0 and C2 to 1.

    Returns
    -------
    DataFrame of shape (n_entries, 9)
        The instance table with ``pos`` (part of speech) and ``level``; the sentence of a word is
        the word itself.

    Raises
    ------
    InputError
        If an entry has no level.
    """
    rows = entries(path)
    ratings = [LEVELS.index(row.level) / (len(LEVELS) - 1) for row in rows]
    table = word_instances([row.word for row in rows], ratings)
    table["id"] = [f"{path.stem}-{number}" for number in range(len(table))]
    return table.assign(pos=[row.pos for row in rows], level=[row.level for row in rows])
