"""The instance table: one rated or unrated target in its sentence per row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.corpora.targets import (
    check_target,
    check_text,
    find_target,
    form_in,
    is_target,
    not_in_sentence,
    place_target,
)
from lcp.english.text import expression_words
from lcp.errors import InputError, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns


def as_table(table: Any) -> pd.DataFrame:
    """Return the table in pandas: itself, or a copy of a polars or Arrow table, or of records.

    Raises
    ------
    InputError
        If `table` is neither a DataFrame nor a list of dicts.
    """
    import pandas as pd

    converted = table.to_pandas() if hasattr(table, "to_pandas") else table
    if isinstance(table, list) and all(isinstance(row, dict) for row in table):
        try:
            converted = pd.DataFrame(table, columns=None if table else ["sentence", "token"])
        except UnicodeEncodeError:
            for row, values in enumerate(table):
                for name, value in values.items():
                    if isinstance(value, str):
                        check_text(str(name), value, where=row_name(row))
            raise
    if not isinstance(converted, pd.DataFrame):
        raise InputError(
            f"Instances must be a pandas or polars DataFrame, not {type(table).__name__}.",
            hint="Use lcp.load_corpus, or a DataFrame or list of dicts with the columns sentence "
            "and token.",
        )
    return converted


def row_name(row: int) -> str:
    """Return the name of a row in error messages."""
    return f"row {row}"


def as_instances(table: Any, *, place: Callable[[int], str] = row_name) -> pd.DataFrame:
    """Check a table and add the columns that features need.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Column ``token``; optional ``sentence``, ``genre``, and ``start`` and ``end``, the
        character span of the target in its sentence. Without sentences, each target is its own,
        and features of the sentence are missing.
    place : callable
        Function that returns the name of a row in error messages, such as its line in a file.
        Default: its number, counted from 0.

    Returns
    -------
    DataFrame of shape (n_instances, ...)
        With ``genre`` (empty if unknown), ``start`` and ``end``. ``token`` has the form of the
        target in its sentence.

    Raises
    ------
    InputError
        If `table` is not a DataFrame, lacks a column or has one twice, a sentence or target is
        not a string, a target is empty, too long or not in its sentence, or a span does not mark
        its target. The message names the first such row.
    """
    instances = as_table(table)
    require_columns(instances, "token")
    repeated = instances.columns[instances.columns.duplicated()]
    if len(repeated):
        raise InputError(
            f"The table has several columns called {quoted(repeated[0])}.",
            hint="Rename or drop all but one of them.",
        )
    if "sentence" not in instances.columns:
        instances = instances.assign(sentence=instances["token"])
    for row, values in enumerate(zip(instances["sentence"], instances["token"], strict=True)):
        for column, value in zip(("sentence", "token"), values, strict=True):
            check_text(column, value, where=place(row))
        check_target(values[1], where=place(row))
    if not len(instances):  # an empty column may have a type without string methods
        instances = instances.astype({"sentence": str, "token": str})
    if "genre" not in instances.columns:
        instances = instances.assign(genre="")
    if {"start", "end"} <= set(instances.columns):
        _check_spans(instances, place)
    else:
        instances = instances.assign(**_spans(instances, place))
    columns = (instances[name] for name in ("sentence", "start", "end", "token"))
    forms = [_form(*row) for row in zip(*columns, strict=True)]
    return instances if [*instances["token"]] == forms else instances.assign(token=forms)


def one_instance(
    sentence: str,
    target: str,
    *,
    genre: str = "",
    readers: str = "general",
    occurrence: int | None = None,
) -> tuple[pd.DataFrame, list[str]]:
    """Return an instance table of one row; see :func:`instance_columns`."""
    import pandas as pd

    columns, notes = instance_columns(
        sentence, target, genre=genre, readers=readers, occurrence=occurrence
    )
    return pd.DataFrame(columns), notes


def instance_columns(
    sentence: str,
    target: str,
    *,
    genre: str = "",
    readers: str = "general",
    occurrence: int | None = None,
) -> tuple[Columns, list[str]]:
    """Return an instance as plain columns, without pandas.

    Returns
    -------
    columns : dict of str to list of length 1
        The instance.
    notes : list of str
        Notes of :func:`lcp.corpora.targets.place_target`.

    Raises
    ------
    InputError
        As :func:`lcp.corpora.targets.place_target`, and if the genre is not a string.
    """
    (start, end), notes = place_target(sentence, target, occurrence)
    if not isinstance(genre, str):
        raise InputError(
            f"The genre must be a string, not {genre!r}.",
            where="genre",
            hint='Leave it out, or give "", if the genre is not known.',
        )
    row = {
        "genre": genre,
        "readers": readers,
        "sentence": sentence,
        "token": form_in(sentence, start, end),
        "start": start,
        "end": end,
    }
    return {name: [value] for name, value in row.items()}, notes


def is_multiword(tokens: Iterable[str]) -> NDArray[np.bool_]:
    """Return whether each target is an expression of two or more words.

    >>> is_multiword(["gene", "gene expression"]).tolist()
    [False, True]
    """
    return np.array([len(expression_words(token)) > 1 for token in tokens], dtype=bool)


def lacks_sentence(table: pd.DataFrame | Columns) -> NDArray[np.bool_]:
    """Return whether each target is given without a sentence, or is the whole sentence."""
    pairs = zip(table["sentence"], table["token"], strict=True)
    return np.array([sentence.strip() == token.strip() for sentence, token in pairs], dtype=bool)


def require_columns(table: pd.DataFrame, *columns: str) -> None:
    """Raise :class:`InputError` for the first column that the table does not have."""
    for column in columns:
        if column not in getattr(table, "columns", ()):
            raise InputError(
                f"The column '{column}' is missing.",
                hint="Instances have the columns token and sentence, and complexity if rated. "
                "Add the column, or rename yours.",
            )


def _form(sentence: str, start: int, end: int, token: str) -> str:
    """Return a target as it is in its sentence; unchanged if only white space differs."""
    form = form_in(sentence, start, end)
    return token if " ".join(token.split()) == form else form


def _spans(table: pd.DataFrame, place: Callable[[int], str]) -> dict[str, Any]:
    """Find the character span of every target."""
    spans = []
    for row, (sentence, token) in enumerate(zip(table["sentence"], table["token"], strict=True)):
        span = find_target(sentence, token)
        if span is None:
            raise not_in_sentence(token, place(row), sentence=sentence)
        spans.append(span)
    import pandas as pd

    starts, ends = zip(*spans, strict=True) if spans else ((), ())
    return {
        "start": pd.Series(starts, index=table.index, dtype="int64"),
        "end": pd.Series(ends, index=table.index, dtype="int64"),
    }


def _check_spans(table: pd.DataFrame, place: Callable[[int], str]) -> None:
    """Raise an error for a span that does not mark its target."""
    columns = (table[name] for name in ("sentence", "token", "start", "end"))
    for row, (sentence, token, start, end) in enumerate(zip(*columns, strict=True)):
        try:
            marked = 0 <= start < end <= len(sentence) and is_target(sentence[start:end], token)
        except TypeError as error:
            raise InputError(
                f"The span {start!r} to {end!r} is not a pair of integers.",
                where=place(row),
                hint="Convert start and end to integers, or leave both columns out.",
            ) from error
        if not marked:
            raise InputError(
                f"Characters {start} to {end} of the sentence are not the target {quoted(token)}.",
                where=place(row),
                hint="Correct start and end, or leave both columns out.",
            )
