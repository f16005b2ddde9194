"""Measure how long a text file of word vectors takes to read, and write ``vectors.md``.

The file is generated in GloVe's format. Each row of the table is a new process; gensim's loader
reads the same file in the same run::

    python benchmarks/vectors.py --words 400000 --dimensions 300
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from scoring import add_seed_option
from training import git

#: Distinct lines of numbers, which repeat in the file.
POOL = 4_096
#: Prints seconds, CPU seconds, and MB of peak memory above the memory before. Linux only.
PROGRAM = """\
import sys, time
from pathlib import Path
import numpy, pyarrow.csv
{imports}
def memory(name):
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith(name)) * 1024
Path("/proc/self/clear_refs").write_text("5")  # forgets the peak of the imports
before = memory("VmRSS")
start, cpu = time.perf_counter(), time.process_time()
{code}
seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
print(seconds, cpu, (memory("VmHWM") - before) / 1e6)
"""
LCP = (
    "from lcp.resources.vectors import load_vectors",
    "load_vectors(sys.argv[1], cache=Path(sys.argv[2])).rows(['w1', 'w399', 'the'])",
)
GENSIM = (
    "from gensim.models import KeyedVectors",
    "KeyedVectors.load_word2vec_format(sys.argv[1], no_header=True)",
)
HEADER = """\
# Reading word vectors

Written on {date} at commit {commit} by `python benchmarks/vectors.py {options}` on {cores} cores,
which other programs used at the same time (load average {load}): CPU seconds say more than
seconds. The text has {words:,} words and {dimensions} numbers a line, {text:,.0f} MB; the same
numbers in half precision are {half:,.0f} MB. Each row is a new process; imports do not count. Peak
memory is above that of the imports. Medians; runs: {runs}.

| loader | seconds | CPU seconds | x gensim (CPU) | peak memory, MB | x half precision |
|---|---|---|---|---|---|
"""
FOOTER = """
The copy in the cache has {size:,.0f} MB, {ratio:.3f} x half precision.
"""


def main() -> None:
    """Generate the file, read it with both loaders, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=400_000)
    parser.add_argument("--dimensions", type=int, default=300)
    parser.add_argument("--runs", type=int, default=3)
    add_seed_option(parser)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    options = parser.parse_args()
    load = os.getloadavg()[0]
    half = 2e-6 * options.words * options.dimensions
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "vectors.txt")
        generate(text, options.words, options.dimensions, options.random_state)
        runs: dict[str, list[list[float]]] = {}
        for run in range(options.runs):
            cache = f"{folder}/cache-{run}"
            for name, program in (
                ("gensim", GENSIM),
                ("lcp, without a copy", LCP),
                ("lcp, from its copy", LCP),
            ):
                runs.setdefault(name, []).append(read(program, text, cache))
        (copy,) = Path(folder, "cache-0", "vectors").glob("*.vectors")
        size, text_size = copy.stat().st_size / 1e6, text.stat().st_size / 1e6
    page = HEADER.format(
        date=dt.datetime.now(tz=dt.UTC).date(),
        commit=git("rev-parse", "--short", "HEAD"),
        options=" ".join(sys.argv[1:]),
        cores=os.cpu_count(),
        load=f"{load:.1f}",
        text=text_size,
        half=half,
        **{name: getattr(options, name) for name in ("words", "dimensions", "runs")},
    )
    medians = {
        name: [statistics.median(column) for column in zip(*own, strict=True)]
        for name, own in runs.items()
    }
    for name, (seconds, cpu, memory) in medians.items():
        page += f"| {name} | {seconds:.3f} | {cpu:.3f} | {cpu / medians['gensim'][1]:.4f} "
        page += f"| {memory:,.0f} | {memory / half:.2f} |\n"
    page += FOOTER.format(size=size, ratio=size / half)
    options.out.write_text(page, encoding="utf-8")
    print(page)


def generate(path: Path, words: int, dimensions: int, seed: int) -> None:
    """Write random vectors with five decimals, as GloVe's."""
    values = np.random.default_rng(seed).normal(scale=0.4, size=(POOL, dimensions))
    lines = [" ".join(f"{value:.5f}" for value in row) for row in values]
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(f"w{number} {lines[number % POOL]}\n" for number in range(words))


def read(program: tuple[str, str], text: Path, cache: str) -> list[float]:
    """Run a loader in a new process; return seconds, CPU seconds and MB."""
    code = PROGRAM.format(imports=program[0], code=program[1])
    command = [sys.executable, "-c", code, str(text), cache]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [float(number) for number in done.stdout.split()]


if __name__ == "__main__":
    main()
