"""Cells of tables, for the terminal, pages and Markdown."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_NUMBER = re.compile(r"[−+<–]? ?\d.*|–?")


@dataclass(frozen=True)
class Table:
    """A table of text; ``**`` surrounds the target in a sentence.

    A page draws the interval of each row: value, lower and upper limit, and whether it is
    significant. A notebook draws the bar of each row: to the left of 0 in blue, to the right in
    orange.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    intervals: Sequence[tuple[float, float, float, bool]] = ()
    bars: Sequence[float] = ()

    @property
    def numeric(self) -> set[int]:
        """Numbers of the columns with numbers only."""
        return {
            place
            for place in range(1, len(self.columns))
            if all(_NUMBER.fullmatch(row[place]) for row in self.rows)
        }

    def place(self, value: float) -> float:
        """Return the place of a value among the intervals and 0, from 0 to 100."""
        limits = [limit for _, *pair, _ in self.intervals for limit in pair]
        low, high = (choose([0.0, *filter(math.isfinite, limits)]) for choose in (min, max))
        return 100 * (value - low) / ((high - low) or 1)

    def only(self, *columns: str) -> Table:
        """Return a table with some of the columns."""
        places = [list(self.columns).index(column) for column in columns]
        rows = [[row[place] for place in places] for row in self.rows]
        return Table(self.title, columns, rows, self.caption)


def notebook_html(head: str, *parts: str | Table) -> str:
    """Return a bold line, paragraphs and tables as HTML for a notebook.

    Styles are inline because notebooks remove style sheets.

    >>> notebook_html("“A&B”", "Easy.")
    '<div><p><b>“A&amp;B”</b></p><p>Easy.</p></div>'
    """
    texts = "".join(f"<p>{marked(part)}</p>" for part in parts if isinstance(part, str) and part)
    tables = "".join(_html_table(part) for part in parts if isinstance(part, Table))
    if tables:
        tables = f'<div style="display: flex; flex-wrap: wrap; gap: 1em 3em">{tables}</div>'
    return f"<div><p><b>{escape(head, quote=False)}</b></p>{texts}{tables}</div>"


def _html_table(table: Table) -> str:
    """Return a table as HTML; numbers are on the right, as on a terminal."""
    widest = max(map(abs, table.bars), default=0) or 1
    sides = ["right" if place in table.numeric else "left" for place in range(len(table.columns))]
    lines = [
        "".join(
            f'<{tag} style="text-align: {side}; padding: 0.1em 0.6em">{marked(cell)}</{tag}>'
            for cell, side in zip(row, sides, strict=True)
        )
        for tag, row in [("th", table.columns), *(("td", row) for row in table.rows)]
    ]
    for place, value in enumerate(table.bars, 1):
        lines[place] += _html_bar(value / widest)
    caption = " ".join(filter(None, [f"{table.title}." if table.title else "", table.caption]))
    return (
        f"<div>{marked(caption)}<table><thead><tr>{lines[0]}</tr></thead>"
        f"<tbody>{''.join(f'<tr>{line}</tr>' for line in lines[1:])}</tbody></table></div>"
    )


def _html_bar(share: float) -> str:
    """Return a cell with a bar from its middle: to the left below 0."""
    color, start = ("#0072B2", 50 + 50 * share) if share < 0 else ("#E69F00", 50.0)
    return (
        '<td><div style="width: 9em; background: linear-gradient(currentColor, currentColor) '
        f'50% / 1px 100% no-repeat"><div style="margin-left: {start:.1f}%; '
        f'width: {50 * abs(share):.1f}%; height: 1em; background: {color}"></div></div></td>'
    )


def marked(text: str) -> str:
    """Return a text as HTML in which what ``**`` surrounds is marked.

    >>> marked("a **b** & c")
    'a <mark>b</mark> &amp; c'
    """
    return re.sub(r"\*\*(.+?)\*\*", r"<mark>\1</mark>", escape(text, quote=False))


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

    >>> probability(0.0312), probability(0.00002), probability(1), probability(float("nan"))
    ('0.031', '< 0.001', '1', '–')
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


def quoted(sentence: str, start: int, end: int, around: int = 120) -> str:
    """Return a target in bold with up to `around` characters of its sentence on each side.

    >>> quoted("He saw the river rise.", 11, 16, around=5)
    '… the **river** rise…'
    """
    before, target, after = excerpt(sentence, start, end, around)
    return f"{before}**{target}**{after}"


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


def rounded(row: Mapping[str, object]) -> dict[str, object]:
    """Return a row whose numbers have four decimals.

    >>> rounded({"token": "river", "complexity": 0.123456})
    {'token': 'river', 'complexity': 0.1235}
    """
    return {key: round(x, 4) if isinstance(x, float) else x for key, x in row.items()}
