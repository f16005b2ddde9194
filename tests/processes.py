"""Python in another process."""

import os
import subprocess
import sys


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
