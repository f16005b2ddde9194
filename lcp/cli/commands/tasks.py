"""``lcp tasks``: list the tasks."""

from __future__ import annotations

from lcp.base.task import TASKS
from lcp.cli.console import out as console


def tasks() -> None:
    """List the tasks, for the option --task of other commands."""
    for task in TASKS.tasks():
        line = f"{task.name}  {task.title or task.quantity}"
        console.print(line, highlight=False, soft_wrap=True)
