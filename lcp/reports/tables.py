"""Number formats, Markdown tables, and reports as folders of files."""

from __future__ import annotations

import math
from contextlib import ExitStack
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.files import written_aside

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import pandas as pd

#: Column headings and rows of a table.
Cells = tuple[list[str], list[list[str]]]


def markdown_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    r"""Format a table as Markdown.

    >>> print(markdown_table(["token", "n"], [["a|b", 3]]))
    | token | n |
    |---|---|
    | a\|b | 3 |
    """
    headings = list(columns)
    lines = [headings, *(list(map(str, row)) for row in rows)]
    text = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    return "\n".join([text[0], "|" + "---|" * len(headings), *text[1:]])


def number(value: float, decimals: int = 4, *, sign: bool = False) -> str:
    """Format a score, with a real minus sign and a dash if it is undefined.

    >>> number(0.78616), number(-0.0021, 3), number(0.5, 2, sign=True), number(float("nan"))
    ('0.7862', '−0.002', '+0.50', '–')
    """
    if math.isnan(value):
        return "–"
    return f"{value:{'+' if sign else ''}.{decimals}f}".replace("-", "−")


def probability(p: float) -> str:
    """Format a p-value with three decimals.

    >>> probability(0.0312), probability(0.00002), probability(1)
    ('0.031', '< 0.001', '1')
    """
    if p < 0.001:  # noqa: PLR2004 - the usual limit
        return "< 0.001"
    return "1" if p == 1 else number(p, 3)


def with_interval(
    value: float, low: float, high: float, decimals: int = 4, *, sign: bool = False
) -> str:
    """Format a score and its interval.

    >>> with_interval(0.8147, 0.8036, 0.8244)
    '0.8147 (0.8036–0.8244)'
    >>> with_interval(-0.0021, -0.01, 0.0058, 3, sign=True)
    '−0.002 (−0.010 to +0.006)'
    """
    if math.isnan(value):
        return number(value)
    link = " to " if sign else "–"
    limits = f"{number(low, decimals, sign=sign)}{link}{number(high, decimals, sign=sign)}"
    return f"{number(value, decimals, sign=sign)} ({limits})"


def excerpt(sentence: str, start: int, end: int, around: int) -> tuple[str, str, str]:
    """Split a sentence into its target and up to `around` characters before and after it.

    >>> excerpt("He saw the river rise.", 11, 16, around=5)
    ('… the ', 'river', ' rise…')
    """
    before, after = sentence[:start], sentence[end:]
    return (
        ("…" if len(before) > around else "") + before[-around:],
        sentence[start:end],
        after[:around] + ("…" if len(after) > around else ""),
    )


def check_report_folder(folder: Path) -> None:
    """Raise :class:`InputError` if a file has that name, before the report is computed."""
    if folder.exists() and not folder.is_dir():
        raise InputError(
            "This is a file, but a report is a folder.",
            where=str(folder),
            hint="Choose the name of a folder, which need not exist.",
        )


def write_report(folder: Path, page: str, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """Write ``report.md`` and one CSV file per table; return the names of the files.

    The folder is created if necessary, and files of these names are replaced. Numbers are written
    with full precision, undefined ones as empty fields.

    Raises
    ------
    InputError
        If the folder cannot be written.
    """
    check_report_folder(folder)
    texts = {f"{name}.csv": frame.to_csv(index=False) for name, frame in tables.items()}
    texts = {"report.md": page, **texts}
    # All files are complete before the first is moved into place.
    with ExitStack() as stack:
        for name, text in texts.items():
            aside = stack.enter_context(written_aside(folder / name))
            aside.write_text(text, encoding="utf-8", newline="\n")
    return list(texts)
