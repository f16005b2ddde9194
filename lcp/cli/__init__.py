"""The command line: commands, each a thin layer over the Python API, and what they share.

A module of :mod:`lcp.cli.commands` defines a function with the name of its command, or a
:class:`typer.Typer` called ``app`` for a command with subcommands. Nothing here imports pandas or
scikit-learn before a command runs, and a command that is named on the command line is imported
without the others.
"""

from __future__ import annotations

import logging
import sys
from functools import wraps
from importlib import import_module
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lcp.cli.console import Messages, info, make_writable, print_error, show_messages
from lcp.cli.process_errors import (
    INTERRUPTED,
    ClosedOutput,
    discard_unwritable_output,
    system_error,
    terminated_cleanly,
)
from lcp.errors import LCPError, installed

if TYPE_CHECKING:
    from collections.abc import Callable

_Quiet = Annotated[bool, typer.Option("--quiet", help="Print results and errors only.")]
#: Commands in the order of ``lcp --help``.
COMMANDS = {
    "Train and evaluate": ("fit", "evaluate", "compare", "ablate", "tasks"),
    "Predict and explain": (
        *("predict", "explain", "substitutes", "annotate", "serve", "profile", "words", "mark"),
    ),
    "Data": ("features", "norms", "match", "split", "overlap", "resources"),
}


def make_app(command: str | None = None) -> typer.Typer:
    """Build the application from all commands, or from one of them."""
    app = typer.Typer(
        name="lcp", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
    )
    app.callback()(_common_options)
    panels = {name: panel for panel, names in COMMANDS.items() for name in names}
    for name in [command] if command in panels else panels:
        module = import_module(f"{__name__}.commands.{name}")
        if hasattr(module, "app"):
            for registered in module.app.registered_commands:
                registered.callback = _with_quiet(registered.callback)
            app.add_typer(module.app, rich_help_panel=panels[name])
        else:
            app.command(rich_help_panel=panels[name])(_with_quiet(getattr(module, name)))
    return app


def _with_quiet(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the option ``--quiet``, if it has none."""
    shape = signature(command, eval_str=True)
    if "quiet" in shape.parameters:
        return command

    @wraps(command)
    def run(*, quiet: bool, **options: Any) -> None:
        show_messages(shown=not quiet)
        command(**options)

    added = Parameter("quiet", Parameter.KEYWORD_ONLY, default=False, annotation=_Quiet)
    run.__signature__ = shape.replace(parameters=[*shape.parameters.values(), added])  # type: ignore[attr-defined]
    run.__annotations__ = {**command.__annotations__, "quiet": _Quiet}
    return run


def _print_version(value: bool) -> None:  # noqa: FBT001 - typer's signature
    if value:
        from lcp.base.version import __version__

        typer.echo(f"lcp {__version__}")
        raise typer.Exit


def _common_options(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Lexical complexity prediction with interpretable features."""


def __getattr__(name: str) -> Any:
    # Built on first use, because that imports every command.
    if name != "app":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    globals()["app"] = make_app()
    return globals()["app"]


def main() -> None:
    """Run a command. Errors are printed in two lines, and set the exit code."""
    sys.stdout = sys.stdout or ClosedOutput()
    for stream in (sys.stdout, sys.stderr):
        make_writable(stream)
    downloads = Messages()
    downloads.addFilter(logging.Filter("lcp.resources"))
    log = logging.getLogger("lcp")
    log.handlers = [downloads]
    log.setLevel("INFO")
    with terminated_cleanly():
        code = _run_command()
    if code == INTERRUPTED:
        info("Interrupted. No partial files were left.")
    sys.exit(code)


def _run_command() -> int:
    try:
        with installed(f"`{_as_called()}`"):
            code = make_app(next(iter(sys.argv[1:]), None))(standalone_mode=False)
        sys.stdout.flush()  # Python does not report an error at its exit
    except LCPError as error:
        print_error(str(LCPError(error.what, where=_as_typed(error.where), hint=error.hint)))
        return error.exit_code
    except OSError as error:
        refused = system_error(error)
        discard_unwritable_output()
        print_error(str(refused))
        return refused.exit_code
    except Exception as error:
        # typer's own usage errors; which class they are depends on its version.
        if not (hasattr(error, "show") and hasattr(error, "exit_code")):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            error.show()
        else:
            # Pydantic, which newer versions use, begins a message with the class of the error.
            message = error.format_message().replace("Value error, ", "")  # type: ignore[attr-defined]
            command = getattr(getattr(error, "ctx", None), "command_path", None) or _as_called()
            print_error(f"{message}\nRun `{command} --help` for the options.")
        return int(error.exit_code)
    return code if isinstance(code, int) else 0


def _as_called() -> str:
    """Return the called command, for errors that do not know it."""
    name = next(iter(sys.argv[1:]), "-")
    return "lcp" if name.startswith("-") else f"lcp {name}"


def _as_typed(where: str | None) -> str | None:
    """Return the name of an option as it was typed, if an error is about it."""
    option = "--seed" if where == "random_state" else f"--{where}".replace("_", "-")
    typed = (argument.partition("=")[0] for argument in sys.argv[1:])
    return option if option in typed else where
