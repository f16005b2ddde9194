"""Run a command and measure its time and memory.

The command is started by a small process, because Linux counts the memory that the parent has at
the fork as memory of the child: from a benchmark that has imported pandas, every command would seem
to need as much. Needs nothing but the standard library, so that this process is small.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PYTHON = [sys.executable, "-c"]
LCP = [sys.executable, "-m", "lcp"]
#: Seconds between two looks at a group of processes.
POLL = 0.1


@dataclass(frozen=True)
class Usage:
    """Wall and CPU seconds of a command, its peak of memory in MB (10⁶ bytes), and its output."""

    seconds: float
    cpu_seconds: float
    megabytes: float
    output: str = ""


def measure(
    command: Sequence[str],
    *,
    core: int | None = None,
    group: bool = False,
    output: bool = False,
) -> Usage:
    """Run a command in a new process.

    Parameters
    ----------
    command : sequence of str
        Program and arguments.
    core : int, optional
        Number of the only core that the command may use. Default: all cores.
    group : bool, default=False
        Whether to add up CPU seconds and peaks of memory of all processes that the command starts,
        which are read from ``/proc`` ten times a second. Default: the CPU seconds of those that
        their parents waited for, and the largest peak.
    output : bool, default=False
        Whether to keep the standard output.

    Raises
    ------
    SystemExit
        If the command fails, with the end of its standard error.
    """
    with tempfile.TemporaryDirectory() as name:
        printed, usage = Path(name) / "output", Path(name) / "usage.json"
        order = {
            "command": list(command),
            "core": core,
            "group": group,
            "printed": str(printed if output else os.devnull),
            "usage": str(usage),
        }
        launched = subprocess.run(
            [sys.executable, "-I", "-S", __file__, json.dumps(order)],
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if launched.returncode:
            reason = (launched.stderr.strip().splitlines() or ["no message"])[-1]
            raise SystemExit(f"{' '.join(command)} failed: {reason}")
        text = printed.read_text(encoding="utf-8") if output else ""
        return Usage(**json.loads(usage.read_text(encoding="utf-8")), output=text)


def _run(command: list[str], core: int | None, printed: str, usage: str, *, group: bool) -> int:
    """Run a command, write its usage to a file, and return its exit code."""
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    with Path(printed).open("wb") as output:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=output, start_new_session=group)
        ended = Event()
        members: dict[int, tuple[float, float]] = {}
        watch = Thread(target=_watch, args=(child.pid, members, ended))
        if group:
            watch.start()
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
    cpu = used.ru_utime + used.ru_stime
    megabytes = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6
    if group:
        ended.set()
        watch.join()
        cpu = sum(own for own, _ in members.values())
        megabytes = sum(own for _, own in members.values())
    result = {"seconds": seconds, "cpu_seconds": cpu, "megabytes": megabytes}
    Path(usage).write_text(json.dumps(result), encoding="utf-8")
    return 1 if child.returncode else 0


def _watch(session: int, members: dict[int, tuple[float, float]], ended: Event) -> None:
    """Record CPU seconds and peak of memory in MB of each process of a session until its end."""
    while not ended.wait(POLL):
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[3]) != session:
                    continue
                status = stat.with_name("status").read_text()
            except (OSError, ValueError):
                continue  # the process has ended
            kilobytes = float((status.partition("VmHWM:")[2].split() or ["0"])[0])
            if kilobytes:
                ticks = int(fields[11]) + int(fields[12])
                cpu = ticks / os.sysconf("SC_CLK_TCK")
                members[int(stat.parent.name)] = (cpu, kilobytes * 1024 / 1e6)


if __name__ == "__main__":
    sys.exit(_run(**json.loads(sys.argv[1])))
