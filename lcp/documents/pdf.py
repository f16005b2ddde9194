"""PDF documents that contain text."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pypdfium2 as pdfium

from lcp.documents.formats import LARGEST, damaged, too_large
from lcp.documents.parts import Part
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

#: Share of the usual length of a line below which a line ends a paragraph.
SHORT_LINE = 0.7
#: Share of the pages on which a first or last line is a running head, if there are several pages.
RUNNING_HEAD = 0.5
_FEW_PAGES = 4
#: Hyphen at the end of a line as PDFium writes it, and characters that are not text.
_LINE_HYPHEN = re.compile("(?:\ufffe|\x02)\\s*")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_DIGITS = re.compile(r"\d+")
_PASSWORD = "password"  # noqa: S105 - a word in PDFium's message


def read(stream: BinaryIO, where: str) -> list[Part]:
    """Return the text of all pages without running heads and page numbers."""
    try:
        document = pdfium.PdfDocument(stream)
    except pdfium.PdfiumError as error:
        if _PASSWORD in str(error).lower():
            hint = "Save it without a password."
            raise InputError("The document is encrypted.", where=where, hint=hint) from error
        raise damaged(where, "it is not a complete PDF document") from error
    try:
        pages = list(_pages(document, where))
    finally:
        document.close()
    if pages and not any(pages):
        hint = "Recognise its text first, for example with OCRmyPDF."
        raise InputError("The document contains pictures of pages only.", where=where, hint=hint)
    part = Part()
    part.add(paragraphs(_without_running_heads(pages)), None)
    return [part]


def _pages(document: Any, where: str) -> Iterator[list[str]]:
    """Yield the lines of each page."""
    size = 0
    for number in range(len(document)):
        try:
            page = document[number]
            textpage = page.get_textpage()
            text = textpage.get_text_bounded()
        except pdfium.PdfiumError as error:
            raise damaged(where, f"page {number + 1:,} cannot be read") from error
        textpage.close()
        page.close()
        size += len(text)
        if size > LARGEST:
            raise too_large(where)
        text = _CONTROL.sub("", _LINE_HYPHEN.sub("", text))
        yield [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def _without_running_heads(pages: list[list[str]]) -> list[list[str]]:
    """Leave out first and last lines that occur on most pages, except for numbers in them."""
    if len(pages) < _FEW_PAGES:
        return pages
    for place in (0, -1):
        edges = [_DIGITS.sub("#", lines[place]) if lines else "" for lines in pages]
        repeated = {
            edge for edge, number in Counter(edges).items() if number > RUNNING_HEAD * len(pages)
        } - {""}
        for lines, edge in zip(pages, edges, strict=True):
            if edge in repeated:
                del lines[place]
    return pages


def paragraphs(pages: list[list[str]]) -> str:
    r"""Join lines to paragraphs, which end at lines that are shorter than usual.

    >>> paragraphs([["The first line of the text", "goes on.", "A new one, also of two", "lines."]])
    'The first line of the text\ngoes on.\n\nA new one, also of two\nlines.'
    """
    lines = [line for page in pages for line in page]
    if not lines:
        return ""
    # Titles and notes are few, so the ninth decile is a full line of the body.
    usual = sorted(map(len, lines))[len(lines) * 9 // 10]
    parts = []
    for line in lines:
        parts += [line, "\n\n" if len(line) < SHORT_LINE * usual else "\n"]
    return "".join(parts[:-1])
