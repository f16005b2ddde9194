"""Virtual environments of the programs that ``speed.py`` compares with.

``programs/NAME.txt`` lists the packages of ``programs/NAME.py``, all with their versions. Its
environment is made once and kept in the cache folder of ``lcp``.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from lcp import Store

PROGRAMS = Path(__file__).with_name("programs")
#: Written at the end of the installation: without this file the environment is made again.
COMPLETE = "complete"


class NotInstalledError(Exception):
    """The packages of a program cannot be installed. The message is the last line of pip's."""


def python_of(requirements: Path) -> str:
    """Return the interpreter of the environment with these packages, which is made if missing.

    Raises
    ------
    NotInstalledError
        If pip fails.
    """
    key = f"{requirements.read_text(encoding='utf-8')}{sys.executable}{platform.python_version()}"
    name = f"{requirements.stem}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
    folder = Store().cache / "benchmarks" / name
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    python = str(folder / scripts / "python")
    if (folder / COMPLETE).is_file():
        return python
    shutil.rmtree(folder, ignore_errors=True)
    print(f"Installing the packages of {requirements.name} …", file=sys.stderr, flush=True)
    for command in (
        [sys.executable, "-m", "venv", str(folder)],
        [python, "-m", "pip", "install", "--quiet", "--requirement", str(requirements)],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = (done.stderr + done.stdout).strip().splitlines() or ["no message"]
            errors = [line for line in lines if line.startswith("ERROR")] or lines
            raise NotInstalledError(errors[-1])
    (folder / COMPLETE).touch()
    return python


def versions(requirements: Path, packages: list[str]) -> dict[str, str]:
    """Return the versions of some of the packages in a list of requirements."""
    pins = (line.partition("==") for line in requirements.read_text("utf-8").split())
    listed = {name.lower().replace("_", "-"): version for name, _, version in pins}
    return {name: listed[name] for name in packages}
