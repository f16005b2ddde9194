"""Write tables in the format that the ending of the file names."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from lcp.errors import InputError, requiring
from lcp.files import written_aside

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

#: Endings of the files that :func:`write_table` writes.
ENDINGS = (".csv", ".tsv", ".xlsx", ".parquet", ".jsonl")
#: What a formula begins with in spreadsheets.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def check_ending(path: Path) -> None:
    """Raise :class:`InputError` if the ending names no format of a table."""
    if path.suffix.lower() not in ENDINGS:
        raise InputError(
            f"A table cannot be written as '{path.suffix}'.",
            where=str(path),
            hint=f"Choose a file name that ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}.",
        )


def write_table(table: pd.DataFrame, path: Path, decimals: int | None = None) -> None:
    """Write a table with a header and without its index, completely or not at all.

    Parameters
    ----------
    table : DataFrame of shape (n_rows, n_columns)
        Numbers and text.
    path : Path
        File to write. Its ending is one of :data:`ENDINGS`.
    decimals : int, optional
        Number of decimals of floats in text formats. Default: as many as are needed.

    Raises
    ------
    InputError
        If the ending is another, or the file cannot be written.
    ResourceError
        If the extra for the format is not installed.
    """
    check_ending(path)
    with written_aside(path) as aside:
        match path.suffix.lower():
            case ".parquet":
                with requiring("parquet", "Parquet files"):
                    import pyarrow as pa  # noqa: F401 - pandas imports it
                table.to_parquet(aside, index=False)
            case ".xlsx":
                _write_excel(table, aside)
            case ".jsonl":
                rounded = table if decimals is None else table.round(decimals)
                text = rounded.to_json(orient="records", lines=True, force_ascii=False)
                aside.write_text(text, encoding="utf-8", newline="\n")
            case ending:
                text = as_csv(table, decimals, "\t" if ending == ".tsv" else ",")
                # The same bytes on every system: no carriage returns on Windows.
                aside.write_text(text, encoding="utf-8", newline="\n")


def cell_text(text: str) -> str:
    """Return a text so that no spreadsheet evaluates it as a formula, with an apostrophe before it.

    Numbers are unchanged. :func:`original_text` returns the text.

    >>> cell_text("-cmd|' /C calc'!A0"), cell_text("-0.5"), cell_text("river")
    ("'-cmd|' /C calc'!A0", '-0.5', 'river')
    """
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


def original_text(cell: str) -> str:
    """Return the text of a cell that :func:`cell_text` returned.

    >>> original_text("'-ing"), original_text("'tis")
    ('-ing', "'tis")
    """
    text = cell[1:]
    return text if cell.startswith("'") and cell_text(text) == cell else cell


def as_csv(table: pd.DataFrame, decimals: int | None = None, separator: str = ",") -> str:
    """Return a table with a header as CSV, or as TSV without quoting, as CompLex is written.

    Texts are as in :func:`cell_text`; in TSV, a tab or line break in a text is a space.
    """
    is_csv = separator == ","

    def shown(value: object) -> object:
        if not isinstance(value, str):
            return value
        return cell_text(value if is_csv else re.sub(r"\s", " ", value))

    texts = {
        str(name): column.map(shown)
        for name, column in table.items()
        if column.dtype.kind not in "biuf"
    }
    return (
        table.assign(**texts)
        .rename(columns=shown)
        .to_csv(
            index=False,
            sep=separator,
            float_format=None if decimals is None else f"%.{decimals}f",
            lineterminator="\n",
            quoting=csv.QUOTE_MINIMAL if is_csv else csv.QUOTE_NONE,
            # Not a quotation mark, which QUOTE_NONE would have to escape: no text contains this.
            quotechar='"' if is_csv else "\x1f",
        )
    )


def _write_excel(table: pd.DataFrame, path: Path) -> None:
    with requiring("excel", "Excel workbooks"):
        from openpyxl import Workbook
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    book = Workbook(write_only=True)
    sheet = book.create_sheet("lcp")
    missing = table.isna().to_numpy()
    sheet.append([str(name) for name in table.columns])
    for values, absent in zip(table.itertuples(index=False), missing, strict=True):
        cells = []
        for value, is_absent in zip(values, absent, strict=True):
            text = isinstance(value, str)
            shown = ILLEGAL_CHARACTERS_RE.sub("\ufffd", value) if text else value
            cell = WriteOnlyCell(sheet, None if is_absent else shown)
            if text:
                cell.data_type = "s"  # a word that begins with "=" is not a formula
            cells.append(cell)
        sheet.append(cells)
    book.save(path)
