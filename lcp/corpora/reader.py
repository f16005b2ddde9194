"""Read instances from tab-separated files as CompLex writes them: without quoting."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.corpora.schema import HEADER_LINES, shown, validate
from lcp.corpora.targets import find_target
from lcp.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

#: Columns of a file of instances, in CompLex's order; ratings may be absent.
COLUMNS = ("id", "corpus", "sentence", "token")
RATING = "complexity"

#: CompLex's trial files have their own name for a column.
ALIASES = {"subcorpus": "corpus"}

# float() would also take "1_0", "nan" and the digits of other scripts.
_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)


def read_instances(path: str | Path) -> pd.DataFrame:
    r"""Read a file of instances: UTF-8, tabs between fields, nothing quoted.

    The first line names the columns, in any order: ``id``, ``corpus`` (or ``subcorpus``),
    ``sentence``, ``token`` and, where the instances are rated, ``complexity``; others are
    passed over. Every text is taken as it stands: quotation marks are characters, and
    ``null`` and ``NA`` are words. Lines end with ``\n`` or ``\r\n``; a byte order mark and
    blank lines at the end are passed over.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    DataFrame of shape (n_instances, 6 or 7)
        ``id``, ``corpus``, ``sentence``, ``token``, ``complexity`` (0 - 1, only where the
        file has it), and the target's character span ``start``, ``end`` in the sentence
        (:func:`~lcp.corpora.targets.find_target`).

    Raises
    ------
    InputError
        With the file and the line of the first fault: no such file, not UTF-8, no
        instances, a column missing or doubled, a stray tab, a rating that is no number
        from 0 to 1, an id given twice, an empty text, a target not in its sentence.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "mine.tsv")
    ...     _ = path.write_text("id\tcorpus\tsentence\ttoken\n1\tnews\tA null result.\tnull\n")
    ...     print(read_instances(path).to_string())
      id corpus        sentence token  start  end
    0  1   news  A null result.  null      2    6
    """
    import pandas as pd

    path = Path(path)
    header, *lines = _lines(path)
    positions = _positions(header, path)
    width = header.count("\t") + 1
    rows = [line.split("\t") for line in lines]
    for number, row in enumerate(rows, start=HEADER_LINES + 1):
        if len(row) != width:
            raise _wrong_width(path, number, len(row), width)
    columns: dict[str, list[str]] = {
        name: [row[position] for row in rows] for name, position in positions.items()
    }
    table = pd.DataFrame({name: columns[name] for name in COLUMNS})
    if RATING in columns:
        table[RATING] = _ratings(columns[RATING], path)
    spans = [
        find_target(sentence, token) or (-1, -1)
        for sentence, token in zip(columns["sentence"], columns["token"], strict=True)
    ]
    table["start"] = pd.Series([start for start, _ in spans], dtype="int64")
    table["end"] = pd.Series([end for _, end in spans], dtype="int64")
    return validate(table, str(path))


def _lines(path: Path) -> list[str]:
    """Lines of a file without their ends; at least a header and one instance."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(
            "There is no such file.", where=str(path), hint="Check the path."
        ) from error
    except IsADirectoryError as error:
        raise InputError(
            "This is a folder, not a file.", where=str(path), hint="Name a file inside it."
        ) from error
    except OSError as error:
        raise InputError(
            f"The file cannot be read ({error.strerror}).",
            where=str(path),
            hint="Check the path and its permissions.",
        ) from error
    # Not splitlines(): a sentence may hold U+2028 or a form feed.
    lines = [line.removesuffix("\r") for line in _decode(data, path).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) <= HEADER_LINES:
        raise InputError(
            "The file holds no instances." if lines else "The file is empty.",
            where=str(path),
            hint=f"Write a line of column names ({', '.join(COLUMNS)}, and {RATING} where rated), "
            "tabs between them, and one line per instance.",
        )
    return lines


def _decode(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        offset = error.start
        line = data.count(b"\n", 0, offset) + 1
        raise InputError(
            f"The byte 0x{data[offset]:02X} at offset {offset:,} is not UTF-8.",
            where=f"{path}, line {line}",
            hint="Save the file as UTF-8.",
        ) from error


def _positions(header: str, path: Path) -> dict[str, int]:
    """Position of each known column in a line."""
    where = f"{path}, line {HEADER_LINES}"
    names = [ALIASES.get(name, name) for name in header.split("\t")]
    counts = Counter(names)
    for name in (*COLUMNS, RATING):
        if counts[name] > 1:
            also = [
                f"; '{alias}' is another name for it" for alias, of in ALIASES.items() if of == name
            ]
            raise InputError(
                f"The column '{name}' stands {counts[name]} times in the header.",
                where=where,
                hint="Keep one of them" + "".join(also) + ".",
            )
    absent = [name for name in COLUMNS if not counts[name]]
    if absent:
        listed = ", ".join(f"'{name}'" for name in absent)
        raise InputError(
            f"The header lacks the column{'s' if len(absent) > 1 else ''} {listed}; "
            f"it names {shown(', '.join(names))}.",
            where=where,
            hint=f"The first line must name {', '.join(COLUMNS)} (and {RATING} where rated), "
            "with tabs between them.",
        )
    return {name: names.index(name) for name in (*COLUMNS, RATING) if counts[name]}


def _ratings(texts: list[str], path: Path) -> list[float]:
    for number, text in enumerate(texts, start=HEADER_LINES + 1):
        if not _NUMBER.fullmatch(text):
            raise InputError(
                f"The rating {shown(text)} is not a number." if text else "The rating is empty.",
                where=f"{path}, line {number}",
                hint="Give a number from 0 to 1 (0.5, not 0,5), or leave the whole column out.",
            )
    return [float(text) for text in texts]


def _wrong_width(path: Path, number: int, fields: int, width: int) -> InputError:
    where = f"{path}, line {number}"
    if fields > width:
        return InputError(
            f"The line has {fields} fields where the header has {width}: a stray tab.",
            where=where,
            hint="Tabs stand between fields only; replace those inside a sentence by spaces.",
        )
    return InputError(
        f"The line has {fields} field{'s' if fields > 1 else ''} where the header has {width}: "
        "a missing tab or a line break inside a sentence.",
        where=where,
        hint="Write every instance on one line, with a tab between each two fields.",
    )
