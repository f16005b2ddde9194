"""Measure the speed of ``lcp annotate`` on Parquet files of growing size, and write ``scale.md``.

The text is random, as in ``annotate_memory.py``, in rows of about 500 words. Each row of the table
is a new process, whose start is included. The results of all numbers of workers are compared::

    python benchmarks/scale.py --words 1e3 1e4 1e5 1e6 --workers 1 2
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from annotate_memory import paragraphs
from scoring import add_seed_option
from speed import LCP

WORDS_OF_A_ROW = 500
PARTS = 8
#: Seconds between two looks at the processes.
POLL = 0.1
CLOCK = os.sysconf("SC_CLK_TCK")
HEADER = """\
# Speed of `lcp annotate` on Parquet files

Written by `python benchmarks/scale.py {options}` on {cores} cores, which other programs used at
the same time. Each row is one run of new processes, including their start. The text is random, in
rows of about {row} words; one word in twenty consists of random letters. Words are all words, of
which about half are rated. CPU seconds are those of all processes, and MB the sum of their peaks of
memory. For each number of words, all runs wrote identical numbers.

## Measured

| words | engine | workers | seconds | words a second | CPU seconds | words a CPU second | MB |
|---|---|---|---|---|---|---|---|
"""
PLAN = """
## 10¹² words

At the {rate:,.0f} words a CPU second of the last row, and {size:.0f} bytes of output for each word
of the text, including the text.

| cores | days | core-hours | output, TB |
|---|---|---|---|
"""
#: Words and cores of the plan.
MANY, CORES = 1e12, (100, 1_000, 10_000)


def main() -> None:
    """Run every size with every engine and number of workers, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=float, nargs="+", default=[1e3, 1e4, 1e5, 1e6])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--spark", type=float, nargs="*", default=[1e5])
    add_seed_option(parser)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    options = parser.parse_args()
    header = HEADER.format(
        options=f"--words {_joined(options.words)} --workers {_joined(options.workers)} "
        f"--spark {_joined(options.spark)} --seed {options.random_state}",
        cores=os.cpu_count(),
        row=WORDS_OF_A_ROW,
    )
    rows: list[str] = []
    for size in options.words:
        runs = [("local", workers) for workers in options.workers]
        runs += [("spark", max(options.workers))] if size in options.spark else []
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            words, texts = write(folder / "in.parquet", size, options.random_state)
            results = []
            for engine, workers in runs:
                out = folder / f"{engine}{workers}"
                command = [*LCP, "annotate", str(folder / "in.parquet"), "--out", str(out)]
                command += ["--part-rows", str(-(-texts // PARTS)), "--engine", engine]
                if engine == "spark":
                    command += ["--master", f"local[{workers},4]"]
                else:
                    command += ["--workers", str(workers)]
                seconds, cpu, memory = measure(command)
                results.append(pq.read_table(out))
                if not results[0].equals(results[-1]):
                    raise SystemExit(f"{engine} with {workers} workers gives other numbers.")
                rows.append(
                    f"| {words:,} | {engine} | {workers} | {seconds:,.1f} | "
                    f"{words / seconds:,.0f} | {cpu:,.1f} | {words / cpu:,.0f} | {memory:,.0f} |"
                )
                print(rows[-1], flush=True)
                size_out = sum(path.stat().st_size for path in out.glob("*.parquet"))
                text = header + "\n".join(rows) + "\n" + plan(words / cpu, size_out / words)
                options.out.write_text(text, encoding="utf-8")


def _joined(numbers: list[float]) -> str:
    return " ".join(f"{number:g}" for number in numbers)


def plan(rate: float, size: float) -> str:
    """Return the table of time and storage for 10¹² words, from words a second and bytes a word."""
    seconds = MANY / rate
    rows = [
        f"| {cores:,} | {seconds / cores / 86_400:,.1f} | {seconds / 3_600:,.0f} | "
        f"{MANY * size / 1e12:,.0f} |"
        for cores in CORES
    ]
    return PLAN.format(rate=rate, size=size) + "\n".join(rows) + "\n"


def write(path: Path, size: float, random_state: int) -> tuple[int, int]:
    """Write texts of at least `size` words in all; return the numbers of words and texts."""
    source = paragraphs(np.random.default_rng(random_state))
    texts: list[str] = []
    words = 0
    while words < size:
        text, length = [], 0
        while length < WORDS_OF_A_ROW and words + length < size:
            text.append(next(source))
            length += len(text[-1].split())
        texts.append("".join(text))
        words += length
    pq.write_table(pa.table({"text": texts}), path)
    return words, len(texts)


def measure(command: list[str]) -> tuple[float, float, float]:
    """Return the wall seconds, CPU seconds and megabytes of a command and its descendants."""
    seen: dict[int, tuple[float, float]] = {}
    start = time.perf_counter()
    quiet = subprocess.DEVNULL
    child = subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True)
    while child.poll() is None:
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[3]) != child.pid:  # the session
                    continue
                status = stat.with_name("status").read_text()
            except (OSError, ValueError):
                continue
            peak = status.partition("VmHWM:")[2].split()[:1] or ["0"]
            cpu = (int(fields[11]) + int(fields[12])) / CLOCK
            if float(peak[0]):
                seen[int(stat.parent.name)] = (cpu, float(peak[0]) / 1024)
        time.sleep(POLL)
    seconds = time.perf_counter() - start
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} failed with exit code {child.returncode}.")
    return seconds, sum(cpu for cpu, _ in seen.values()), sum(peak for _, peak in seen.values())


if __name__ == "__main__":
    main()
