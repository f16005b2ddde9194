"""Measure wall time and peak memory of commands, and write ``speed.md``.

Times are also given as ratios to two baselines of the same run: an empty Python process, and one
that imports the libraries that every command needs. ``cold`` runs start with an empty cache of
parsed files. Needs LCP_DATA::

    python benchmarks/speed.py --runs 3
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SENTENCE = ["--sentence", "They crossed the deep river.", "--target", "deep river"]
PYTHON = [sys.executable, "-c"]
LCP = [sys.executable, "-m", "lcp"]
HEADER = """\
# Speed

Written by `python benchmarks/speed.py --runs {runs}` on {cores} cores. Each run is a new
process; medians over runs: {runs}. `x nothing` and `x imports` are ratios to the first two rows.

| command | seconds | x nothing | x imports | peak memory, MB |
|---|---|---|---|---|
"""


def main() -> None:
    """Time every command and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("speed.md"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = {
            "nothing: `python -c pass`": [*PYTHON, "pass"],
            "imports: pandas, scikit-learn, lightgbm, wordfreq": [
                *PYTHON,
                "import pandas, sklearn.pipeline, lightgbm, wordfreq",
            ],
            "`lcp --help`": [*LCP, "--help"],
            "`lcp fit --task 2 --features core`, cold": _fit("core", folder),
            "`lcp fit --task 2 --features full`, cold": _fit("full", folder),
            "`lcp predict core --sentence …`": [*LCP, "predict", str(folder / "core"), *SENTENCE],
            "`lcp predict full --sentence …`": [*LCP, "predict", str(folder / "full"), *SENTENCE],
        }
        baselines: list[float] = []
        rows = []
        for label, command in commands.items():
            if "cold" not in label:
                measure(command, folder, cold=False)  # fills the cache
            figures = [measure(command, folder, cold="cold" in label) for _ in range(options.runs)]
            seconds = statistics.median(figure[0] for figure in figures)
            memory = statistics.median(figure[1] for figure in figures)
            baselines = [*baselines, seconds][:2]
            ratios = [f"{seconds / base:.1f}" for base in (baselines[0], baselines[-1])]
            rows.append(f"| {label} | {seconds:.2f} | {' | '.join(ratios)} | {memory:.0f} |")
            print(rows[-1], flush=True)
    header = HEADER.format(runs=options.runs, cores=os.cpu_count())
    options.out.write_text(header + "\n".join(rows) + "\n", encoding="utf-8")


def _fit(features: str, folder: Path) -> list[str]:
    options = ["--task", "2", "--features", features, "--out", str(folder / features)]
    return [*LCP, "fit", *options, "--overwrite"]


def measure(command: list[str], folder: Path, *, cold: bool) -> tuple[float, float, float]:
    """Return the wall seconds, peak megabytes and CPU seconds of one run."""
    with tempfile.TemporaryDirectory(dir=folder) as empty:
        cache = empty if cold else str(folder / "warm")
        start = time.perf_counter()
        child = subprocess.Popen(
            command,
            env={**os.environ, "LCP_CACHE": cache},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} failed with exit code {child.returncode}.")
    return seconds, used.ru_maxrss / 1024, used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
