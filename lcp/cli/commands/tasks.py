"""``lcp tasks``: list the tasks; and the commands of their plugins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import out as console
from lcp.cli.corpora import open_corpus
from lcp.cli.options import Columns, CorpusArgument
from lcp.cli.texts import write_results
from lcp.task import TASKS

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd


def tasks() -> None:
    """List the tasks, for the option --task of other commands."""
    for task in TASKS.tasks():
        line = f"{task.name}  {task.title or task.quantity}"
        console.print(line, highlight=False, soft_wrap=True)


def command_of(function: Callable[[pd.DataFrame], pd.DataFrame]) -> Callable[..., None]:
    """Return the command that applies a function of instances to a file of them."""

    def command(
        file: CorpusArgument,
        *,
        columns: Columns = "",
        out: Annotated[
            Path | None, typer.Option(help="Output file. Default: standard output.")
        ] = None,
    ) -> None:
        table = function(open_corpus(file, columns))
        write_results(table, out, f"{len(table):,} rows")

    command.__doc__ = (function.__doc__ or "").partition("\n")[0]
    return command
