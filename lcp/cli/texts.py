"""Documents, known words and output files of the commands that read texts."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from lcp.cli.console import info, text_progress
from lcp.cli.inputs import warnings_printed
from lcp.cli.process_errors import discard_output, standard_input
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pandas as pd

    from lcp.model.model import ComplexityModel
    from lcp.reader.annotation.annotator import Annotator
    from lcp.reader.annotation.known_words import KnownWords
    from lcp.reader.annotation.lines import Lines
    from lcp.reader.profiles.text_profile import TextProfile

#: Formats whose documents are one file with lines.
_LINED = frozenset({"html", "markdown", "subtitles"})


def named_format(out: Path | None, formats: Iterable[str]) -> Any:
    """Return the format after which an output file is named; "text" is .txt, and without a file.

    Raises
    ------
    InputError
        If the ending names no format.
    """
    from lcp.tables.output_tables import check_ending

    endings = {f".{'txt' if name == 'text' else name}": name for name in formats}
    check_ending(out, [*endings])
    return "text" if out is None else endings[out.suffix.lower()]


def profile_text(
    file: str,
    annotator: Annotator,
    words: KnownWords,
    *,
    by_sentence: bool = False,
    encoding: str | None = None,
) -> TextProfile:
    """Profile a document for a reader who knows some words; a terminal shows a progress bar.

    Plain text is read in pieces. Of HTML, Markdown and subtitles, the lines of the file count;
    of other formats, the lines of the extracted text.

    Parameters
    ----------
    file : str
        Path of a document, or ``-`` for plain text from standard input.
    """
    from lcp.files.input_files import printable
    from lcp.reader.documents.formats import format_of
    from lcp.reader.documents.opening import open_pieces
    from lcp.reader.profiles.profiler import Profiler

    source = standard_input() if file == "-" else Path(file)
    name = "standard input" if file == "-" else printable(file)
    form = "text" if file == "-" else format_of(file).name
    with warnings_printed(), open_pieces(source, encoding) as (unread, total):
        parts: Iterable[str] = unread
        lines = None
        if form in _LINED:
            parts = list(unread)
            lines = _lines_of(Path(file), form, "".join(parts), encoding)
        profiler = Profiler(
            annotator, name=name, known_words=words, lines=lines, by_sentence=by_sentence
        )
        with text_progress(parts, total, doing=f"profiling {Path(name).name}") as pieces:
            for _ in profiler.stream(pieces):
                pass
    return profiler.profile()


def _lines_of(path: Path, form: str, text: str, encoding: str | None) -> Lines:
    """Return the lines of the file from which a text was extracted."""
    from lcp.english.markup import markup, strip_markup
    from lcp.reader.annotation.lines import AlignedLines
    from lcp.reader.documents.encoding import declared_encoding, decode

    data = path.read_bytes()
    if encoding:
        source = data.decode(encoding)
    else:
        declared = declared_encoding(data) if form == "html" else None
        source, _ = decode(data, str(path), declared)
    return AlignedLines(text, strip_markup(source, markup(source)))


def require_levels(model: ComplexityModel, where: str | None = None) -> None:
    """Raise :class:`InputError` if a model gives no CEFR levels."""
    if not model.state_.gives_levels:
        raise InputError(
            "The model does not predict CEFR levels.",
            where=where,
            hint="Use the bundled model, or train one on several corpora, among them cefr.",
        )


@contextmanager
def output(out: Path | None, what: str = "the result") -> Iterator[Callable[[str], object]]:
    """Yield a function that writes text to a file, moved into place at the end, or prints it.

    `what` is in the message about the written file.
    """
    from lcp.files.output_files import atomic_write

    if out is None:
        try:
            yield lambda text: typer.echo(text, nl=False)
        except BrokenPipeError as error:
            # The reader, such as `head`, closed the pipe: Python's flush at exit must not fail.
            discard_output()
            raise typer.Exit from error
        return
    with atomic_write(out) as aside, aside.open("w", encoding="utf-8", newline="\n") as stream:
        yield stream.write
    info(f"Wrote {what} to {out}.")


def write_results(
    table: pd.DataFrame, out: Path | None, what: str = "", decimals: int | None = None
) -> None:
    """Write a table to a file, and print what was written; without a file, print the table."""
    from lcp.tables.output_tables import as_csv, write_table

    if out is None:
        typer.echo(as_csv(table, decimals), nl=False)
        return
    write_table(table, out, decimals)
    info(f"Wrote {what or f'{len(table):,} rows'} to {out}.")


def read_known_words(path: Path | None) -> KnownWords:
    """Return the words of a file, one per line; none without a file."""
    from lcp.reader.annotation.known_words import KnownWords

    return KnownWords(read_lines(path))


def read_lines(path: Path | None, hint: str = "Give a file with one word per line.") -> list[str]:
    """Return the lines of a list of words; none without a file."""
    from lcp.files.input_files import read_at_most
    from lcp.reader.documents.encoding import BYTE_ORDER_MARK, decode

    if path is None:
        return []
    data = read_at_most(path, "list", hint)
    text, _ = decode(data, str(path))
    return text.removeprefix(BYTE_ORDER_MARK).splitlines()
