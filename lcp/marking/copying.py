"""Copy a document with marks on its complex words; everything else stays byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.documents.archive import Archive
from lcp.documents.formats import formats
from lcp.documents.mapping import MappedText
from lcp.documents.reading import opened
from lcp.english.text import lemma
from lcp.errors import InputError
from lcp.files import written_aside
from lcp.marking.docx_marks import docx_insertions
from lcp.marking.html_marks import html_insertions
from lcp.marking.marks import Mark, colour_step, inserted
from lcp.marking.text_marks import text_insertions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from lcp.annotation.annotation import AnnotatedSentence
    from lcp.annotation.annotator import Annotator
    from lcp.documents.formats import Format, Part, Syntax
    from lcp.marking.glosses import Glosser
    from lcp.marking.marks import Insertion, Style

#: Styles that each syntax supports; the first gloss is the default.
STYLES: dict[Syntax, tuple[Style, ...]] = {
    "html": ("ruby", "footnotes", "parentheses", "colours"),
    "docx": ("parentheses", "colours"),
    "text": ("parentheses",),
}
_INSERTIONS: dict[Syntax, Callable[[Part, Sequence[Mark], Style], list[Insertion]]] = {
    "html": html_insertions,
    "docx": docx_insertions,
    "text": text_insertions,
}


def mark_document(
    source: Path,
    out: Path,
    annotator: Annotator,
    style: Style,
    *,
    glosser: Glosser | None = None,
    repeat: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write a copy of a document with marks on its complex words.

    The copy consists of the bytes of the original and of insertions. In an archive, such as a
    book, this holds for each file that has marks; the other files are unchanged.

    Parameters
    ----------
    source, out : Path
        The document, and its copy, which appears when it is complete.
    annotator : Annotator
        Rates the words; those that reach its threshold are marked.
    style : {"ruby", "footnotes", "parentheses", "colours"}
        How words are marked; see :data:`STYLES`.
    glosser : Glosser, optional
        Glosses words. Default: without glosses, for colours.
    repeat : bool, default=False
        Whether to gloss a word each time it occurs. Default: once in a chapter.
    progress : callable, optional
        Called with the number of characters rated so far and their total.

    Returns
    -------
    int
        Number of marks.

    Raises
    ------
    InputError
        If the document cannot be read, or its format does not support the style.
    """
    with opened(source) as (form, where, stream):
        syntax = check_style(form, style, where)
        parts = [part for part in form.content(stream, where).parts if part.mapped]
        total = sum(len(part.text) for part in parts)
        before = number = 0
        copies = {}
        for part in parts:
            glossed: set[str] = set()
            marks: list[Mark] = []
            for sentence in annotator.stream([part.text]):
                marks += _marks(sentence, part, annotator.threshold, glosser, glossed)
                if repeat:
                    glossed.clear()
                if progress:
                    progress(before + sentence.segment.start, total)
            before += len(part.text)
            number += len(marks)
            source_text = inserted(_mapped(part).source, _INSERTIONS[syntax](part, marks, style))
            copies[part.member] = source_text.encode(part.encoding)
        if progress:
            progress(total, total)
        with written_aside(out) as aside, aside.open("wb") as target:
            if "" in copies:
                target.write(copies[""])
            else:
                Archive(stream, where).copy(target, copies)
    return number


def check_style(form: Format, style: Style, where: str) -> Syntax:
    """Return the syntax of marks in a format.

    Raises
    ------
    InputError
        If the format does not support the style.
    """
    syntax = form.syntax
    if syntax is not None and style in STYLES[syntax]:
        return syntax
    able = [
        suffix
        for other in formats().values()
        if other.syntax is not None and style in STYLES[other.syntax]
        for suffix in other.suffixes
    ]
    kind = "colours" if style == "colours" else f"glosses as {style}"
    raise InputError(
        f"Documents in the format {form.title} cannot have {kind}.",
        where=where,
        hint=f"Supported: {', '.join(able)}.",
    )


def _marks(
    sentence: AnnotatedSentence,
    part: Part,
    threshold: float,
    glosser: Glosser | None,
    glossed: set[str],
) -> Iterator[Mark]:
    """Yield the marks of a sentence; lemmas in `glossed` are not glossed again."""
    mapped = _mapped(part)
    end = 0
    for word in sentence.words:
        # The words of a marked expression do not have marks of their own.
        if not word.complex or word.start < end:
            continue
        spans = mapped.source_spans(word.start, word.end)
        gloss = ""
        if glosser is not None:
            key = lemma(word.text)
            if key in glossed or word.kind == "name" or mapped.is_quiet(word.start):
                continue
            gloss = glosser.gloss(sentence, word)
            if not gloss:
                continue
            glossed.add(key)
        if spans:
            yield Mark(word, spans, gloss, colour_step(word.complexity, threshold))
            end = word.end


def _mapped(part: Part) -> MappedText:
    return part.mapped or MappedText(part.text, part.text)
