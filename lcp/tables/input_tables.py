"""Tables in several file formats, read as text: TSV, CSV, Excel, Parquet, JSON lines, word list."""

from __future__ import annotations

import csv
import io
import json
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZipFile

from lcp.errors import InputError, requiring
from lcp.files.input_files import LARGEST, check_unpacked, decoded, read_at_most, unreadable
from lcp.tables.headers import WORD, columns_without_header, joined
from lcp.tables.parquet_batches import parquet_batches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path


#: Maximum number of cells of a table.
MOST_CELLS = 20_000_000
#: Maximum number of rows in Excel.
_EXCEL_ROWS = 1_048_576
#: Maximum number of elements of a workbook, above those of a million cells: openpyxl keeps most of
#: them, each in up to 300 bytes.
_EXCEL_ELEMENTS = 2_500_000
_DELIMITERS = ",;\t"
#: Maximum number of words of an expression.
LONGEST_EXPRESSION = 10
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
    decimal : str
        Decimal separator of numbers besides the point: a comma in CSV with semicolons, which Excel
        writes where the comma is the decimal separator.
    """

    header: list[str]
    rows: list[list[str]]
    numbers: Sequence[int]
    unit: str = "line"
    decimal: str = "."


def read_table(path: Path) -> TextTable:
    """Read a file in the format that its ending names; TSV if the ending is unknown.

    Raises
    ------
    InputError
        If the file cannot be read, is too large, or has no rows.
    """
    data = read_at_most(
        path, "table", "Check the path and its permissions. Split a table that is too large."
    )
    table = _PARSERS.get(path.suffix.lower(), _read_tsv)(data, path)
    if not table.rows:
        raise InputError(
            "The file contains no instances." if any(table.header) else "The file is empty.",
            where=str(path),
            hint="Name the columns in the first line (token; id, genre, sentence and complexity "
            "if there are any), and write one line per instance.",
        )
    return table._replace(header=[name.strip() for name in table.header])


def _check_size(
    path: Path, *, cells: int = 0, size: int = 0, excel_rows: int = 0, elements: int = 0
) -> None:
    """Raise :class:`InputError` if a table has too many cells, bytes when unpacked, or others."""
    for number, most, unit in (
        (cells, MOST_CELLS, "cells"),
        (size, LARGEST["table"], "bytes unpacked"),
        (excel_rows, _EXCEL_ROWS, "rows"),
        (elements, _EXCEL_ELEMENTS, "XML elements"),
    ):
        if number > most:
            what = f"The table has more than {most:,} {unit}."
            raise InputError(what, where=str(path), hint="Split it.")


def _read_tsv(data: bytes, path: Path) -> TextTable:
    _check_size(path, cells=data.count(b"\t") + data.count(b"\n"))
    lines = [line.split("\t") for line in _lines(data, path)] or [[""]]
    columns = columns_without_header(lines)
    names, *rows = lines if columns is None else [columns, *joined(lines, len(columns))]
    start = 2 if columns is None else 1
    for line_number, row in enumerate(rows, start=start):
        hint = (
            "Replace tabs inside a sentence by spaces."
            if len(row) > len(names)
            else "Write every instance on one line, with fields separated by tabs."
        )
        _check_width(row, names, f"{path}, line {line_number}", hint)
    return TextTable(names, rows, range(start, len(rows) + start))


def _read_csv(data: bytes, path: Path) -> TextTable:
    text = decoded(data, path, _HINT)
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    _check_size(path, cells=text.count(delimiter) + text.count("\n"))
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
            rows.append(row)
            numbers.append(reader.line_num)
    except csv.Error as error:
        raise InputError(
            f"The line is not CSV ({error}).",
            where=f"{path}, line {reader.line_num}",
            hint="Write a quotation mark inside quoted text twice, or save the table as .tsv.",
        ) from error
    decimal = "," if delimiter == ";" else "."
    return TextTable(header, rows, numbers, decimal=decimal)


def _read_words(data: bytes, path: Path) -> TextTable:
    """Read one word per line; a table if the first line has tabs."""
    if b"\t" in data.partition(b"\n")[0]:
        return _read_tsv(data, path)
    _check_size(path, cells=data.count(b"\n") + data.count(b"\r"))
    lines = [part for line in _lines(data, path) for part in line.split("\r")]
    words = {number: line.strip() for number, line in enumerate(lines, start=1) if line.strip()}
    for line_number, line in words.items():
        if len(line.split()) > LONGEST_EXPRESSION:
            raise InputError(
                f"The line has {len(line.split())} words: this is a text, not a list of words.",
                where=f"{path}, line {line_number}",
                hint="Annotate a text with `lcp annotate`; list one word or expression per line.",
            )
    return TextTable([WORD], [[word] for word in words.values()], list(words))


def _read_json_lines(data: bytes, path: Path) -> TextTable:
    records, numbers = [], []
    for line_number, line in enumerate(_lines(data, path), start=1):
        if not line.strip():
            continue
        where = f"{path}, line {line_number}"
        try:
            record = json.loads(line)
            if "\\u" in line:
                # An escaped half of a character cannot be written again.
                json.dumps(record, ensure_ascii=False).encode()
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
    _check_size(path, cells=len(records) * len(header))
    rows = ([record.get(name) for name in header] for record in records)
    return TextTable(header, _texts(rows, path, header, numbers, "line"), numbers)


def _read_excel(data: bytes, path: Path) -> TextTable:
    """Read the first sheet of a workbook; the first row that is not empty is the header."""
    with requiring("excel", "Excel workbooks"):
        from openpyxl import load_workbook

    numbers: list[int] = []
    rows: list[Sequence[object]] = []
    cells = 0
    try:
        check_unpacked(io.BytesIO(data), LARGEST["workbook"])
        with ZipFile(io.BytesIO(data)) as archive:
            members = map(archive.read, archive.namelist())
            elements = sum(member.count(b"<") - member.count(b"</") for member in members)
        _check_size(path, elements=elements)
        # Read-only: rows are parsed one by one, and empty ones between them share an object.
        sheet = load_workbook(io.BytesIO(data), read_only=True, data_only=True).worksheets[0]
        sheet.reset_dimensions()
        for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
            _check_size(path, excel_rows=number)
            if any(cell is not None and str(cell).strip() for cell in row):
                cells += len(row)
                _check_size(path, cells=cells)
                numbers.append(number)
                rows.append(row)
    except InputError:
        raise
    # A damaged workbook raises errors of the archive, of XML or of openpyxl.
    except Exception as error:
        raise unreadable(path, f"Excel workbook: {error}", _HINT) from error
    if not rows:
        return TextTable([], [], [])
    header = ["" if name is None else str(name) for name in rows[0]]
    while not header[-1].strip():
        header.pop()
    width = len(header)
    _check_size(path, cells=len(rows) * width)
    padded = ([*row[:width], *[None] * (width - len(row))] for row in rows[1:])
    texts = _texts(padded, path, header, numbers[1:], "row")
    # Many cells can share a long text.
    _check_size(path, size=sum(map(len, chain.from_iterable(texts))))
    return TextTable(header, texts, numbers[1:], "row")


def _read_parquet(data: bytes, path: Path) -> TextTable:
    with requiring("parquet", "Parquet files"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    rows: list[list[str]] = []
    try:
        metadata = pq.read_metadata(pa.BufferReader(data))
        fields, size = [], 0
        for field in metadata.schema.to_arrow_schema():
            # One value can be a list of any length.
            if pa.types.is_nested(field.type):
                raise _of_other_type(f"A value of type {field.type!s:.40}", field.name, str(path))
            is_dictionary = pa.types.is_dictionary(field.type)
            fields.append(field.with_type(field.type.value_type) if is_dictionary else field)
        names = [field.name for field in fields]
        groups = map(metadata.row_group, range(metadata.num_row_groups))
        unpacked = sum(group.total_byte_size for group in groups)
        _check_size(path, cells=metadata.num_rows * len(names), size=unpacked)
        for batch in parquet_batches(pa.BufferReader(data), pa.schema(fields)):
            size += batch.nbytes
            _check_size(path, size=size)
            numbers = range(len(rows) + 1, len(rows) + len(batch) + 1)
            columns = [column.to_pylist() for column in batch.columns]
            rows += _texts(zip(*columns, strict=True), path, names, numbers, "row")
    except (OSError, MemoryError, UnicodeDecodeError, pa.ArrowException) as error:
        raise unreadable(path, str(error).partition("\n")[0], _HINT) from error
    return TextTable(names, rows, range(1, len(rows) + 1), "row")


_PARSERS: dict[str, Callable[[bytes, Path], TextTable]] = {
    ".csv": _read_csv,
    ".txt": _read_words,
    ".jsonl": _read_json_lines,
    ".ndjson": _read_json_lines,
    ".xlsx": _read_excel,
    ".parquet": _read_parquet,
}


def _texts(
    rows: Iterable[Iterable[object]],
    path: Path,
    header: Sequence[str],
    numbers: Sequence[int],
    unit: str,
) -> list[list[str]]:
    """Return cells of any type as text; numbers and truth values as Python prints them."""
    texts = []
    for line_number, row in zip(numbers, rows, strict=True):
        cells = []
        for name, value in zip(header, row, strict=True):
            # Other types, such as dates, have no text that their author wrote.
            if value is not None and not isinstance(value, str | int | float):
                where = f"{path}, {unit} {line_number}"
                raise _of_other_type(f"The value {value!s:.40}", name, where)
            cells.append("" if value is None else str(value))
        texts.append(cells)
    return texts


def _of_other_type(value: str, column: str, where: str) -> InputError:
    what = f"{value} in the column '{column}' is neither text nor a number."
    return InputError(what, where=where, hint="Convert the column to text, or remove it.")


def _lines(data: bytes, path: Path) -> list[str]:
    """Return the lines of a text file without line ends, and without blank lines at its end."""
    text = decoded(data, path, _HINT)
    # Not splitlines(): a sentence may contain U+2028 or a form feed.
    lines = [line.removesuffix("\r") for line in text.split("\n" if "\n" in text else "\r")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _check_width(row: list[str], header: list[str], where: str, hint: str) -> None:
    if len(row) != len(header):
        what = f"The row has {len(row)} fields, the header {len(header)}."
        raise InputError(what, where=where, hint=hint)
