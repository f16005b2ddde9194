"""Forked processes, in which native code must not use several threads.

The threads of GNU OpenMP do not survive a fork. If the parent process has used them, a child that
asks for several threads waits for them forever.
"""

from __future__ import annotations

import os

_forks: list[int] = []

if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=lambda: _forks.append(os.getpid()))


def is_forked() -> bool:
    """Return whether this process was forked after the import of this module."""
    return bool(_forks)
