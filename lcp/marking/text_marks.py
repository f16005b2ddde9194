"""Marks in plain text such as subtitles: glosses in parentheses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.documents.formats import Part
    from lcp.marking.marks import Insertion, Mark, Style


def text_insertions(part: Part, marks: Sequence[Mark], style: Style) -> list[Insertion]:  # noqa: ARG001
    """Return what to insert into the text, and where."""
    return [(mark.spans[-1][1], f" ({mark.gloss})") for mark in marks]
