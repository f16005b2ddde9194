"""Columns of tables of instances, checked and converted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from lcp.base.reader_groups import GENERAL
from lcp.errors import InputError, quoted
from lcp.tables.headers import name_targets
from lcp.targets.find import (
    check_name,
    check_target,
    check_text,
    edges_of,
    find_target,
    not_in_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    import pandas as pd
    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats

#: Columns of all instances; tables can have others.
COLUMNS = ("token", "sentence", "start", "end", "genre", "readers")
#: Name of a column that may contain ratings.
_RATING = re.compile("rating|score|difficult|complex|mean", re.IGNORECASE)


class TableOfLibrary(Protocol):
    """A table of pandas, polars or Arrow."""

    @property
    def columns(self) -> Any:
        """The columns or their names."""


#: A table of instances: of a library, rows as dicts, or columns by name.
Table = TableOfLibrary | Sequence[Mapping[str, object]] | Mapping[str, Iterable[object]]


def row_name(row: int) -> str:
    """Return the name of a row in error messages."""
    return f"row {row}"


def as_table(rows: Table) -> pd.DataFrame:
    """Return a table in pandas: itself, or a copy of a polars or Arrow table, or of records.

    A column of targets that is called ``word`` or ``target`` becomes ``token``.

    Raises
    ------
    InputError
        If `rows` is neither a table nor a list of dicts.
    """
    import pandas as pd

    if isinstance(rows, pd.DataFrame):
        names = list(map(str, rows))
        named = name_targets(names)
        return rows if named == names else rows.set_axis(named, axis=1)
    return pd.DataFrame(as_columns(rows))


def indexed_like(table: pd.DataFrame, rows: object) -> pd.DataFrame:
    """Return a table with the index of `rows`, if that is a table of pandas."""
    import pandas as pd

    return table.set_axis(rows.index) if isinstance(rows, pd.DataFrame) else table


def instance_table(
    rows: Table,
    name_row: Callable[[int], str] = row_name,
    **columns: Sequence[Any],
) -> pd.DataFrame:
    """Check a table of instances, and add the columns that it lacks.

    Parameters
    ----------
    rows : DataFrame, list of dict, or table of polars or Arrow
        As for :meth:`lcp.targets.Targets.table`.
    name_row : callable
        Name of a row in error messages.
    **columns : sequence
        Further columns, which replace columns of `rows`.

    Returns
    -------
    DataFrame of shape (n_instances, ...)
        With ``sentence`` (empty for a word without one), ``genre`` and the character span of the
        target in its sentence, ``start`` and ``end``.

    Raises
    ------
    InputError
        As :meth:`lcp.targets.Targets.table`.
    """
    table = as_table(rows).assign(**columns)
    checked = check_columns(as_columns(table), name_row)
    added = {name: checked[name] for name in ("sentence", "genre", "start", "end")}
    return table.assign(**added).astype({"start": "int64", "end": "int64"})


def require_columns(table: Container[str], *columns: str) -> None:
    """Raise :class:`InputError` for the first column that targets or a table do not have."""
    for column in columns:
        if column not in table:
            raise InputError(
                f"The column '{column}' is missing.",
                hint="Instances have the columns token (or word, or target) and sentence, and "
                "complexity if rated. Add the column, or rename yours.",
            )


def refuse_columns(table: Container[str], names: Iterable[str]) -> None:
    """Raise :class:`InputError` if targets or a table have a column with the name of a result."""
    for name in names:
        if name in table:
            raise InputError(f"The table has a column '{name}'.", where="table", hint="Rename it.")


def as_columns(rows: Table) -> Mapping[str, Sequence[Any]]:
    """Return the columns of a table of pandas, polars or Arrow, or of records.

    Raises
    ------
    InputError
        If `rows` is none of these, or has two columns of one name.
    """
    if isinstance(rows, Mapping) and all(isinstance(each, Iterable) for each in rows.values()):
        columns = {str(name): list(values) for name, values in rows.items()}
        return dict(zip(name_targets(list(columns)), columns.values(), strict=True))
    if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
        names = dict.fromkeys(str(name) for row in rows for name in row)
        columns = {name: [row.get(name) for row in rows] for name in names}
        return as_columns(columns if rows else {"token": []})
    table: Any = rows.to_pandas() if hasattr(rows, "to_pandas") else rows
    if not hasattr(table, "columns") or not hasattr(table, "iloc"):
        raise InputError(
            f"Instances must be a table or a list of dicts, not {quoted(rows)}.",
            hint="Give a DataFrame or list of dicts with the columns sentence and target. For one "
            "word, there is predict_one(sentence, target).",
        )
    repeated = table.columns[table.columns.duplicated()]
    if len(repeated):
        raise InputError(
            f"The table has several columns called {quoted(repeated[0])}.",
            hint="Rename or drop all but one of them.",
        )
    return as_columns({name: table[name].tolist() for name in table.columns})


def check_table(rows: Table) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """Return the result of :func:`check_columns` for a table, and its further columns."""
    columns = as_columns(rows)
    checked = check_columns(columns)
    return checked, {name: columns[name] for name in columns if name not in COLUMNS}


def check_columns(
    columns: Mapping[str, Sequence[Any]], name_row: Callable[[int], str] = row_name
) -> dict[str, list[Any]]:
    """Check the columns of instances; errors are as for :meth:`Targets.table`.

    Returns
    -------
    dict of str to list
        ``token``, ``sentence`` (empty without one), ``start`` and ``end`` (in the sentence as it
        is given; 0 without one), ``edges`` (start and end of each part of the target), ``genre``
        and ``readers`` of each instance.
    """
    require_columns(columns, "token")
    tokens = list(columns["token"])
    sentences = list(columns.get("sentence", [""] * len(tokens)))
    for row, (sentence, token) in enumerate(zip(sentences, tokens, strict=True)):
        if _is_missing(sentence):
            sentences[row] = ""
        check_text("sentence", sentences[row], where=name_row(row))
        check_text("target", token, where=name_row(row))
        check_target(token, where=name_row(row))
        if sentences[row].strip() in ("", token.strip()):
            sentences[row] = ""
    spans = _checked_spans(columns, sentences, tokens, name_row)
    n = len(tokens)
    return {
        "token": tokens,
        "sentence": sentences,
        "start": [edges[0] for edges in spans],
        "end": [edges[-1] for edges in spans],
        "edges": spans,
        "genre": _texts(columns.get("genre", [""] * n), "", "genre", name_row),
        "readers": _texts(columns.get("readers", [GENERAL] * n), GENERAL, "readers", name_row),
    }


def _checked_spans(
    columns: Mapping[str, Sequence[Any]],
    sentences: Sequence[str],
    tokens: Sequence[str],
    name_row: Callable[[int], str],
) -> list[tuple[int, ...]]:
    """Return the edges of the given or found parts of each target; (0, 0) without a sentence."""
    has_spans = "start" in columns and "end" in columns
    marked_spans = zip(columns["start"], columns["end"], strict=True) if has_spans else None
    spans = []
    for row, (sentence, token) in enumerate(zip(sentences, tokens, strict=True)):
        marked = next(marked_spans) if marked_spans is not None else None
        span: tuple[int, ...] | None = (0, 0)
        if sentence:
            if marked is not None and not _is_missing(marked[0]):
                span = _checked_span(sentence, token, *marked, where=name_row(row))
            else:
                span = find_target(sentence, token)
        if span is None:
            raise not_in_sentence(token, name_row(row), sentence=sentence)
        spans.append(span)
    return spans


def _checked_span(sentence: str, token: str, start: int, end: int, where: str) -> tuple[int, ...]:
    """Return the edges in a span, or raise an error if it does not mark its target."""
    try:
        valid = 0 <= start < end <= len(sentence)
        edges = edges_of(sentence, (start, end), token) if valid else None
    except TypeError as error:
        raise InputError(
            f"The span {start!r} to {end!r} is not a pair of integers.",
            where=where,
            hint="Convert start and end to integers, or leave both columns out.",
        ) from error
    if edges is None:
        raise InputError(
            f"Characters {start} to {end} of the sentence are not the target {quoted(token)}.",
            where=where,
            hint="Correct start and end, or leave both columns out.",
        )
    return tuple(map(int, edges))


def _texts(
    values: Iterable[Any], default: str, name: str, name_row: Callable[[int], str]
) -> list[str]:
    """Return the cells of an optional column; `default` for missing and empty ones."""
    texts = []
    for row, value in enumerate(values):
        text = default if _is_missing(value) else value
        check_name(name, text, where=f"{name_row(row)}, {name}")
        texts.append(text.strip() or default)
    return texts


def without_ratings(columns: Iterable[str]) -> InputError:
    """Return the error for a table without ratings; it names a column that may contain them."""
    names = list(filter(_RATING.search, columns))
    return InputError(
        "The table has no ratings.",
        hint=(f"Rename the column '{names[0]}' to complexity" if names else "Add complexity")
        + ": ratings from 0 to 1, or on another scale, named after the file, such as FILE@1-5.",
    )


def complexity_of(columns: Any, y: ArrayLike | None, n_instances: int) -> Floats:
    """Return the validated complexity of instances: `y`, or the column ``complexity``.

    Raises
    ------
    InputError
        If there is none, or as :func:`check_ratings`.
    """
    values = columns.get("complexity") if y is None else y
    if values is None:
        raise without_ratings(columns.keys())
    return check_ratings(values, n_instances)


def check_ratings(y: ArrayLike, n_instances: int) -> Floats:
    """Return the validated complexity of every instance.

    Parameters
    ----------
    y : array-like of shape (n_instances,)
        Complexity from 0 to 1.
    n_instances : int
        Number of instances.

    Returns
    -------
    ndarray of shape (n_instances,)
        Complexity from 0 to 1.

    Raises
    ------
    InputError
        If the number of ratings differs from the number of instances, or one is not a number from
        0 to 1.

    Examples
    --------
    >>> check_ratings([0, 0.25], 2).tolist()
    [0.0, 0.25]
    """
    try:
        rated = np.asarray(y, dtype=np.float64).ravel()
    except (TypeError, ValueError) as error:
        raise InputError(
            "The ratings are not numbers.", where="complexity", hint="Give numbers from 0 to 1."
        ) from error
    if len(rated) != n_instances:
        raise InputError(
            f"There are {len(rated):,} ratings for {n_instances:,} instances.",
            where="complexity",
            hint="Give one rating for each instance.",
        )
    missing = int(np.isnan(rated).sum())
    if missing:
        raise InputError(
            f"{missing:,} of {len(rated):,} instances have no rating.",
            where="complexity",
            hint="Remove the unrated instances.",
        )
    wrong = np.flatnonzero((rated < 0) | (rated > 1))
    if len(wrong):
        raise InputError(
            f"The rating {rated[wrong[0]]} is not from 0 to 1.",
            where=f"row {wrong[0]}",
            hint="Complexity ranges from 0 (very easy) to 1 (very difficult). Map other scales to "
            "it, for example by (rating - 1) / 4.",
        )
    return rated


def _is_missing(value: object) -> bool:
    # NaN, and pandas' NA without importing pandas.
    nan = isinstance(value, float) and value != value  # noqa: PLR0124
    return value is None or nan or type(value).__name__ == "NAType"
