"""``lcp annotate`` for copies of documents: glosses above words, or colours."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from lcp.cli.console import err, info
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lcp.annotation import Annotator
    from lcp.corpora.registry import Readers
    from lcp.documents.formats import Format
    from lcp.marking.marks import Style

GlossStyle = Literal["ruby", "footnotes", "parentheses"]

Gloss = Annotated[
    bool,
    typer.Option(
        "--gloss",
        help="Write a copy of the document (HTML, EPUB, DOCX, SRT, VTT) to --out, with an easier "
        "synonym or else a short definition of each complex word. Needs WordNet and the tagger.",
    ),
]
GlossAs = Annotated[
    GlossStyle | None,
    typer.Option(
        help="Place of glosses: above the word (ruby), at the end of the chapter (footnotes), or "
        "after the word (parentheses). Default: ruby in HTML and EPUB, else parentheses."
    ),
]
GlossAll = Annotated[
    bool,
    typer.Option("--gloss-all", help="Gloss every occurrence. Default: the first in each chapter."),
]
Heatmap = Annotated[
    bool,
    typer.Option(
        "--heatmap",
        help="Write a copy of the document (HTML, EPUB, DOCX) to --out, with colours on complex "
        "words. Default for DOCX files if --out ends in .docx.",
    ),
]


def copy_style(
    file: str,
    out: Path | None,
    *,
    gloss: bool,
    gloss_as: GlossStyle | None,
    gloss_all: bool,
    heatmap: bool,
    report: str | None,
) -> Style | None:
    """Return how to mark words in a copy of the document; None if no copy is requested.

    Raises
    ------
    InputError
        If the options do not fit each other or the format.
    """
    gloss = gloss or gloss_as is not None or gloss_all
    if not (gloss or heatmap):
        if out is None or out.suffix.lower() not in {".docx", ".epub"}:
            return None
        if out.suffix.lower() == ".epub" or not file.lower().endswith(".docx"):
            hint = "Add --gloss or --heatmap to copy a document, or give another ending."
            raise InputError(f"The results cannot be written as '{out.suffix}'.", hint=hint)
        heatmap = True
    from lcp.documents.formats import format_of
    from lcp.marking.copying import STYLES, check_style

    option = "--gloss" if gloss else "--heatmap"
    for name, used in (("--heatmap", gloss and heatmap), ("--format", report is not None)):
        if used:
            raise InputError(f"{option} and {name} exclude each other.", hint="Remove one of them.")
    if file == "-" or out is None:
        hint = "Give the document as a file, and a name for the copy with --out."
        raise InputError(f"{option} writes a copy of a document.", hint=hint)
    form = format_of(file)
    _check_out(Path(file), out, form)
    default: Style = "colours" if heatmap else STYLES[form.syntax or "html"][0]
    style = gloss_as or default
    check_style(form, style, file)
    return style


def _check_out(file: Path, out: Path, form: Format) -> None:
    if out.suffix.lower() not in form.suffixes:
        endings = " or ".join(form.suffixes)
        hint = f"End the name in {endings}."
        raise InputError(f"The copy has the format {form.title}.", where=str(out), hint=hint)
    if file.exists() and out.exists() and file.samefile(out):
        hint = "Give another name with --out."
        raise InputError("The copy would replace the original.", where=str(out), hint=hint)


def annotate_copy(
    annotator: Annotator,
    file: Path,
    out: Path,
    style: Style,
    *,
    repeat: bool,
    genre: str,
    readers: Readers,
) -> None:
    """Write the copy, and print the number of marks."""
    from lcp.marking.copying import mark_document

    glosser = None
    if style != "colours":
        from lcp.marking.glosses import Glosser

        full = style == "footnotes"
        glosser = Glosser(annotator.model, genre=genre, readers=readers, full=full)
    with _progress() as progress:
        number = mark_document(
            file, out, annotator, style, glosser=glosser, repeat=repeat, progress=progress
        )
    kind = "Coloured" if glosser is None else "Glossed"
    info(f"{kind}: {number:,} words. Written to {out}.")


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Show the share of the text that is rated, in a terminal."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns: tuple[Any, ...] = (
        TextColumn("annotating"),
        BarColumn(),
        TaskProgressColumn(),
        Remaining(elapsed_when_finished=True),
    )
    with Progress(*columns, console=err, disable=not err.is_terminal) as bar:
        task = bar.add_task("annotating", total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield show
