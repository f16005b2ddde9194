"""Write tables in the format that the ending of the file names."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError, requiring
from lcp.files.output_files import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import pandas as pd

#: Endings of the files that :func:`write_table` writes.
ENDINGS = (".csv", ".tsv", ".xlsx", ".parquet", ".jsonl")
#: Place where a spreadsheet finds a formula, perhaps after apostrophes: at the start of a text, and
#: after semicolons and line ends, at which programs of some countries divide it.
_SIGN = r"[=+\-@\uff1d\uff0b\uff0d\uff20]"
_FORMULA = re.compile(rf"^(?='*(?:{_SIGN}|[\t\r\n]))|(?<=[;\r\n])(?='*{_SIGN}[^\s)])")
#: The end of a line after a hyphen.
_DIVIDED = re.compile(r"(?<=[-\u2010\u2011\u00ad])[^\S\n\r]*(?:\r?\n|[\r\x0b\x0c\x85])")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
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
        If the ending is another, the file cannot be written, or a text is too long for Excel.
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


def cell_text(text: str) -> str:
    """Return a text so that no spreadsheet evaluates it as a formula, with an apostrophe before it.

    Numbers are unchanged. :func:`original_text` returns the text.

    >>> cell_text("-cmd|' /C calc'!A0"), cell_text("x;=1+1"), cell_text("-0.5"), cell_text("river")
    ("'-cmd|' /C calc'!A0", "x;'=1+1", '-0.5', 'river')
    """
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub("'", text)


def original_text(cell: str) -> str:
    """Return the text of a cell that :func:`cell_text` returned.

    >>> original_text("'-ing"), original_text("'tis"), original_text(cell_text("'=x"))
    ('-ing', "'tis", "'=x")
    """
    text = re.sub(rf"(?:{_FORMULA.pattern})'", "", cell)
    return text if cell_text(text) == cell else cell


def as_csv(table: pd.DataFrame, decimals: int | None = None) -> str:
    """Return a table with a header as CSV; missing values are empty, texts as in `cell_text`."""
    return csv_rows([list(table.columns), *_rows(table, _float_format(decimals))])


def as_tsv(table: pd.DataFrame, decimals: int | None = None) -> str:
    """Return a table as TSV without quoting, as CompLex is written.

    Cells as in :func:`as_csv`, but a tab or line break in a text is a space, and after the hyphen
    of a word that may be divided there, U+2028 (line separator).
    """

    def one_line(text: str) -> str:
        return cell_text(re.sub(r"[^\S\u2028]", " ", _DIVIDED.sub("\u2028", text)))

    lines = [list(table.columns), *_rows(table, _float_format(decimals))]
    return "".join(
        "\t".join(one_line(cell) if isinstance(cell, str) else str(cell) for cell in line) + "\n"
        for line in lines
    )


def csv_table(
    rows: Iterable[Mapping[str, object]], columns: Sequence[str], *, header: bool = True
) -> str:
    r"""Return some columns of rows as CSV; missing values are empty, texts as in `cell_text`.

    >>> csv_table([{"token": "=river", "n": 3}, {"token": "sea"}], ["token", "n"])
    "token,n\n'=river,3\nsea,\n"
    """
    cells = [[row.get(name) for name in columns] for row in rows]
    return csv_rows([columns, *cells] if header else cells)


def csv_rows(rows: Iterable[Iterable[object]]) -> str:
    r"""Return rows of cells as CSV, with Unix line ends.

    >>> csv_rows([["a\rb", "=c"], [0.5, None]])
    '"a\rb",\'=c\n0.5,\n'
    """
    lines = _Lines()
    # The writer quotes the characters of its line end, here also those of old Macs.
    csv.writer(lines, lineterminator=_Lines.end).writerows(
        [cell_text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return "".join(lines)


class _Lines(list[str]):
    """Lines that a CSV writer writes."""

    end = "\r\n"

    def write(self, line: str) -> None:
        self.append(line.removesuffix(self.end) + "\n")


def _float_format(decimals: int | None) -> Callable[[float], str]:
    return str if decimals is None else f"{{:.{decimals}f}}".format


def _rows(
    table: pd.DataFrame, float_format: Callable[[float], str] | None = None
) -> Iterator[Iterable[object]]:
    """Yield the cells of each row, with missing ones as empty text."""
    import pandas as pd

    def cells(column: pd.Series) -> Iterable[object]:
        if column.dtype.kind == "f" and float_format:
            column = pd.Series(map(float_format, column.to_numpy()), column.index).where(
                column.notna()
            )
        return column.astype(object).where(column.notna(), "")

    columns = [cells(table.iloc[:, place]) for place in range(table.shape[1])]
    return zip(*columns, strict=True)


def _write_excel(table: pd.DataFrame, aside: Path, path: Path) -> None:
    with requiring("excel", "Excel workbooks"):
        from openpyxl import Workbook
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    rows = [[str(name) for name in table.columns], *_rows(table)]
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

    def shown(value: Any) -> Any:
        if not isinstance(value, str) or not value:
            return None if value == "" else value
        cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("\ufffd", value))
        cell.data_type = "s"  # a word that begins with "=" is not a formula
        return cell

    for row in rows:
        sheet.append([shown(value) for value in row])
    book.save(aside)
