"""Work on files from anyone in a process with limits of time, memory and output.

Parsers in C can need any amount of time and memory for a small file, and a thread cannot be
stopped. The process receives its request and returns its reply as JSON, never as pickled objects.
"""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lcp import errors
from lcp.errors import InputError, LCPError

#: Limits of a process. That of memory needs a system with ``setrlimit``: Linux, or another Unix.
SECONDS = 60.0
MEMORY = 1024**3
OUTPUT = 2 * 1024**3
_PROGRAM = "import sys; from lcp.reader.documents.process import main; main(sys.argv[1])"


def work(
    function: str,
    source: Path | bytes,
    where: str,
    *arguments: Any,
    seconds: float = SECONDS,
) -> dict[str, Any]:
    """Call a function of :mod:`lcp.reader.documents.extraction` in a process.

    Return its result, with its warnings under the key ``notes``.

    Parameters
    ----------
    function : str
        Name of the function.
    source : path or bytes
        The document.
    where : str
        Name of the document for messages and for its format.
    arguments : JSON
        Further arguments.
    seconds : float
        Time limit.

    Raises
    ------
    LCPError
        If the function raised it.
    InputError
        If the process exceeded a limit or crashed.
    """
    with TemporaryDirectory(prefix="lcp-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        path = folder / "document" if isinstance(source, bytes) else source
        if isinstance(source, bytes):
            path.write_bytes(source)
        request = (seconds, MEMORY, str(path), function, where, *arguments)
        (folder / "request").write_text(json.dumps(request), encoding="utf-8")
        search = os.pathsep.join(path or os.getcwd() for path in sys.path)  # noqa: PTH109
        try:
            subprocess.run(  # noqa: S603 - this program
                # -P: modules are not imported from the current folder, which may contain anything.
                [sys.executable, "-P", "-c", _PROGRAM, folder],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": search},
                timeout=seconds,
                check=True,
            )
        except subprocess.SubprocessError as error:
            what = (
                f"The document is damaged, or needs more than {MEMORY // 1024**2:,} MiB of memory."
            )
            if getattr(error, "returncode", None) == errno.ENOSPC:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
            if isinstance(error, subprocess.TimeoutExpired):
                what = f"Reading the document takes more than {seconds:g} seconds."
            hint = "Split the document, or convert it to plain text, which may have any size."
            raise InputError(what, where=where, hint=hint) from error
        result: dict[str, Any] = json.loads((folder / "reply").read_bytes())
    if "error" in result:
        kind, what, about, hint = result["error"]
        raise getattr(errors, kind)(what, where=about, hint=hint)
    return result


def main(folder: str) -> None:
    """Do the work of a process."""
    request = json.loads(Path(folder, "request").read_bytes())
    seconds, memory, path, function, *arguments = request
    _limit_process(seconds, memory)
    from lcp.reader.documents import extraction

    reply: dict[str, object]
    try:
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", UserWarning)
                reply = getattr(extraction, function)(Path(path), *arguments)
            reply["notes"] = [str(w.message) for w in caught if w.category is UserWarning]
        except LCPError as error:
            reply = {"error": (type(error).__name__, error.what, error.where, error.hint)}
        Path(folder, "reply").write_text(json.dumps(reply), encoding="utf-8")
    except OSError as error:
        sys.exit(error.errno or 1)


def _limit_process(seconds: float, memory: int) -> None:
    """Limit this process; the parent process also limits its time."""
    with suppress(ImportError):
        import resource

        limits = {"CPU": int(seconds) + 1, "AS": memory, "FSIZE": OUTPUT, "CORE": 0}
        for name, limit in limits.items():
            # Some systems do not have all of them.
            with suppress(ValueError, OSError):
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))
