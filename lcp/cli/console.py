"""Output of the commands: results go to standard output, everything else to standard error."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from io import TextIOWrapper
from itertools import count
from logging import Handler, LogRecord
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal

from rich.console import Console
from rich.markup import escape

from lcp.files.input_files import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    import pandas as pd
    from rich.progress import Progress

    from lcp.tables.formatting import Table

# Without emoji: rich would print ":train:" as a picture of a train.
out = Console(highlight=False, emoji=False)
err = Console(stderr=True, highlight=False, emoji=False)
#: Column of a progress bar with its label.
_LABEL = "{task.description:<28}"


def make_writable(stream: object) -> None:
    """Make a stream accept all characters: UTF-8 in files and pipes, and "?" for others.

    On Windows, a redirected stream has an encoding such as cp1252, which lacks most characters. No
    encoding has those of a file name that is not UTF-8.
    """
    if isinstance(stream, TextIOWrapper):
        encoding = stream.encoding if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="replace")


def show_messages(*, shown: bool) -> None:
    """Print what is not a result, or no longer."""
    err.quiet = not shown


def print_error(message: str) -> None:
    """Print an error, with ``--quiet`` too: what is wrong and where, then what to do."""
    show_messages(shown=True)
    info(message, "[bold red]Error:[/] ")


def info(message: str, label: str = "") -> None:
    """Print a message that is not a result, after a label in the markup of rich."""
    lines = "\n".join(map(printable, message.split("\n")))
    # A command whose messages nobody can read does not fail.
    with suppress(OSError):
        err.print(label + escape(lines), soft_wrap=not err.is_terminal)


class Messages(Handler):
    """Prints what the package says, such as which resource it downloads."""

    def emit(self, record: LogRecord) -> None:
        """Print a message."""
        info(record.getMessage())


def print_warning(message: str, title: str) -> None:
    """Print a message after its title in bold."""
    info(message, f"[bold yellow]{title}:[/] ")


def print_lines(lines: Iterable[str], indent: int = 2) -> None:
    """Print lines of a result; a terminal wraps them and indents the rest by four columns more."""
    for line in lines:
        text = " " * indent + line
        if out.is_terminal:
            rest = " " * (indent + 4)
            text = fill(
                text, out.width, subsequent_indent=rest, break_long_words=False,
                break_on_hyphens=False,
            )  # fmt: skip
        out.print(escape(text), soft_wrap=True)


def print_table(
    columns: Iterable[str], rows: Iterable[Iterable[object]], right: Collection[str] = ()
) -> None:
    """Print a result as a table, folded to the width of the terminal.

    The columns in `right` are aligned to the right.
    """
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for column in columns:
        side: Literal["left", "right"] = "right" if column in right else "left"
        table.add_column(column, overflow="fold", justify=side)
    for row in rows:
        table.add_row(*(escape(str(cell)) for cell in row))
    out.print(table)


def print_tables(tables: Iterable[Table]) -> None:
    """Print the tables of a report, each below its title and caption if it has them."""
    for index, table in enumerate(tables):
        if index:
            out.print()
        if table.title:
            out.print(escape(" ".join(filter(None, [f"{table.title}.", table.caption]))))
        print_table(table.columns, table.rows, {table.columns[place] for place in table.numeric})


def print_scores(scores: pd.DataFrame, title: str) -> None:
    """Print a table of :func:`score_table` with one row per metric and one column per subset."""
    from lcp.evaluation.labels import METRIC_LABELS, SUBSETS
    from lcp.tables.formatting import with_interval

    names = list(dict.fromkeys(scores["metric"]))
    headings = ["metric"]
    columns: list[list[str]] = []
    for subset, part in scores.groupby("subset", sort=False):
        headings.append(f"{SUBSETS[str(subset)]}\nn = {int(part['n'].iloc[0]):,}")
        by_metric = part.set_index("metric")
        values = by_metric.reindex(names)[["value", "low", "high"]].to_numpy(dtype=float)
        columns.append([with_interval(*row) for row in values])
    out.print(escape(f"{title} (95% intervals in parentheses)"))
    print_table(headings, zip(map(METRIC_LABELS.__getitem__, names), *columns, strict=True))


def _bar(*columns: Any, shown: bool = True, **options: Any) -> Progress:
    """Return a progress bar; only a terminal shows it."""
    from rich.progress import Progress

    # Rich must not redirect standard output, which receives the result.
    return Progress(
        *columns,
        console=err,
        disable=not (shown and err.is_terminal),
        redirect_stdout=False,
        **options,
    )


@contextmanager
def progress(total: int) -> Iterator[Callable[[str], None]]:
    """Show a progress bar of `total` steps; call what it yields with a label before each step."""
    from rich import progress as rich

    columns = (rich.BarColumn(bar_width=20), rich.MofNCompleteColumn(), rich.TimeElapsedColumn())
    with _bar(_LABEL, *columns, rich.TimeRemainingColumn(), speed_estimate_period=3_600) as bar:
        task = bar.add_task("starting", total=total)
        begun = count()

        def step(label: str) -> None:
            bar.update(task, completed=next(begun), description=label)

        yield step
        bar.update(task, completed=total, description="done")


@contextmanager
def text_progress(
    pieces: Iterable[str], total: int | None, *, shown: bool = True, doing: str = "annotating"
) -> Iterator[Iterator[str]]:
    """Yield the pieces of a text; a terminal shows how many of its `total` bytes were read."""
    from rich.progress import BarColumn, DownloadColumn, TimeRemainingColumn

    remaining = TimeRemainingColumn(elapsed_when_finished=True)
    with _bar(_LABEL, BarColumn(), DownloadColumn(), remaining, shown=shown) as bar:
        task = bar.add_task(doing, total=total)

        def read() -> Iterator[str]:
            for piece in pieces:
                yield piece
                bar.advance(task, len(piece.encode("utf-8")))
            # The total may include a byte order mark, which is not in any piece.
            bar.update(task, total=bar.tasks[task].completed)

        yield read()
