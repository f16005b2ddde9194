"""Figures as papers print them, and a report as files: a Markdown page and a CSV of each table."""

from __future__ import annotations

import math
import re
from contextlib import ExitStack
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.files import written_aside

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import pandas as pd

#: How the scores' tables name metrics and subsets.
METRICS = {"pearson": "Pearson", "spearman": "Spearman", "mae": "MAE", "mse": "MSE", "r2": "R²"}
SUBSETS = {"single": "words", "mwe": "MWEs", "all": "all"}


def markdown_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    r"""A table in Markdown, its cells in one line each.

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
    """A score as papers print it: no zero before the point, a dash where it is not defined.

    >>> number(0.78616), number(-0.0021, 3), number(0.5, 2, sign=True), number(float("nan"))
    ('.7862', '−.002', '+.50', '–')
    """
    if math.isnan(value):
        return "–"
    text = re.sub(r"(?<!\d)0\.", ".", f"{value:{'+' if sign else ''}.{decimals}f}")
    return text.replace("-", "−")


def probability(p: float) -> str:
    """A p-value with three decimals.

    >>> probability(0.0312), probability(0.00002), probability(1)
    ('.031', '< .001', '1')
    """
    if p < 0.001:  # noqa: PLR2004 - the usual limit
        return "< .001"
    return "1" if p == 1 else number(p, 3)


def with_interval(
    value: float, low: float, high: float, decimals: int = 4, *, sign: bool = False
) -> str:
    """A score and its interval.

    >>> with_interval(0.8147, 0.8036, 0.8244)
    '.8147 (.8036–.8244)'
    >>> with_interval(-0.0021, -0.01, 0.0058, 3, sign=True)
    '−.002 (−.010 to +.006)'
    """
    if math.isnan(value):
        return number(value)
    link = " to " if sign else "–"
    limits = f"{number(low, decimals, sign=sign)}{link}{number(high, decimals, sign=sign)}"
    return f"{number(value, decimals, sign=sign)} ({limits})"


def check_report_folder(folder: Path) -> None:
    """Refuse a folder that cannot become one, before the work whose report it is for.

    Raises
    ------
    InputError
        When a file has that name.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(
            "This is a file, and a report is a folder of files.",
            where=str(folder),
            hint="Name a folder; it is made where it is missing.",
        )


def write_report(folder: Path, page: str, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """Write ``report.md`` and a CSV of each table; files of these names are replaced.

    Parameters
    ----------
    folder : Path
        Made where it is missing.
    page : str
        Markdown.
    tables : mapping of str to DataFrame
        By the name of the file, without its suffix. Numbers are written in full precision,
        what is not defined as an empty field.

    Returns
    -------
    list of str
        Names of the files.

    Raises
    ------
    InputError
        When the folder cannot be written.
    """
    check_report_folder(folder)
    texts = {f"{name}.csv": frame.to_csv(index=False) for name, frame in tables.items()}
    texts = {"report.md": page, **texts}
    # No file is put in place before all are written.
    with ExitStack() as stack:
        for name, text in texts.items():
            aside = stack.enter_context(written_aside(folder / name))
            aside.write_text(text, encoding="utf-8", newline="\n")
    return list(texts)
