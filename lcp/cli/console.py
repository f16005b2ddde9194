"""What the commands print: results on standard output, everything else on standard error."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape

from lcp.reports.tables import METRICS, SUBSETS, with_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pandas as pd

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def complain(message: str) -> None:
    """Print an error: what is wrong and where, then what to do."""
    first, _, rest = message.partition("\n")
    err.print(f"[bold red]Error:[/] {escape(first)}", soft_wrap=True)
    if rest:
        err.print(escape(rest), soft_wrap=True)


def say(message: str) -> None:
    """Print a remark that is not a result."""
    err.print(escape(message), soft_wrap=True)


def box(message: str, title: str) -> None:
    """Print something that must not be missed."""
    from rich.panel import Panel

    err.print(Panel(escape(message), title=title, border_style="bold yellow", padding=(1, 2)))


def print_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print a result as a table, folded to the width of the terminal."""
    from rich import box as borders
    from rich.table import Table

    table = Table(box=borders.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(escape(str(cell)) for cell in row))
    out.print(table)


def print_scores(scores: pd.DataFrame, title: str) -> None:
    """Print the table that `score_table` makes: a row per metric, a column per subset."""
    headings = ["metric"]
    columns: list[list[str]] = []
    for subset, part in scores.groupby("subset", sort=False):
        headings.append(f"{SUBSETS[str(subset)]}, n = {int(part['n'].iloc[0]):,}")
        named = part.set_index("metric")
        figures = named.loc[list(METRICS), ["value", "low", "high"]].to_numpy(dtype=float)
        columns.append([with_interval(*row) for row in figures])
    say(f"{title} (in brackets: 95 % interval)")
    print_table(headings, zip(METRICS.values(), *columns, strict=True))


@contextmanager
def progress(total: int) -> Iterator[Callable[[str], None]]:
    """A bar of `total` steps; call what it yields with a label as each step begins."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns: tuple[Any, ...] = (
        TextColumn("{task.description:<28}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=err) as bar:
        task = bar.add_task("starting", total=total)
        begun = 0

        def step(label: str) -> None:
            nonlocal begun
            bar.update(task, completed=begun, description=label)
            begun += 1

        yield step
        bar.update(task, completed=total, description="done")


@contextmanager
def reading(pieces: Iterable[str], total: int | None, *, shown: bool) -> Iterator[Iterator[str]]:
    """Pieces of a text; a terminal shows how many of its `total` bytes were read."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns: tuple[Any, ...] = (
        TextColumn("{task.description:<28}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    # Standard output holds the result, which is not rich's to print.
    with Progress(
        *columns,
        console=err,
        disable=not (shown and err.is_terminal),
        redirect_stdout=False,
    ) as bar:
        task = bar.add_task("annotating", total=total)

        def read() -> Iterator[str]:
            for piece in pieces:
                yield piece
                bar.advance(task, len(piece.encode("utf-8")))
            # A byte order mark is none of the pieces.
            bar.update(task, total=bar.tasks[task].completed)

        yield read()


def megabytes(size: int) -> str:
    """Size in MB, with a decimal where it is small."""
    return f"{size / 1e6:,.{0 if size >= 1e7 else 1}f} MB"  # noqa: PLR2004
