"""Rewrite some sections of a page of results and keep the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.files import written_aside

if TYPE_CHECKING:
    from pathlib import Path

_MARK = "\n## "


def write_sections(path: Path, header: str, added: str) -> None:
    """Write a page with a new header, and sections that replace those of the same headings.

    Sections with new headings come last.

    Parameters
    ----------
    path : Path
        Page, which may not exist yet.
    header : str
        Text before the first section.
    added : str
        Sections of the second level, each with its heading.
    """
    page = path.read_text(encoding="utf-8") if path.is_file() else ""
    sections = _sections(page) | _sections(f"\n{added}")
    parts = [header, *(f"## {heading}\n{text}" for heading, text in sections.items())]
    with written_aside(path) as aside:
        text = "\n\n".join(part.strip("\n") for part in parts) + "\n"
        aside.write_text(text, encoding="utf-8", newline="\n")


def _sections(page: str) -> dict[str, str]:
    """Return the sections of a page by their headings."""
    parts = (part.partition("\n") for part in page.split(_MARK)[1:])
    return {heading: text for heading, _, text in parts}
