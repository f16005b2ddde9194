"""What every part of lcp takes for granted about a table of instances."""

from __future__ import annotations

from typing import Any

import pandas as pd

from lcp.corpora.targets import check_target, check_text, find_target, place_target
from lcp.errors import InputError


def as_table(table: Any) -> pd.DataFrame:
    """The table in pandas: itself, or a copy of what polars or Arrow holds.

    Raises
    ------
    InputError
        When `table` is no DataFrame.
    """
    known = table.to_pandas() if hasattr(table, "to_pandas") else table
    if not isinstance(known, pd.DataFrame):
        raise InputError(
            f"Instances are a pandas or polars DataFrame, not {type(table).__name__}.",
            hint="See lcp.load_corpus, or give the columns sentence and token.",
        )
    return known


def as_instances(given: Any) -> pd.DataFrame:
    """The table in pandas with the columns that features need: corpus, and each target's span.

    Raises
    ------
    InputError
        When `given` is no DataFrame, has no ``sentence`` or ``token``, or one of them is
        no text, or a target is empty, too long or not in its sentence.
    """
    table = as_table(given)
    for column in ("sentence", "token"):
        if column not in table.columns:
            raise InputError(
                f"The table has no column '{column}'.",
                hint="Instances have the columns sentence and token (and corpus, complexity).",
            )
        _check_texts(table[column])
    if not len(table):  # a column of nothing has any type, and none of text's methods
        table = table.astype({"sentence": str, "token": str})
    if "corpus" not in table.columns:
        table = table.assign(corpus="")
    if "start" not in table.columns or "end" not in table.columns:
        pairs = zip(table["sentence"], table["token"], strict=True)
        spans = [find_target(sentence, token) for sentence, token in pairs]
        if None in spans:
            row = spans.index(None)
            raise InputError(
                f"The target '{table['token'].iloc[row]}' is not in its sentence.",
                where=f"row {row}",
                hint="Give the target as it is written in the sentence.",
            )
        found = [span for span in spans if span is not None]
        table = table.assign(start=[s for s, _ in found], end=[e for _, e in found])
    return table


def one_instance(
    sentence: str, target: str, *, corpus: str = "", occurrence: int | None = None
) -> pd.DataFrame:
    """A table of one instance; ``attrs["notes"]`` is what :func:`place_target` notes.

    Raises
    ------
    InputError
        As :func:`place_target`.
    """
    (start, end), notes = place_target(sentence, target, occurrence)
    row = {"corpus": corpus, "sentence": sentence, "token": target, "start": start, "end": end}
    table = pd.DataFrame([row])
    table.attrs["notes"] = notes
    return table


def require_columns(table: pd.DataFrame, *columns: str) -> None:
    """Refuse a table that lacks a column.

    Raises
    ------
    InputError
        With the first that is not there.
    """
    for column in columns:
        if column not in getattr(table, "columns", ()):
            raise InputError(
                f"The table has no column '{column}'.",
                hint="Give an instance table, as lcp.load_corpus returns it.",
            )


def _check_texts(column: pd.Series[Any]) -> None:
    for row, value in enumerate(column):
        check_text(str(column.name), value, where=f"row {row}")
        if column.name == "token":
            check_target(value, where=f"row {row}")
