"""Tables in several file formats, read as text: TSV, CSV, Excel, Parquet, JSON lines, word list."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.errors import InputError, requiring
from lcp.files import MIB, read_at_most, unreadable
from lcp.table_files import original_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

#: Column of a file that has no header, because each line is a word.
WORD = "token"
#: Maximum size of a table in bytes.
LARGEST = 512 * MIB
_DELIMITERS = ",;\t"
#: Maximum number of words of an expression in a list.
_LONGEST_EXPRESSION = 10
_HINT = "Save the table as .tsv, .csv, .xlsx, .parquet or .jsonl, or a plain list of words as .txt."


class TextTable(NamedTuple):
    """The cells of a table as text.

    Attributes
    ----------
    header : list of str
        Names of the columns, without white space around them.
    rows : list of list of str
        Cells of each row; empty if missing.
    numbers : sequence of int
        Number of each row in the file, which errors name.
    unit : str
        What is numbered: ``line`` or ``row``.
    """

    header: list[str]
    rows: list[list[str]]
    numbers: Sequence[int]
    unit: str = "line"


def read_table(path: Path) -> TextTable:
    """Read a file in the format that its ending names; TSV if the ending is unknown.

    Raises
    ------
    InputError
        If the file cannot be read, or has no rows.
    """
    data = read_at_most(
        path, LARGEST, "Check the path and its permissions. Split a table that is too large."
    )
    table = _PARSERS.get(path.suffix.lower(), _read_tsv)(data, path)
    if not table.rows:
        raise InputError(
            "The file contains no instances." if any(table.header) else "The file is empty.",
            where=str(path),
            hint="Name the columns in the first line (token; id, genre, sentence and complexity "
            "if there are any), and write one line per instance.",
        )
    return table


def _read_tsv(data: bytes, path: Path) -> TextTable:
    header, *lines = _lines(data, path) or [""]
    names = header.split("\t")
    rows = [list(map(original_text, line.split("\t"))) for line in lines]
    for line_number, row in enumerate(rows, start=2):
        hint = (
            "Replace tabs inside a sentence by spaces."
            if len(row) > len(names)
            else "Write every instance on one line, with fields separated by tabs."
        )
        _check_width(row, names, f"{path}, line {line_number}", hint)
    return TextTable(_stripped(names), rows, range(2, len(rows) + 2))


def _read_csv(data: bytes, path: Path) -> TextTable:
    text = _decode(data, path)
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    # Not splitlines(): a quoted sentence may contain line ends.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] = []
    rows, numbers = [], []
    try:
        for row in reader:
            if not any(row):
                continue
            if not header:
                header = row
                continue
            hint = f"Put texts that contain '{delimiter}' in quotation marks."
            _check_width(row, header, f"{path}, line {reader.line_num}", hint)
            rows.append([original_text(cell) for cell in row])
            numbers.append(reader.line_num)
    except csv.Error as error:
        raise InputError(
            f"The line is not CSV ({error}).",
            where=f"{path}, line {reader.line_num}",
            hint="Write a quotation mark inside quoted text twice, or save the table as .tsv.",
        ) from error
    return TextTable(_stripped(header), rows, numbers)


def _read_words(data: bytes, path: Path) -> TextTable:
    """Read one word per line; a table if the first line has tabs."""
    lines = _lines(data, path)
    if lines and "\t" in lines[0]:
        return _read_tsv(data, path)
    words = [
        (line_number, line.strip())
        for line_number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    for line_number, line in words:
        if len(line.split()) > _LONGEST_EXPRESSION:
            raise InputError(
                f"The line has {len(line.split())} words: this is a text, not a list of words.",
                where=f"{path}, line {line_number}",
                hint="Rate a text with `lcp annotate`; list one word or expression per line.",
            )
    return TextTable(
        [WORD], [[word] for _, word in words], [line_number for line_number, _ in words]
    )


def _read_json_lines(data: bytes, path: Path) -> TextTable:
    records, numbers = [], []
    for line_number, line in enumerate(_lines(data, path), start=1):
        if not line.strip():
            continue
        where = f"{path}, line {line_number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"The line is not JSON ({error}).", where=where, hint="Write one object per line."
            ) from error
        if not isinstance(record, dict):
            raise InputError(
                "The line is not a JSON object.",
                where=where,
                hint='Write one object per line, such as {"token": "river"}.',
            )
        records.append(record)
        numbers.append(line_number)
    header = list(dict.fromkeys(name for record in records for name in record))
    rows = ([record.get(name) for name in header] for record in records)
    return TextTable(_stripped(header), _texts(rows, path, numbers, "line"), numbers)


def _read_excel(data: bytes, path: Path) -> TextTable:
    """Read the first sheet of a workbook; the first row that is not empty is the header."""
    import pandas as pd

    with requiring("excel", "Excel workbooks"):
        import openpyxl  # noqa: F401 - pandas imports it
    try:
        sheet = pd.read_excel(io.BytesIO(data), header=None, dtype=object, na_filter=False)
    # A damaged workbook raises errors of the archive, of XML or of openpyxl.
    except Exception as error:
        raise unreadable(path, f"not an Excel workbook: {error}", _HINT) from error
    rows = enumerate(sheet.to_numpy().tolist(), start=1)
    filled = [
        (line_number, row) for line_number, row in rows if any(str(cell).strip() for cell in row)
    ]
    if not filled:
        return TextTable([], [], [])
    (_, header), *others = filled
    width = max(column for column, name in enumerate(header, start=1) if str(name).strip())
    numbers = [line_number for line_number, _ in others]
    rows_of_text = _texts((row[:width] for _, row in others), path, numbers, "row")
    return TextTable(_stripped(map(str, header[:width])), rows_of_text, numbers, "row")


def _read_parquet(data: bytes, path: Path) -> TextTable:
    with requiring("parquet", "Parquet files"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    try:
        table = pq.read_table(pa.BufferReader(data))
    except (OSError, pa.ArrowException) as error:
        raise unreadable(path, str(error).partition("\n")[0], _HINT) from error
    numbers = range(1, table.num_rows + 1)
    columns = [column.to_pylist() for column in table.columns]
    rows = _texts(zip(*columns, strict=True), path, numbers, "row")
    return TextTable(_stripped(table.column_names), rows, numbers, "row")


_PARSERS: dict[str, Callable[[bytes, Path], TextTable]] = {
    ".csv": _read_csv,
    ".txt": _read_words,
    ".jsonl": _read_json_lines,
    ".ndjson": _read_json_lines,
    ".xlsx": _read_excel,
    ".parquet": _read_parquet,
}


def _texts(
    rows: Iterable[Iterable[Any]], path: Path, numbers: Sequence[int], unit: str
) -> list[list[str]]:
    """Return cells of any type as text; numbers and truth values as Python prints them."""
    texts = []
    for line_number, row in zip(numbers, rows, strict=True):
        cells = []
        for value in row:
            # Other types, such as dates, have no text that their author wrote.
            if value is not None and not isinstance(value, str | int | float):
                raise InputError(
                    f"The value {value!s:.40} is neither text nor a number.",
                    where=f"{path}, {unit} {line_number}",
                    hint="Convert the column to text.",
                )
            cells.append("" if value is None else str(value))
        texts.append(cells)
    return texts


def _stripped(header: Iterable[str]) -> list[str]:
    return [name.strip() for name in header]


def _lines(data: bytes, path: Path) -> list[str]:
    """Return the lines of a text file without line ends, and without blank lines at its end."""
    # Not splitlines(): a sentence may contain U+2028 or a form feed.
    lines = [line.removesuffix("\r") for line in _decode(data, path).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _decode(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        offset = error.start
        line = data.count(b"\n", 0, offset) + 1
        raise InputError(
            f"Byte 0x{data[offset]:02X} at offset {offset:,} is not UTF-8.",
            where=f"{path}, line {line}",
            hint=f"Save the file as UTF-8. {_HINT}",
        ) from error


def _check_width(row: list[str], header: list[str], where: str, hint: str) -> None:
    if len(row) != len(header):
        what = f"The row has {len(row)} fields, the header {len(header)}."
        raise InputError(what, where=where, hint=hint)
