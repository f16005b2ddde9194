"""Generate the gallery: scripts in ``docs/examples`` with the output of running them."""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from pathlib import Path

from generate import ROOT, _without_resources

EXAMPLES = ROOT / "docs" / "examples"


def example(name: str, *arguments: str) -> str:
    """Run a script, and return its description, its code and its output as Markdown.

    Parameters
    ----------
    name : str
        File name in ``docs/examples``, without the ending.
    *arguments : str
        Arguments of the script; names of files are relative to ``docs``.
    """
    path = EXAMPLES / f"{name}.py"
    code = path.read_text(encoding="utf-8")
    paths = [str(ROOT / "docs" / argument) for argument in arguments]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, str(path), *paths],
            cwd=folder,
            env={**_without_resources(), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"{path} failed:\n{done.stderr}")
    description = ast.get_docstring(ast.parse(code)) or ""
    body = code.split('"""\n', maxsplit=1)[1].strip()
    command = " ".join(["python", path.name, *(Path(argument).name for argument in arguments)])
    output = done.stdout.rstrip()
    return f"{description}\n\n```python\n{body}\n```\n\n```console\n$ {command}\n{output}\n```"
