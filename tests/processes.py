"""Python in another process."""

import os
import subprocess
import sys

#: A program that runs commands, each a list of arguments; it prints codes, outputs and errors.
RUN_COMMANDS = """
import contextlib, io, json, sys
from lcp.cli import main
results = []
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["lcp", *arguments]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code or 0
    results.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(results))
"""


def python(*arguments, cwd=None, **environment):
    """Run Python; returns the exit code, and output and errors as text."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
