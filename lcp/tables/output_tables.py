"""Write tables in the format that the ending of the file names."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError, requiring
from lcp.files.output_files import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    import pandas as pd

#: Endings of the files that :func:`write_table` writes.
ENDINGS = (".csv", ".tsv", ".xlsx", ".parquet", ".jsonl")
#: Maximum number of characters of a cell in Excel.
_EXCEL_CELL = 32_767


def check_ending(path: Path | None, endings: Sequence[str] = ENDINGS) -> None:
    """Raise :class:`InputError` if there is a file whose ending names none of the formats."""
    if path is not None and path.suffix.lower() not in endings:
        what = f"The file cannot be written as '{path.suffix}'."
        raise InputError(
            what if path.suffix else "The name of the output file has no ending.",
            where=str(path),
            hint=f"End the name in {', '.join(endings[:-1])} or {endings[-1]}.",
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
        If the ending is another, the file cannot be written, or the format cannot contain a text.
    ResourceError
        If the extra for the format is not installed.
    """
    check_ending(path)
    with atomic_write(path) as aside:
        match path.suffix.lower():
            case ".parquet":
                with requiring("parquet", "Parquet files"):
                    import pyarrow as pa  # noqa: F401 - pandas imports it
                # PyArrow opens no path that is not UTF-8.
                with aside.open("wb") as stream:
                    table.to_parquet(stream, index=False)
            case ".xlsx":
                _write_excel(table, aside, path)
            case ".jsonl":
                rounded = table if decimals is None else table.round(decimals)
                text = rounded.to_json(orient="records", lines=True, force_ascii=False)
                aside.write_text(text, encoding="utf-8", newline="\n")
            case ending:
                text = (as_tsv if ending == ".tsv" else as_csv)(table, decimals)
                # The same bytes on every system: no carriage returns on Windows.
                aside.write_text(text, encoding="utf-8", newline="\n")


def _float_format(decimals: int | None) -> Callable[[float], str]:
    return str if decimals is None else f"{{:.{decimals}f}}".format


def as_csv(table: pd.DataFrame, decimals: int | None = None) -> str:
    """Return a table with a header as CSV; missing values are empty."""
    return csv_rows(_rows(table, _float_format(decimals)))


def as_tsv(table: pd.DataFrame, decimals: int | None = None) -> str:
    """Return a table with a header as TSV without quoting, as CompLex is written.

    Raises
    ------
    InputError
        If a text contains a tab or line break, which only quotation marks could keep.
    """
    lines = []
    for number, row in enumerate(_rows(table, _float_format(decimals))):
        cells = list(map(str, row))
        line = "\t".join(cells)
        if line.count("\t") >= max(len(cells), 1) or "\n" in line or "\r" in line:
            raise InputError(
                f"Row {number} has a text with a tab or line break, which TSV cannot contain.",
                hint="Replace it by a space, or write another format, such as .csv or .jsonl.",
            )
        lines.append(f"{line}\n")
    return "".join(lines)


def csv_table(
    rows: Iterable[Mapping[str, object]], columns: Sequence[str], *, header: bool = True
) -> str:
    r"""Return some columns of rows as CSV; missing values are empty.

    >>> csv_table([{"token": "river", "n": 3}, {"token": "sea"}], ["token", "n"])
    'token,n\nriver,3\nsea,\n'
    """
    cells = [[row.get(name) for name in columns] for row in rows]
    return csv_rows([columns, *cells] if header else cells)


def csv_rows(rows: Iterable[Iterable[object]]) -> str:
    r"""Return rows of cells as CSV, with Unix line ends.

    >>> csv_rows([["a\rb", "c"], [0.5, None]])
    '"a\rb",c\n0.5,\n'
    """
    lines = _Lines()
    # The writer quotes the characters of its line end, here also those of old Macs.
    csv.writer(lines, lineterminator=_Lines.end).writerows(rows)
    return "".join(lines)


class _Lines(list[str]):
    """Lines that a CSV writer writes."""

    end = "\r\n"

    def write(self, line: str) -> None:
        self.append(line.removesuffix(self.end) + "\n")


def _rows(
    table: pd.DataFrame, written: Callable[[float], str] | None = None
) -> list[Sequence[Any]]:
    """Return the header and the cells of each row, with missing ones as empty text."""

    def cells(column: pd.Series[Any]) -> Iterable[object]:
        shown = column.astype(object)
        if column.dtype.kind == "f" and written:
            shown[:] = list(map(written, column.to_numpy()))
        return shown.where(column.notna(), "")

    columns = [cells(table.iloc[:, place]) for place in range(table.shape[1])]
    return [list(map(str, table.columns)), *zip(*columns, strict=True)]


def _write_excel(table: pd.DataFrame, aside: Path, path: Path) -> None:
    with requiring("excel", "Excel workbooks"):
        from openpyxl import Workbook
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    rows = _rows(table)
    for index, row in enumerate(rows):
        longest = max((len(value) for value in row if isinstance(value, str)), default=0)
        if longest > _EXCEL_CELL:
            raise InputError(
                f"Row {index} has a text of {longest:,} characters; Excel allows {_EXCEL_CELL:,}.",
                where=str(path),
                hint="Choose a file name that ends in .csv, .parquet or .jsonl.",
            )
    book = Workbook(write_only=True)
    sheet = book.create_sheet("lcp")

    def shown(value: object) -> object:
        if not isinstance(value, str) or not value:
            return None if value == "" else value
        cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("\ufffd", value))
        cell.data_type = "s"  # a word that begins with "=" is not a formula
        return cell

    for row in rows:
        sheet.append([shown(value) for value in row])
    book.save(aside)
