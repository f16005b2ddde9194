"""Work on files from anyone in a process with limits of time, memory and output.

Parsers in C can need any amount of time and memory for a small file, and a thread cannot be
stopped. The process receives its request and returns its reply as JSON, never as pickled objects.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from lcp import errors
from lcp.errors import InputError, LCPError

#: Limits of a process. That of memory needs a system with ``setrlimit``: Linux, or another Unix.
SECONDS = 60.0
MEMORY = 1024**3
OUTPUT = 2 * 1024**3
_PROGRAM = "import sys; from lcp.documents.process import main; main(sys.argv[1])"


class Work:
    """A function of :mod:`lcp.documents.extraction` in a process, which ends with the context.

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
    """

    def __init__(
        self,
        function: str,
        source: Path | bytes,
        where: str,
        *arguments: Any,
        seconds: float = SECONDS,
    ) -> None:
        self.source = source
        self.where = where
        self.seconds = seconds
        self.call = (function, where, *arguments)

    def __enter__(self) -> Self:
        self._files = TemporaryDirectory(prefix="lcp-", ignore_cleanup_errors=True)
        self.folder = Path(self._files.name)
        path = self.folder / "document" if isinstance(self.source, bytes) else self.source
        if isinstance(self.source, bytes):
            path.write_bytes(self.source)
        request = (self.seconds, MEMORY, str(path), *self.call)
        (self.folder / "request").write_text(json.dumps(request), encoding="utf-8")
        search = os.pathsep.join(path or os.getcwd() for path in sys.path)  # noqa: PTH109
        self.process = subprocess.Popen(  # noqa: S603 - this program
            # -P: modules are not imported from the current folder, which may contain anything.
            [sys.executable, "-P", "-c", _PROGRAM, self.folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": search},
        )
        self._end = time.monotonic() + self.seconds
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._files.cleanup()

    def is_done(self) -> bool:
        """Whether the process has ended, or its time."""
        return self.process.poll() is not None or time.monotonic() > self._end

    def result(self) -> dict[str, Any]:
        """Wait for the process, and return what the function returned.

        Raises
        ------
        LCPError
            If the function raised it.
        InputError
            If the process exceeded a limit or crashed.
        """
        what = f"The document is damaged, or needs more than {MEMORY // 1024**2:,} MiB of memory."
        try:
            code = self.process.wait(max(0, self._end - time.monotonic()))
        except subprocess.TimeoutExpired:
            code, what = None, f"Reading the document takes more than {self.seconds:g} seconds."
        if code != 0:
            hint = "Split the document, or convert it to plain text, which may have any size."
            raise InputError(what, where=self.where, hint=hint)
        result: dict[str, Any] = json.loads((self.folder / "reply").read_bytes())
        if "error" in result:
            name, what, *rest = result["error"]
            kind: type[LCPError] = getattr(errors, name)
            raise kind(what, where=rest[0], hint=rest[1])
        return result


def main(folder: str) -> None:
    """Do the work of a process."""
    request = json.loads(Path(folder, "request").read_bytes())
    seconds, memory, path, function, *arguments = request
    _limit(seconds, memory)
    from lcp.documents import extraction

    reply: dict[str, Any]
    try:
        reply = getattr(extraction, function)(Path(path), *arguments)
    except LCPError as error:
        reply = {"error": (type(error).__name__, error.what, error.where, error.hint)}
    Path(folder, "reply").write_text(json.dumps(reply), encoding="utf-8")


def _limit(seconds: float, memory: int) -> None:
    """Limit this process; the parent process also limits its time."""
    with suppress(ImportError):
        import resource

        limits = {"CPU": int(seconds) + 1, "AS": memory, "FSIZE": OUTPUT, "CORE": 0}
        for name, limit in limits.items():
            # Some systems do not have all of them.
            with suppress(ValueError, OSError):
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))
