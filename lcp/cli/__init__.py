"""The command line: one command per file, each a thin shell over the Python API.

Nothing here imports pandas or scikit-learn before a command runs.
"""

from __future__ import annotations

import sys

import typer

from lcp.cli import (
    ablate,
    annotate,
    audit,
    compare,
    evaluate,
    explain,
    features,
    fetch,
    fit,
    lexicon,
    predict,
    rank,
    resources,
    serve,
    split,
)
from lcp.cli.console import complain
from lcp.errors import LCPError

#: What typer returns after Ctrl-C, and the exit code that a shell expects.
INTERRUPTED = 130

app = typer.Typer(
    name="lcp",
    help="Lexical complexity prediction from features that can be named, explained and removed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(fit.fit)
app.command()(evaluate.evaluate)
app.command()(compare.compare)
app.command()(ablate.ablate)
app.command()(predict.predict)
app.command()(annotate.annotate)
app.command()(rank.rank)
app.command()(explain.explain)
app.command()(serve.serve)
app.command()(split.split)
app.command()(audit.audit)
app.command()(fetch.fetch)
app.command()(resources.resources)
app.command()(features.features)
app.add_typer(lexicon.app)


def main() -> None:
    """Run a command; errors are said in two lines, with the exit code they carry."""
    try:
        code = app(standalone_mode=False)
    except LCPError as error:
        complain(str(error))
        code = error.exit_code
    except Exception as error:
        # typer's own usage errors; which class they are depends on its version.
        if not (hasattr(error, "show") and hasattr(error, "exit_code")):
            raise
        error.show()
        code = error.exit_code
    if code == INTERRUPTED:
        complain("Stopped. Nothing was written that is not whole.")
    sys.exit(code if isinstance(code, int) else 0)
