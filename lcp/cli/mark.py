"""``lcp mark``: a copy of a document with glosses or colours on its hard words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli import texts
from lcp.cli.console import info, progress
from lcp.cli.inputs import warnings_printed
from lcp.cli.options import ModelOption, ReadersOption, ThresholdOption, threshold_of
from lcp.cli.texts import EncodingOption
from lcp.errors import InputError

if TYPE_CHECKING:
    from lcp.reading.annotation import AnnotatedSentence, RatedWord


def mark(
    file: Annotated[Path, typer.Argument(help="Document: HTML, EPUB, DOCX, SRT or VTT.")],
    *,
    out: Annotated[Path, typer.Option(help="Copy of the document, in the same format.")],
    style: Annotated[
        Literal["gloss", "heatmap"],
        typer.Option(
            help="gloss: an easier synonym or a short definition, above the word in HTML and EPUB, "
            "else after it in parentheses, and a list of words at the end (not in subtitles); "
            "needs WordNet. heatmap: colours; not in subtitles."
        ),
    ] = "gloss",
    model: ModelOption = None,
    readers: ReadersOption = "general",
    threshold: ThresholdOption = "some",
    encoding: EncodingOption = None,
    level: Annotated[
        Literal["A1", "A2", "B1", "B2", "C1", "C2"] | None,
        typer.Option(help="Mark words of this CEFR level and above, whatever their complexity."),
    ] = None,
    known_words: texts.KnownOption = None,
    glossary: Annotated[
        Path | None,
        typer.Option(
            help="File of your own glosses: on each line a word, a tab and its gloss. They come "
            "before others."
        ),
    ] = None,
) -> None:
    """Write a copy of a document with glosses or colours on its hard words.

    A word is glossed where it first occurs in a chapter, except in headings, links and code.
    """
    from lcp.cli.inputs import open_model
    from lcp.documents.formats import format_of
    from lcp.documents.marks import check_style, mark_document
    from lcp.reading.annotator import Annotator
    from lcp.reports.heatmap import describer

    check_style(file, style)
    form = format_of(str(file))
    if format_of(str(out)) != form:
        hint = f"End the name in {' or '.join(form.suffixes)}."
        raise InputError(f"The copy has the format {form.title}.", where=str(out), hint=hint)
    if file.exists() and out.exists() and file.samefile(out):
        hint = "Give another name with --out."
        raise InputError("The copy would replace the original.", where=str(out), hint=hint)
    if glossary and style != "gloss":
        hint = "Leave out --glossary, or the style."
        raise InputError("A heat map has no glosses.", where=str(glossary), hint=hint)
    fitted = open_model(model)
    if level:
        texts.require_levels(fitted)
    annotator = Annotator(fitted, readers=readers, threshold=threshold_of(threshold))
    known = texts.read_known_words(known_words)

    def is_hard(sentence: AnnotatedSentence, word: RatedWord) -> bool:
        hard = (word.rating.level or "") >= level if level else word.complex
        return hard and not known.covers(word.text, sentence.lemma(word))

    describe = describer(annotator, style, _read_glossary(glossary))
    with warnings_printed():
        marked, listed = mark_document(
            file,
            out,
            style,
            annotator,
            describe,
            is_hard=is_hard,
            progress=progress,
            encoding=encoding,
        )
    if style == "gloss":
        info(
            "A hard word is explained once in a chapter, if its sense is clear and an explanation "
            f"in easier words exists. Listed at the end: {listed:,} words."
        )
    kind = "Glossed" if style == "gloss" else "Coloured"
    info(f"{kind}: {marked:,} words. Written to {out}.")


def _read_glossary(path: Path | None) -> dict[str, str]:
    """Return the glosses of a file by word, in lower case."""
    glosses = {}
    for number, line in enumerate(texts.read_lines(path), start=1):
        word, _, gloss = (part.strip() for part in line.partition("\t"))
        if not line.strip() or line.startswith("#"):
            continue
        if not (word and gloss):
            hint = "Write a word, a tab and its gloss on each line."
            raise InputError("The line has no gloss.", where=f"{path}, line {number}", hint=hint)
        glosses[word.lower()] = gloss
    return glosses
