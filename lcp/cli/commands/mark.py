"""``lcp mark``: a copy of a document with glosses or colours on its hard words."""

from __future__ import annotations

from itertools import chain, groupby
from pathlib import Path
from typing import Annotated, Literal

import typer

from lcp.cli import options, texts
from lcp.cli.console import info, progress
from lcp.cli.inputs import open_model
from lcp.errors import InputError


def mark(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Document: plain text, HTML, Markdown, EPUB, DOCX or subtitles."
        ),
    ],
    *,
    out: Annotated[Path, typer.Option(help="Copy of the document, in the same format.")],
    style: Annotated[
        Literal["gloss", "heatmap"],
        typer.Option(
            help="gloss: an easier synonym or a short definition, above the word in HTML and EPUB, "
            "else after it in parentheses, and a list of words at the end (not in subtitles); "
            "needs WordNet. heatmap: colours; only in HTML, EPUB and DOCX."
        ),
    ] = "gloss",
    model: options.Model = None,
    readers: options.Readers = "general",
    threshold: options.Threshold = "some",
    encoding: options.Encoding = None,
    levels: Annotated[
        str | None,
        typer.Option(
            help=f"Mark the words of CEFR levels, whatever their complexity: {options.LEVELS}"
        ),
    ] = None,
    known_words: options.KnownWords = None,
    glossary: Annotated[
        Path | None,
        typer.Option(
            help="File of your own glosses: on each line a word, a tab and its gloss. These words "
            "are explained, however easy they are, but not names."
        ),
    ] = None,
) -> None:
    """Write a copy of a document with glosses or colours on its hard words.

    A word is glossed where it first occurs in a chapter, except in headings, links and code.
    """
    from lcp.reader.annotation.annotator import Annotator
    from lcp.reader.documents.formats import format_of
    from lcp.reader.documents.marked_copy import MarkedCopy, check_style
    from lcp.reader.profiles.study import level_range
    from lcp.reader.reports.heatmap import describer

    check_style(str(file), style)
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
    selected = level_range(levels) if levels else None
    fitted = open_model(model)
    if selected:
        texts.require_levels(fitted)
    annotator = Annotator(fitted, readers=readers, threshold=options.threshold_of(threshold))
    known = texts.read_known_words(known_words)
    glosses = _read_glossary(glossary)
    describe = describer(annotator, style, glosses)
    copy = MarkedCopy(file, str(file), style, encoding=encoding)
    for note in copy.notes:
        info(note)
    with progress(len(copy.parts)) as step:
        for number, _ in groupby(
            copy.find_marks(annotator, describe, selected, known, glosses.keys())
        ):
            step(f"part {number + 1}")
    copy.write(out)
    marks = [*chain.from_iterable(copy.marks)]
    marked = sum(bool(mark.note) for mark in marks)
    if style == "gloss":
        listed = sum(bool(mark.listed) for mark in marks)
        at_end = "" if form.name == "subtitles" else f" Words listed at the end: {listed:,}."
        info(
            "A hard word is explained once in a chapter, if its sense is clear and an explanation "
            f"in easier words exists.{at_end}"
        )
    kind = "glossed" if style == "gloss" else "coloured"
    info(f"Words {kind}: {marked:,}. Written to {out}.")


def _read_glossary(path: Path | None) -> dict[str, str]:
    """Return the glosses of a file by word, in lower case."""
    glosses, hint = {}, "Write a word, a tab and its gloss on each line."
    for number, line in enumerate(texts.read_lines(path, hint), start=1):
        word, _, gloss = (part.strip() for part in line.partition("\t"))
        if not line.strip() or line.startswith("#"):
            continue
        if not (word and gloss):
            raise InputError("The line has no gloss.", where=f"{path}, line {number}", hint=hint)
        glosses[word.lower()] = gloss
    return glosses
