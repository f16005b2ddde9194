"""Measure peak memory and speed of ``lcp annotate`` on texts of growing size.

The text is random: words are drawn by frequency from wordfreq's English list, and one in twenty
consists of random letters, so that new words keep occurring. Each size is a new process; the
baseline only splits the same text into sentences and words. A gigabyte takes six hours, or one hour
if most paragraphs are repeated::

    python benchmarks/annotate_memory.py --megabytes 1 10 --repeating 1000
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

import numpy as np
from processes import LCP, PYTHON, measure
from scoring import add_seed_option
from texts import random_paragraphs

#: Repeating texts, after the first megabyte: share of new paragraphs, and number of repeated ones.
NEW = 0.02
REPEATED = 400
SEGMENTS = """\
import sys
from lcp.documents.encoding import decoded
from lcp.annotation.segments import segments
with open(sys.argv[1], "rb") as file:
    for _ in segments(decoded(file, sys.argv[1])):
        pass
"""
HEADER = """\
# Memory of `lcp annotate`

Written by `python benchmarks/annotate_memory.py {options}`
on {cores} cores. One run per row, each a new process. The text is random; one word in twenty
consists of random letters, so that new words keep occurring. `x first` is the ratio of peak memory
to that of the first row; `x segmentation` is the ratio of CPU seconds to those of splitting the
same text into sentences and words. Where `new, MB` is smaller than `MB`, all but one in {one_in}
paragraphs after the first megabyte repeat one of {repeated} paragraphs.

| MB | new, MB | distinct words | peak, MB | x first | CPU seconds | kB a second | x segmentation |
|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Annotate a text of every size, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, nargs="+", default=[1, 10, 100])
    parser.add_argument("--repeating", type=float, nargs="*", default=[])
    add_seed_option(parser)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    options = parser.parse_args()
    header = HEADER.format(
        options=f"--megabytes {_joined(options.megabytes)} --repeating "
        f"{_joined(options.repeating)} --seed {options.random_state}",
        cores=os.cpu_count(),
        repeated=REPEATED,
        one_in=round(1 / NEW),
    )
    sizes = [(size, 1.0) for size in options.megabytes]
    sizes += [(size, NEW) for size in options.repeating]
    rows: list[str] = []
    first = 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = folder / "text.txt"
        command = [*LCP, "annotate", str(text), "--format", "jsonl"]
        warm = {"LCP_CACHE": str(folder / "cache")}
        write(text, 0.001, options.random_state)
        measure(command, environment=warm)  # fills the cache of parsed files
        for megabytes, new in sizes:
            fresh, distinct = write(text, megabytes, options.random_state, new)
            used = measure(command, environment=warm)
            ratio = "–"
            if new == 1:
                baseline = measure([*PYTHON, SEGMENTS, str(text)], environment=warm)
                ratio = f"{used.cpu_seconds / baseline.cpu_seconds:.1f}"
            first = first or used.megabytes
            rate = 1e3 * megabytes / used.cpu_seconds
            rows.append(
                f"| {megabytes:,g} | {fresh:,.0f} | {distinct:,} | {used.megabytes:.0f} | "
                f"{used.megabytes / first:.2f} | {used.cpu_seconds:,.0f} | {rate:.0f} | {ratio} |"
            )
            print(rows[-1], flush=True)
            options.out.write_text(header + "\n".join(rows) + "\n", encoding="utf-8")


def _joined(sizes: list[float]) -> str:
    return " ".join(f"{size:g}" for size in sizes)


def write(path: Path, megabytes: float, random_state: int, new: float = 1) -> tuple[float, int]:
    """Write random text; return its megabytes that are not repeated, and its distinct words."""
    distinct: set[str] = set()
    kept: list[str] = []
    generator = np.random.default_rng(random_state)
    source = random_paragraphs(np.random.default_rng(random_state))
    written = fresh = 0.0
    with path.open("w", encoding="utf-8") as file:
        while written < megabytes:
            if written > 1 and generator.random() >= new:
                paragraph = kept[generator.integers(REPEATED)]
            else:
                paragraph = next(source)
                fresh += len(paragraph) / 1e6
                distinct.update(paragraph.lower().replace(".", "").split())
                if len(kept) < REPEATED:
                    kept.append(paragraph)
            file.write(paragraph)
            written += len(paragraph) / 1e6
    return fresh, len(distinct)


if __name__ == "__main__":
    main()
