"""Tab-separated files of instances in CompLex's format, without quoting."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.errors import InputError, quoted
from lcp.files import unreadable

if TYPE_CHECKING:
    import pandas as pd

#: Columns of a file of instances, in CompLex's order. CompLex calls the genre ``corpus``,
#: and ``subcorpus`` in its trial files.
COLUMNS = ("id", "genre", "sentence", "token")
RATING = "complexity"
ALIASES = {"corpus": "genre", "subcorpus": "genre"}

# float() also accepts "1_0", "nan" and the digits of other scripts.
_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)


def read_instances(path: str | Path) -> pd.DataFrame:
    r"""Read a file of instances: UTF-8, fields separated by tabs, nothing quoted.

    The first line names the columns, in any order: ``id``, ``genre`` (or ``corpus`` or
    ``subcorpus``, as in CompLex), ``sentence``, ``token`` and, if the instances are rated,
    ``complexity``; other columns are ignored. Quotation marks are ordinary characters, and
    ``null`` and ``NA`` are words. Lines end with ``\n`` or ``\r\n``; a byte order mark and
    blank lines at the end are ignored.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    DataFrame of shape (n_instances, 6 or 7)
        ``id``, ``genre``, ``sentence``, ``token``, ``complexity`` (0-1, only if the file is
        rated), and the target's character span ``start``, ``end`` in the sentence
        (:func:`~lcp.corpora.targets.find_target`).

    Raises
    ------
    InputError
        With the file and the line of the first error: file not found, not UTF-8, no instances,
        a column missing or repeated, a stray tab, a rating that is not a number from 0 to 1, a
        repeated id, an empty field, a target that is not in its sentence.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "mine.tsv")
    ...     _ = path.write_text("id\tgenre\tsentence\ttoken\n1\tnews\tA null result.\tnull\n")
    ...     print(read_instances(path).to_string())
      id genre        sentence token  start  end
    0  1  news  A null result.  null      2    6
    """
    import pandas as pd

    from lcp.corpora.instances import FIRST_LINE, as_instances

    path = Path(path)
    header, *lines = _lines(path)
    positions = _positions(header, path)
    width = header.count("\t") + 1
    rows = [line.split("\t") for line in lines]
    for number, row in enumerate(rows, start=FIRST_LINE):
        if len(row) != width:
            raise _wrong_width(path, number, len(row), width)
    columns: dict[str, list[str]] = {
        name: [row[position] for row in rows] for name, position in positions.items()
    }
    _check_fields(columns, path)
    table = pd.DataFrame({name: columns[name] for name in COLUMNS})
    if RATING in columns:
        table[RATING] = _ratings(columns[RATING], path)
    return as_instances(table, path=path)


#: Name that the registry of corpora calls.
read = read_instances


def _lines(path: Path) -> list[str]:
    """Return the lines of a file without line ends: a header and at least one instance."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise InputError("File not found.", where=str(path), hint="Check the path.") from error
    except IsADirectoryError as error:
        raise InputError(
            "This is a folder, not a file.", where=str(path), hint="Give the path of a file."
        ) from error
    except OSError as error:
        hint = "Check the path and its permissions."
        raise unreadable(path, error.strerror, hint) from error
    # Not splitlines(): a sentence may contain U+2028 or a form feed.
    lines = [line.removesuffix("\r") for line in _decode(data, path).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) <= 1:
        raise InputError(
            "The file contains no instances." if lines else "The file is empty.",
            where=str(path),
            hint=f"Write a line of column names ({', '.join(COLUMNS)}, and {RATING} if rated), "
            "separated by tabs, and one line per instance.",
        )
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
            hint="Save the file as UTF-8.",
        ) from error


def _positions(header: str, path: Path) -> dict[str, int]:
    """Return the position in a line of each column that is read."""
    where = f"{path}, line 1"
    names = [ALIASES.get(name, name) for name in header.split("\t")]
    counts = Counter(names)
    for name in (*COLUMNS, RATING):
        if counts[name] > 1:
            aliases = [f"'{alias}'" for alias, of in ALIASES.items() if of == name]
            also = f" {' and '.join(aliases)} are synonyms of it." if aliases else ""
            raise InputError(
                f"The header has {counts[name]} columns '{name}'.",
                where=where,
                hint=f"Keep one of them.{also}",
            )
    absent = [f"'{name}'" for name in COLUMNS if not counts[name]]
    if absent:
        raise InputError(
            f"The header lacks the column{'s' if len(absent) > 1 else ''} {', '.join(absent)}.",
            where=where,
            hint=f"The first line must name {', '.join(COLUMNS)} (and {RATING} if rated), "
            "separated by tabs.",
        )
    return {name: names.index(name) for name in (*COLUMNS, RATING) if counts[name]}


def _check_fields(columns: dict[str, list[str]], path: Path) -> None:
    """Raise an error for an empty field or a repeated id."""
    from lcp.corpora.instances import row_name

    rows: dict[str, int] = {}
    for row, fields in enumerate(zip(*(columns[name] for name in COLUMNS), strict=True)):
        for name, text in zip(COLUMNS, fields, strict=True):
            if not text.strip():
                raise InputError(
                    f"The {'target' if name == 'token' else name} is empty.",
                    where=row_name(row, path),
                    hint=f"Fill in the column '{name}', or delete the line.",
                )
        first = rows.setdefault(fields[0], row)
        if first != row:
            raise InputError(
                f"The id {quoted(fields[0])} is already used ({row_name(first, path)}).",
                where=row_name(row, path),
                hint="Give every instance a unique id.",
            )


def _ratings(texts: list[str], path: Path) -> list[float]:
    from lcp.corpora.instances import row_name

    for row, text in enumerate(texts):
        if not _NUMBER.fullmatch(text):
            raise InputError(
                f"The rating {quoted(text)} is not a number." if text else "The rating is empty.",
                where=row_name(row, path),
                hint="Give a number from 0 to 1 (0.5, not 0,5), or leave the whole column out.",
            )
        if not 0 <= float(text) <= 1:
            raise InputError(
                f"The rating {quoted(text.strip())} is not from 0 to 1.",
                where=row_name(row, path),
                hint="Ratings range from 0 (very easy) to 1 (very difficult).",
            )
    return [float(text) for text in texts]


def _wrong_width(path: Path, number: int, fields: int, width: int) -> InputError:
    where = f"{path}, line {number}"
    if fields > width:
        return InputError(
            f"The line has {fields} fields, the header {width}: there is a stray tab.",
            where=where,
            hint="Replace tabs inside a sentence by spaces.",
        )
    return InputError(
        f"The line has {fields} field{'s' if fields > 1 else ''}, the header {width}: "
        "a tab is missing, or there is a line break inside a sentence.",
        where=where,
        hint="Write every instance on one line, with fields separated by tabs.",
    )
