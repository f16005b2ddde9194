"""Tables of instances, for code that gives or gets pandas tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lcp.errors import InputError
from lcp.targets.targets import as_columns, check_columns, row_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd

    from lcp.targets.targets import Targets


def as_table(rows: Any) -> pd.DataFrame:
    """Return a table in pandas: itself, or a copy of a polars or Arrow table, or of records.

    Raises
    ------
    InputError
        If `rows` is neither a table nor a list of dicts.
    """
    import pandas as pd

    if isinstance(rows, pd.DataFrame):
        return rows
    return pd.DataFrame(as_columns(rows))


def instance_table(
    rows: Any, name_row: Callable[[int], str] = row_name, **columns: Sequence[Any]
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


def require_columns(table: Targets | pd.DataFrame, *columns: str) -> None:
    """Raise :class:`InputError` for the first column that targets or a table do not have."""
    for column in columns:
        if column not in table:
            raise InputError(
                f"The column '{column}' is missing.",
                hint="Instances have the columns token and sentence, and complexity if rated. "
                "Add the column, or rename yours.",
            )
