"""Measure speed and memory of ``lcp`` and of comparable programs in one run.

Adds a record to ``speed.json``, and writes ``speed.md`` and ``speed.svg`` from it. Other programs
are installed in environments of their own (``environments.py``); one that cannot be installed is
reported and left out. In each run the programs take turns, and each is a new process. Needs CompLex
and the resources of ``full``. Other programs on the machine disturb the figures::

    python benchmarks/speed.py --runs 5
    python benchmarks/speed.py --page    # write the page again, from speed.json
    python benchmarks/speed.py --quick   # a small input, one run, no other programs; prints JSON
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import startup
from environments import versions
from processes import measure
from scoring import add_seed_option
from speed_history import append
from speed_jobs import OF_ROWS, OF_TEXTS, Plan, of_features
from speed_page import write_page

import lcp

if TYPE_CHECKING:
    from processes import Usage

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("lightgbm", "numpy", "pandas", "pyarrow", "scikit-learn", "spacy")


def main() -> None:
    """Measure, add the record and write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--words", type=float, nargs="+", default=[1e3, 1e4, 1e5, 1e6])
    parser.add_argument("--features", nargs="+", default=["core", "full"])
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--quick", action="store_true")
    add_seed_option(parser)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    options = parser.parse_args()
    if options.quick:
        print(json.dumps(quick(options.random_state), indent=1))
        return
    if not options.page:
        append(options.out, measured(options))
    write_page(options.out)
    print((options.out / "speed.md").read_text(encoding="utf-8"))


def measured(options: argparse.Namespace) -> dict[str, Any]:
    """Measure everything, and return the record."""
    sizes = sorted(map(int, options.words))
    record = description()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plan = Plan(folder, "complex", options.random_state)
        plan.add_rows([*map(of_features, options.features), *OF_ROWS])
        plan.add_texts(OF_TEXTS, sizes)
        plan.add_workers(sizes[-2:])
        commands = startup.commands(folder)
        starts: dict[str, list[Usage]] = defaultdict(list)
        for run in range(options.runs):
            begin = time.perf_counter()
            for job in plan.jobs:
                job.run()
            for label, command in commands.items():
                starts[label].append(measure(command))
            seconds = time.perf_counter() - begin
            print(f"Run {run + 1} of {options.runs}: {seconds:.0f} s.", file=sys.stderr, flush=True)
    return {
        **record,
        "command": f"--runs {options.runs} --words {' '.join(f'{size:g}' for size in sizes)} "
        f"--features {' '.join(options.features)} --seed {options.random_state}",
        "missing": plan.missing,
        "figures": [figure for job in plan.jobs for figure in job.figures()],
        "starts": {
            label: {
                "seconds": [round(used.seconds, 3) for used in runs],
                "megabytes": [round(used.megabytes, 1) for used in runs],
            }
            for label, runs in starts.items()
        },
    }


def quick(random_state: int) -> dict[str, Any]:
    """Measure ``lcp`` once on the bundled sample corpus, and return the record."""
    record = description()
    with tempfile.TemporaryDirectory() as name:
        plan = Plan(Path(name), "sample", random_state)
        plan.add_rows([of_features("frequency-baseline")])
        plan.add_texts(OF_TEXTS[:1], [], new_words=300)
        for job in plan.jobs:
            job.run()
    return {**record, "figures": [figure for job in plan.jobs for figure in job.figures()]}


def description() -> dict[str, Any]:
    """Return what is measured, when and where."""
    others = {
        program.name: versions(program.requirements, program.packages)
        for program in (*OF_ROWS, *OF_TEXTS)
        if program.packages
    }
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": _commit(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "versions": {"lcp": lcp.__version__, **{name: version(name) for name in PACKAGES}},
        "others": others,
    }


def _commit() -> str:
    """Return the commit, with a + if files of the package were changed after it."""
    git = ["git", "-C", str(ROOT)]
    try:
        commit = subprocess.check_output([*git, "rev-parse", "--short", "HEAD"], text=True)
        changed = subprocess.check_output(
            [*git, "status", "--porcelain", "lcp", "models", "features"], text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return commit.strip() + "+" * bool(changed.strip())


def _cpu() -> str:
    """Return the model of the processor."""
    listed = Path("/proc/cpuinfo")
    if listed.is_file():
        for line in listed.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


if __name__ == "__main__":
    main()
