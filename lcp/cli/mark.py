"""``lcp mark``: a copy of a document with glosses or colours on its hard words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli.console import info, progress
from lcp.cli.inputs import warnings_printed
from lcp.cli.options import ModelOption, ReadersOption, ThresholdOption, threshold_of
from lcp.cli.texts import EncodingOption
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from lcp.reading.annotation import AnnotatedSentence, RatedWord
    from lcp.reading.annotator import Annotator

PANEL = "Predict and explain"
ORDER = 27


def mark(
    file: Annotated[Path, typer.Argument(help="Document: HTML, EPUB, DOCX, SRT or VTT.")],
    *,
    out: Annotated[Path, typer.Option(help="Copy of the document, in the same format.")],
    style: Annotated[
        Literal["gloss", "heatmap"],
        typer.Option(
            help="gloss: an easier synonym or a short definition, above the word in HTML and EPUB, "
            "else after it in parentheses; needs WordNet. heatmap: colours; not in "
            "subtitles."
        ),
    ] = "gloss",
    model: ModelOption = None,
    readers: ReadersOption = "general",
    threshold: ThresholdOption = "some",
    encoding: EncodingOption = None,
) -> None:
    """Write a copy of a document with glosses or colours on its hard words.

    A word is glossed where it first occurs in a chapter, except in headings, links and code.
    """
    from lcp.cli.inputs import open_model
    from lcp.documents.formats import format_of
    from lcp.documents.marks import check_style, mark_document
    from lcp.reading.annotator import Annotator

    check_style(file, style)
    form = format_of(str(file))
    if format_of(str(out)) != form:
        hint = f"End the name in {' or '.join(form.suffixes)}."
        raise InputError(f"The copy has the format {form.title}.", where=str(out), hint=hint)
    if file.exists() and out.exists() and file.samefile(out):
        hint = "Give another name with --out."
        raise InputError("The copy would replace the original.", where=str(out), hint=hint)
    annotator = Annotator(open_model(model), readers=readers, threshold=threshold_of(threshold))
    describe = _describer(style, annotator)
    with warnings_printed():
        number = mark_document(
            file, out, style, annotator, describe, progress=progress, encoding=encoding
        )
    if style == "gloss":
        info(
            "A hard word is glossed once in a chapter, if its sense is clear and a short, easier "
            "gloss exists."
        )
    kind = "Glossed" if style == "gloss" else "Coloured"
    info(f"{kind}: {number:,} words. Written to {out}.")


def _describer(style: str, annotator: Annotator) -> Callable[[AnnotatedSentence, RatedWord], str]:
    """Return the function that describes a marked word."""
    if style == "gloss":
        from lcp.reading.glosses import Glosser

        return Glosser(annotator.model, annotator.readers).gloss
    from lcp.reports.heatmap import describe_word

    return lambda _, word: describe_word(word)
