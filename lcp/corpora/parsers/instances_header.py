"""The header of a file of instances: which of its columns is which."""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches
from typing import TYPE_CHECKING

from lcp.base.task import TASKS
from lcp.corpora.ratings import rater_columns, read_ratings, with_mean
from lcp.errors import InputError, unknown
from lcp.tables.headers import WORD, WORD_NAMES, name_targets
from lcp.tables.input_tables import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lcp.base.array_types import Floats
    from lcp.corpora.ratings import Scale
    from lcp.tables.input_tables import TextTable

#: Columns of a file of instances, in CompLex's order. CompLex calls the genre ``corpus``,
#: and ``subcorpus`` in its trial files.
COLUMNS = ("id", "genre", "sentence", "token")
RATING = "complexity"
SPAN = ("start", "end")
READERS = "readers"
_ALL = (*COLUMNS, RATING, *SPAN, READERS)
ALIASES = {"corpus": "genre", "subcorpus": "genre"}
#: Names by which `columns` may call the columns of words and of ratings.
_MEANINGS = {**dict.fromkeys(WORD_NAMES, WORD), "rating": RATING, **ALIASES}


def read_renamed(
    path: Path, columns: Mapping[str, str], scale: Scale
) -> tuple[TextTable, Floats | None]:
    """Read a table, and give the `columns` the names that are read.

    Several columns of ratings become their mean, and are returned too.

    Raises
    ------
    InputError
        If the file cannot be read (:func:`~lcp.tables.input_tables.read_table`), there is no such
        column, or one of several ratings is not a number on the scale.
    """
    source, ratings = read_table(path), None
    for name, of_file in columns.items():
        standard = _MEANINGS.get(name, name)
        if standard not in {*_ALL, *TASKS.columns}:
            valid = dict.fromkeys([*_ALL, *_MEANINGS, *TASKS.columns])
            raise unknown("column called", name, valid, where="columns")
        raters = rater_columns(source.header, of_file) if standard == RATING else []
        if len(raters) > 1:
            places = [source.header.index(rater) for rater in raters]
            ratings = read_ratings(source, places, path, scale)
            source = with_mean(source, ratings, standard)
            continue
        column = raters[0] if raters else of_file
        if column not in source.header:
            raise unknown("column", column, filter(None, source.header), where=str(path))
        others = [f"{other} (file)" if other == standard else other for other in source.header]
        source = source._replace(
            header=[standard if other == column else other for other in others]
        )
    return source, ratings


def positions_of(source: TextTable, path: Path, similar: float = 0.85) -> dict[str, int]:
    """Return the position in a row of each column that is read.

    A missing column is misspelled if another name has this similarity.
    """
    where = f"{path}, {source.unit} 1"
    names = name_targets([_standard_name(name) for name in source.header])
    counts = Counter(names)
    recognised = (*_ALL, *TASKS.columns)
    for name in recognised:
        if counts[name] > 1:
            aliases = [f"'{alias}'" for alias, of in ALIASES.items() if of == name]
            also = f" {' and '.join(aliases)} are synonyms of it." if aliases else ""
            raise InputError(
                f"The header has {counts[name]} columns '{name}'.",
                where=where,
                hint=f"Keep one of them.{also}",
            )
    for name in (*COLUMNS, RATING):
        close = [] if counts[name] else get_close_matches(name, names, n=1, cutoff=similar)
        if close:
            raise InputError(
                f"The header has the column '{close[0]}', but not '{name}'.",
                where=where,
                hint=f"Rename the column to '{name}'.",
            )
    if not counts["token"]:
        raise InputError(
            "The header lacks the column 'token'.",
            where=where,
            hint="Name the column of targets token, word or target; id, genre, sentence and "
            "complexity are optional. A plain list of words, one per line, needs no header if its "
            "name ends in .txt.",
        )
    return {name: names.index(name) for name in recognised if counts[name]}


def _standard_name(name: str) -> str:
    """Return the name of a column in the instance table, if it differs in case or is an alias."""
    lower = name.lower()
    standard = {*_ALL, *TASKS.columns, *WORD_NAMES, *ALIASES}
    return ALIASES.get(lower, lower) if lower in standard else name
