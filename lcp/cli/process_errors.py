"""Refusals of the operating system, and signals, as errors and exit codes of a command."""

from __future__ import annotations

import errno
import os
import signal
import sys
from contextlib import contextmanager
from io import TextIOBase
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from lcp.errors import InputError, LCPError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Exit codes that a shell expects: 128 and the number of the signal.
INTERRUPTED, TERMINATED = 130, 143
_HINTS = {
    errno.ENOSPC: "Free some space on the disk, or write to another one.",
    errno.EDQUOT: "Free some space on the disk, or write to another one.",
    errno.EACCES: "Check the permissions of the file and its folder.",
    errno.EPERM: "Check the permissions of the file and its folder.",
    errno.EROFS: "Choose a folder that you have permission to write to.",
    errno.ENAMETOOLONG: "Give a shorter path. A sentence is given with --sentence.",
    errno.EMFILE: "Allow more open files with `ulimit -n`.",
}


def system_error(error: OSError) -> LCPError:
    """Return the error for a refusal of the operating system."""
    reason = error.strerror or str(error) or type(error).__name__
    return LCPError(
        f"The operating system reports an error ({reason}).",
        where=None if error.filename is None else quoted(os.fspath(error.filename)),
        hint=_HINTS.get(error.errno or 0, "Check the path and the disk, and try again."),
    )


@contextmanager
def terminated_cleanly() -> Iterator[None]:
    """Let SIGTERM remove temporary files, as Ctrl-C does; the exit code is 143."""

    def stop(*_: object) -> NoReturn:
        sys.exit(TERMINATED)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def discard_unwritable_output() -> None:
    """Discard unwritable standard output, so that Python does not try again at its exit."""
    try:
        sys.stdout.flush()
    except OSError:
        discard_output()


class ClosedOutput(TextIOBase):
    """Standard output that is closed."""

    def write(self, _: str) -> NoReturn:
        """Raise an error: nobody would see the result."""
        hint = "Open it, or give --out if the command has it."
        raise InputError("Standard output is closed.", hint=hint)


def discard_output() -> None:
    """Send the rest of the output nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def standard_input() -> BinaryIO:
    """Return standard input; raises :class:`InputError` if it is closed."""
    if sys.stdin is None:
        raise InputError("Standard input is closed.", hint="Give the path of a file, or a pipe.")
    return sys.stdin.buffer
