"""Measure the speed of ``lcp annotate`` on Parquet files of growing size, and write ``scale.md``.

The text is random (``random_paragraphs`` in ``texts.py``), in rows of about 500 words. Each row of
the table is a new process, whose start is included. The results of all numbers of workers are
compared::

    python benchmarks/scale.py --words 1e3 1e4 1e5 1e6 --workers 1 2
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from processes import LCP, measure
from scoring import add_seed_option
from texts import random_paragraphs

WORDS_OF_A_ROW = 500
PARTS = 8
HEADER = """\
# Speed of `lcp annotate` on Parquet files

Written by `python benchmarks/scale.py {options}` on {cores} cores. Each row is one
run of new processes, including their start. The text is random, in rows of about {row} words; one
word in twenty consists of random letters. Words are all words, of which about half are rated. CPU
seconds are those of all processes; where one worker needs clearly less of them than seconds, other
programs used the cores. MB is the sum of the processes' peaks of memory. For each number of words,
all runs wrote identical numbers.

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
                used = measure(command, group=True)
                results.append(pq.read_table(out))
                if not results[0].equals(results[-1]):
                    raise SystemExit(f"{engine} with {workers} workers gives other numbers.")
                rows.append(
                    f"| {words:,} | {engine} | {workers} | {used.seconds:,.1f} | "
                    f"{words / used.seconds:,.0f} | {used.cpu_seconds:,.1f} | "
                    f"{words / used.cpu_seconds:,.0f} | {used.megabytes:,.0f} |"
                )
                print(rows[-1], flush=True)
                size_out = sum(path.stat().st_size for path in out.glob("*.parquet"))
                rate = words / used.cpu_seconds
                text = header + "\n".join(rows) + "\n" + plan(rate, size_out / words)
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
    source = random_paragraphs(np.random.default_rng(random_state))
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


if __name__ == "__main__":
    main()
