"""LightGBM, imported when it is needed, with threads that share the machine with others."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

_forks: list[int] = []
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=lambda: _forks.append(os.getpid()))


def is_forked() -> bool:
    """Return whether this process was forked after the import of this module.

    The threads of GNU OpenMP do not survive a fork: if the parent process has used them, a child
    that asks for several threads waits for them forever.
    """
    return bool(_forks)


def thread_count(n_jobs: int | None) -> int:
    """Return LightGBM's number of threads for scikit-learn's `n_jobs`; 0 uses all processors.

    A forked process uses one; see :func:`is_forked`.
    """
    if is_forked():
        return 1
    if n_jobs is None or n_jobs == -1:
        return 0
    processors = os.cpu_count() or 1
    return min(n_jobs, processors) if n_jobs > 0 else max(1, processors + 1 + n_jobs)


def import_lightgbm() -> Any:
    """Return LightGBM, whose threads spin for a short time while they wait for each other.

    By default, they spin long, and training is ten times slower on a busy machine. Without
    spinning, it is four times slower on an idle one.
    """
    name = "GOMP_SPINCOUNT"
    before = os.environ.get(name)
    # OpenMP reads the variable when it is loaded. Other programs of this process do not get it.
    os.environ.setdefault(name, "1000")
    try:
        return import_module("lightgbm")
    finally:
        if before is None:
            del os.environ[name]
