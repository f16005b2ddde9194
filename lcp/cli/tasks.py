"""``lcp tasks``: list the tasks, and run the commands of rooms."""

from __future__ import annotations

from importlib import import_module

import typer

from lcp.cli.console import out
from lcp.tasks import rooms

PANEL = "Other tasks"
ORDER = 38

app = typer.Typer(name="tasks")


@app.callback(invoke_without_command=True)
def tasks(context: typer.Context) -> None:
    """List the tasks, or run a task's command: lcp tasks ROOM COMMAND."""
    if context.invoked_subcommand is not None:
        return
    for room in rooms().values():
        for task in room.tasks.values():
            out.print(
                f"{task.name}  {task.title or task.quantity}", highlight=False, soft_wrap=True
            )


def _commands(name: str) -> typer.Typer:
    commands = typer.Typer(name=name, no_args_is_help=True)
    commands.callback()(lambda: None)
    for command, place in rooms()[name].commands.items():
        module, _, function = place.partition(":")
        commands.command(command)(getattr(import_module(module), function))
    return commands


for _name in rooms():
    if rooms()[_name].commands:
        app.add_typer(_commands(_name))
