"""Marks in HTML and XHTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.reports.heatmap import describe_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.documents.formats import Part
    from lcp.documents.mapping import MappedText
    from lcp.marking.marks import Insertion, Mark, Style

#: Class of every element with a gloss.
CLASS = "lcp-gloss"
#: Namespace of the types of notes.
_EPUB = "http://www.idpf.org/2007/ops"

_RULES = {
    "ruby": f".{CLASS} rt {{ font: normal 0.6em sans-serif; letter-spacing: 0; opacity: 0.85 }}",
    "parentheses": f".{CLASS} {{ font-size: 0.85em; font-style: normal }}",
    "footnotes": f".{CLASS} {{ text-decoration: none }} .{CLASS} sup {{ line-height: 0 }}",
    # Transparent colours work on light and dark pages; the lines work in grey print.
    "colours": (
        ".lcp-1, .lcp-2, .lcp-3 { color: inherit; background: rgba(240, 150, 40, 0.2); "
        "border-bottom: 1px dotted; print-color-adjust: exact; -webkit-print-color-adjust: exact } "
        ".lcp-2 { background: rgba(235, 110, 40, 0.35); border-bottom: 1px dashed } "
        ".lcp-3 { background: rgba(225, 70, 50, 0.5); border-bottom: 2px solid }"
    ),
}


def html_insertions(part: Part, marks: Sequence[Mark], style: Style) -> list[Insertion]:
    """Return what to insert into a page or chapter, and where.

    Raises
    ------
    InputError
        If the page has glosses of an earlier run.
    """
    mapped = part.mapped
    if mapped is None or not marks:
        return []
    if f'class="{CLASS}"' in mapped.source:
        raise InputError(
            "The document already has glosses.", where=part.member or None, hint="Use the original."
        )
    if style == "ruby" and part.dialect == "epub-2":
        # EPUB 2 does not have ruby.
        style = "parentheses"
    insertions = [(_place_of_style(mapped), f'<style type="text/css">{_RULES[style]}</style>')]
    if style == "colours":
        insertions += [new for mark in marks for new in _colour(mark, part)]
    elif style == "ruby":
        insertions += [new for mark in marks for new in _ruby(mark)]
    elif style == "parentheses":
        insertions += [(mark.spans[-1][1], _after(mark)) for mark in marks]
    else:
        insertions += _footnotes(part, mapped, marks)
    return insertions


def _place_of_style(mapped: MappedText) -> int:
    """Return the end of the head, or else the start of the body or of the text."""
    anchors = mapped.anchors
    first = mapped.pieces[0].source_start
    return anchors.get("/head", anchors.get("body", first))


def _ruby(mark: Mark) -> Iterator[Insertion]:
    # With tags inside a word, the gloss is above its longest part.
    start, end = max(mark.spans, key=lambda span: span[1] - span[0])
    yield start, f'<ruby class="{CLASS}">'
    yield end, f"<rp> (</rp><rt>{escape(mark.gloss)}</rt><rp>)</rp></ruby>"


def _colour(mark: Mark, part: Part) -> Iterator[Insertion]:
    title = escape(describe_word(mark.word))
    tag = "span" if part.dialect == "epub-2" else "mark"
    for start, end in mark.spans:
        yield start, f'<{tag} class="lcp-{mark.step}" title="{title}">'
        yield end, f"</{tag}>"


def _after(mark: Mark) -> str:
    return f'<span class="{CLASS}"> ({escape(mark.gloss)})</span>'


def _footnotes(part: Part, mapped: MappedText, marks: Sequence[Mark]) -> Iterator[Insertion]:
    notes = []
    namespace = "" if "xmlns:epub=" in mapped.source else f' xmlns:epub="{_EPUB}"'
    reference_type, note_type, notes_type = (
        (f'{namespace} epub:type="{kind}"' for kind in ("noteref", "footnote", "footnotes"))
        if part.dialect == "epub-3"
        else ("", "", "")
    )
    tag = "div" if part.dialect == "epub-2" else "aside"
    for number, mark in enumerate(marks, start=1):
        names = f'class="{CLASS}" id="lcp-ref-{number}" href="#lcp-note-{number}"'
        yield mark.spans[-1][1], f"<a {names}{reference_type}><sup>{number}</sup></a>"
        notes.append(
            f'<{tag} id="lcp-note-{number}"{note_type}><p>'
            f'<a class="{CLASS}" href="#lcp-ref-{number}">{number}</a> '
            f"<b>{escape(mark.word.text)}</b>: {escape(mark.gloss)}</p></{tag}>"
        )
    end = mapped.anchors.get("/body", len(mapped.source))
    yield end, f'<div class="lcp-glosses"{notes_type}><hr />{"".join(notes)}</div>'
