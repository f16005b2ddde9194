"""What an instance table is: declared once, checked wherever a table comes in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from lcp.corpora.targets import is_target
from lcp.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

#: Lines before the first instance of a file: its header.
HEADER_LINES = 1

#: What pandera calls the checks of a column's type.
DTYPE_CHECKS = ("dtype", "coerce_dtype")


@cache
def instance_schema() -> Any:
    """Declare an instance table, for pandera.

    ``id``, ``corpus``, ``sentence`` and ``token`` are texts that are not empty, ids are
    unique, ``complexity`` (0, very easy, to 1, very difficult) may be absent, and
    ``sentence[start:end]`` is the target. Other columns are allowed.
    """
    import pandera.pandas as pa

    written = pa.Check(_is_written, name="written")
    return pa.DataFrameSchema(
        {
            "id": pa.Column(checks=written, unique=True, report_duplicates="exclude_first"),
            "corpus": pa.Column(checks=written),
            "sentence": pa.Column(checks=written),
            "token": pa.Column(checks=written),
            "complexity": pa.Column(
                "float64", pa.Check.in_range(0, 1), required=False, coerce=True
            ),
            "start": pa.Column("int64"),
            "end": pa.Column("int64"),
        },
        checks=pa.Check(_holds_target, name="target"),
    )


def validate(table: pd.DataFrame, where: str | None = None) -> pd.DataFrame:
    """Check an instance table against :func:`instance_schema`.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, n_columns)
        Rows in the order of the file.
    where : str, optional
        The file that the table was read from, one line per row below a header; without
        it the fault's row is named, counted from 0.

    Returns
    -------
    DataFrame
        The table itself, unchanged.

    Raises
    ------
    InputError
        With the place of the first fault, how many more there are, and what to do.
    """
    import pandera.errors

    # Faults are reported by index, which must tell rows apart: it becomes the row's number.
    try:
        instance_schema().validate(table.reset_index(drop=True), lazy=True)
    except pandera.errors.SchemaErrors as errors:
        raise _first_fault(table, errors.failure_cases, where) from errors
    return table


def shown(text: object) -> str:
    """Put a value in quotation marks for a message, and cut it where it is long."""
    written = str(text)
    return f"'{written[:39]}…'" if len(written) > 40 else f"'{written}'"  # noqa: PLR2004


def _is_written(column: pd.Series[Any]) -> pd.Series[bool]:
    return column.map(lambda value: isinstance(value, str) and bool(value.strip())).astype(bool)


def _holds_target(table: pd.DataFrame) -> pd.Series[bool]:
    import pandas as pd

    if not {"sentence", "token", "start", "end"} <= set(table.columns):
        return pd.Series(data=True, index=table.index)  # the missing column is the fault
    rows = zip(table["sentence"], table["token"], table["start"], table["end"], strict=True)
    return pd.Series([_is_span(*row) for row in rows], index=table.index, dtype=bool)


def _is_span(sentence: object, token: object, start: Any, end: Any) -> bool:
    if not (isinstance(sentence, str) and isinstance(token, str)):
        return False
    return bool(0 <= start < end <= len(sentence)) and is_target(
        sentence[int(start) : int(end)], token
    )


def _first_fault(table: pd.DataFrame, cases: pd.DataFrame, where: str | None) -> InputError:
    import pandas as pd

    # A fault of a whole column has no row and comes first; values of the wrong type make
    # the column's other checks stumble. An empty target is also not found in its sentence,
    # so that of a row's faults the search for the target comes last.
    of_type = cases["check"].astype(str).str.startswith(DTYPE_CHECKS)
    rows = [-1 if _is_missing(index) else int(index) for index in cases["index"]]
    cases = cases.assign(
        row=pd.Series(rows, index=cases.index).mask(of_type, -1),
        rank=1 - of_type.astype(int) + cases["check"].eq("target"),
    ).sort_values(["row", "rank"], kind="stable")
    case = cases.iloc[0]
    row = int(case["row"])
    what, hint = _explain(table, case, where)
    others = cases.loc[~cases["row"].isin([row, -1]), "row"].nunique()
    if others:
        noun = ("line" if where else "row") + ("" if others == 1 else "s")
        what += f" {others} more {noun} {'has a fault' if others == 1 else 'have faults'}."
    return InputError(what, where=where if row < 0 else _place(row, where), hint=hint)


def _explain(table: pd.DataFrame, case: pd.Series[Any], where: str | None) -> tuple[str, str]:
    """Say what is wrong in one failure case, and what to do."""
    column, check, value = case["column"], str(case["check"]), case["failure_case"]
    if check == "column_in_dataframe":
        return f"The column '{value}' is missing.", "Add it, or read the file with read_instances."
    if check.startswith(DTYPE_CHECKS):
        kind = "numbers" if column == "complexity" else "whole numbers"
        return f"The column '{column}' does not hold {kind} only.", f"Convert it to {kind}."
    if check == "target":
        return (
            f"The target {shown(table['token'].iloc[case['row']])} is not in its sentence.",
            "Write the target as it stands in the sentence; only case and white space may differ.",
        )
    if column == "complexity":
        return (
            "The rating is missing."
            if _is_missing(value)
            else f"{value} is no rating from 0 to 1.",
            "Ratings run from 0, very easy, to 1, very difficult; or leave the whole column out.",
        )
    if check == "field_uniqueness":
        first = _place(int((table["id"] == value).to_numpy().argmax()), where).removeprefix(
            f"{where}, "
        )
        return (
            f"The id {shown(value)} is already that of {first}.",
            "Give every instance an id of its own.",
        )
    name = "target" if column == "token" else column
    return f"The {name} is empty.", f"Fill in the column '{column}', or delete the line."


def _place(row: int, where: str | None) -> str:
    return f"row {row}" if where is None else f"{where}, line {row + HEADER_LINES + 1}"


def _is_missing(value: Any) -> bool:
    import pandas as pd

    return bool(pd.isna(value))
