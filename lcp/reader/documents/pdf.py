"""PDF documents that contain text."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import inf
from statistics import median_high
from typing import TYPE_CHECKING, Any, NamedTuple

import pypdfium2 as pdfium

from lcp.errors import InputError
from lcp.files.input_files import LARGEST
from lcp.reader.documents.encoding import whole_characters
from lcp.reader.documents.formats import damaged, too_large
from lcp.reader.documents.parts import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

#: The hyphen at the end of a line, as PDFium writes it.
_HYPHENS = {2, 0xFFFE}
#: Characters that are not text.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")
_PAGE_NUMBER = re.compile(r"\W*(\d{1,4}|[ivxlc]{1,6})\W*")
_SENTENCE_END = re.compile(r"[.!?:…][\"'”’)\]]*$")
_PASSWORD = "password"  # noqa: S105 - a word in PDFium's message


class Line(NamedTuple):
    """A printed line; positions are in points, from the lower left corner of the page.

    Attributes
    ----------
    text : str
        The line; a hyphen at its end is written.
    left, bottom, right : float
        Its edges.
    size : float
        Usual size of its letters.
    word : float
        Width of its first word.
    """

    text: str
    left: float
    bottom: float
    right: float
    size: float
    word: float


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


def _pages(document: Any, where: str) -> Iterator[list[Line]]:
    """Yield the lines of each page, in the order in which they are read."""
    size = 0
    for number in range(len(document)):
        try:
            page = document[number]
            textpage = page.get_textpage()
            lines = list(_lines(textpage))
        except pdfium.PdfiumError as error:
            raise damaged(where, f"page {number + 1:,} cannot be read") from error
        textpage.close()
        page.close()
        size += sum(len(line.text) for line in lines)
        if size > LARGEST["document"]:
            raise too_large(where)
        yield lines


def _lines(textpage: Any) -> Iterator[Line]:
    codes = [
        pdfium.raw.FPDFText_GetUnicode(textpage, place) for place in range(textpage.count_chars())
    ]
    begin = 0
    for place, code in enumerate([*codes, ord("\n")]):
        if code in {10, 13} or code in _HYPHENS:
            text = "".join(map(chr, codes[begin:place])) + "-" * (code in _HYPHENS)
            if text.strip():
                yield _line(textpage, begin, text)
            begin = place + 1


def _line(textpage: Any, begin: int, text: str) -> Line:
    """Return a line, whose first character is the one `begin` of the page."""

    def box(index: int) -> tuple[float, float, float, float]:
        edges: tuple[float, float, float, float] = textpage.get_charbox(begin + index, loose=True)
        return edges

    words = [match.span() for match in re.finditer(r"\S+", text)]
    left, bottom, _, _ = box(words[0][0])
    right = box(words[-1][1] - 1 - text.endswith("-"))[2]
    # A line may begin with a bullet, or contain a formula.
    places = [words[len(words) * quarter // 4][0] for quarter in range(4)]
    size = median_high(_font_size(textpage, begin + place) for place in places)
    shown = " ".join(_CONTROL.sub("", whole_characters(text)).split())
    return Line(shown, left, bottom, right, size, box(words[0][1] - 1)[2] - left)


def _font_size(textpage: Any, place: int) -> float:
    matrix = pdfium.raw.FS_MATRIX()
    pdfium.raw.FPDFText_GetMatrix(textpage, place, matrix)
    size: float = pdfium.raw.FPDFText_GetFontSize(textpage, place)
    return size * (abs(matrix.d) or abs(matrix.b) or 1.0)


def _without_running_heads(pages: list[list[Line]], fewest: int = 3) -> list[list[Line]]:
    """Leave out page numbers, and top and bottom lines that several pages have.

    Apart from their numbers, at least `fewest` pages have the same line.
    """
    # A head may have two lines.
    for edge in (max, min, max, min):
        lines = [edge(page, key=lambda line: line.bottom, default=None) for page in pages]
        texts = [line and _NUMBERS.sub("#", line.text) for line in lines]
        number_of = Counter(texts)
        for page, line, text in zip(pages, lines, texts, strict=True):
            if line and (number_of[text] >= fewest or _PAGE_NUMBER.fullmatch(line.text)):
                page.remove(line)
    return pages


def paragraphs(pages: Iterable[list[Line]]) -> str:
    """Join lines to paragraphs; footnotes are at the end.

    A line ends a paragraph if the next one has other letters or another distance, is indented, or
    begins with a word that had room in the line. In columns of prose the ends of other lines are
    spaces, except after hyphens.
    """
    pages = [page for page in pages if page]
    sizes = Counter(round(line.size, 1) for page in pages for line in page for _ in line.text)
    usual = sizes.most_common(1)[0][0] if sizes else 0.0
    body: list[tuple[Line, float, bool]] = []
    notes: list[tuple[Line, float, bool]] = []
    for page in pages:
        foot = _footnotes(page, usual)
        for line in page:
            (notes if line in foot else body).append((line, *_room_for_words(line, page)))
    return "\n\n".join(filter(None, [_joined_lines(body), _joined_lines(notes)]))


def _footnotes(page: list[Line], usual: float, small: float = 0.93) -> set[Line]:
    """Return the lines below all others of their column whose letters are smaller than usual."""
    large = [line for line in page if line.size > small * usual]
    return {
        line
        for line in page
        if line.size <= small * usual
        and any(_overlap(line, other) for other in large)
        and all(other.bottom > line.bottom for other in large if _overlap(line, other))
    }


def _overlap(a: Line, b: Line) -> bool:
    return min(a.right, b.right) > max(a.left, b.left)


def _room_for_words(
    line: Line, page: Sequence[Line], exact: float = 0.5, several: int = 4
) -> tuple[float, bool]:
    """Return the room for more words in a line, and whether its column has several lines.

    The room is infinite in a line that ends a justified text: several other lines end less than
    `exact` points from its edge.
    """
    ends = sorted(other.right for other in page if abs(other.left - line.left) < 2 * line.size)
    edge = ends[3 * len(ends) // 4]
    equal = sum(abs(end - edge) < exact for end in ends)
    is_justified = equal > len(ends) / 2 and equal >= several
    room = edge - line.right
    is_short = is_justified and room > line.size / 3
    return (inf if is_short else room), len(ends) >= several


def _joined_lines(
    lines: Sequence[tuple[Line, float, bool]],
    *,
    larger: float = 1.15,
    further: float = 1.4,
    indent: float = 0.6,
) -> str:
    """Join lines to paragraphs.

    These differences begin a paragraph: of the height of letters and of the distance of lines, as
    ratios, and of the left edge, in heights of letters.
    """
    if not lines:
        return ""
    texts = [lines[0][0].text]
    # Distance of the lines of the paragraph; 0 in its first line.
    distance = 0.0
    for (line, room, in_column), (following, *_) in pairwise(lines):
        gap = line.bottom - following.bottom
        low, high = sorted((line.size, following.size))
        is_next = 0 < gap < 4 * high
        ends = _SENTENCE_END.search(line.text)
        goes_on = following.text[0].islower() and not ends
        if high > larger * low or (is_next and distance and gap > further * distance):
            divides = True
        elif goes_on:
            divides = False
        elif is_next:
            divides = (
                room > following.word + 0.25 * line.size
                # A first line may have a bullet, before which later lines are indented.
                or (distance > 0 and following.left - line.left > indent * line.size)
            )
        else:
            # The first line of a page or a column.
            divides = bool(ends) and room > 2 * line.size
        distance = 0.0 if divides else gap if is_next else distance
        space = " " if in_column and not line.text.endswith("-") else "\n"
        texts += ["\n\n" if divides else space, following.text]
    return "".join(texts)
