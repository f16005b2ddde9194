"""Measure how long one prediction takes in a new process, and write ``startup.md``.

Times are ratios to commands of the same run, because the speed of a machine varies::

    python benchmarks/startup.py --runs 7
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from processes import LCP, PYTHON, measure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from processes import Usage

TARGET = ["--sentence", "They crossed the deep river at dawn.", "--target", "river"]
PREDICT = "import lcp; lcp.load_model().predict_one({})"
WORD = "'They crossed the deep river at dawn.', 'river'"
EXPRESSION = "'They crossed the deep river at dawn.', 'deep river'"
RARE = "'A zxqvy was seen.', 'zxqvy'"
HELLO = """\
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "world") -> None:
    '''Say hello.'''
    print(f"Hello, {name}.")


app()
"""
#: Prints the median time in milliseconds of new targets, and of the same targets again.
WARM = """\
import statistics, time, lcp
model, table = lcp.load_model(), lcp.load_corpus("sample")
rows = list(zip(table["sentence"], table["token"], table["genre"]))
model.predict_one("A cold river.", "cold river"), model.predict_one("A zxqvy.", "zxqvy")
for _ in range(2):
    times = []
    for sentence, target, genre in rows:
        start = time.perf_counter()
        model.predict_one(sentence, target, genre=genre)
        times.append(time.perf_counter() - start)
    print(1000 * statistics.median(times))
"""
IMPORTS, RUN = (
    "imports: `import pandas, sklearn.ensemble, lightgbm`",
    "a typer program that says hello",
)
HEADER = """\
# Start of a prediction

Written by `python benchmarks/startup.py --runs {runs}` on {cores} cores. Each run is a new process;
the commands take turns. Seconds are medians of {runs} runs, and ratios are those of the medians.

"""
COLUMNS = """\
| command | seconds | ratio | compared with | peak memory, MB |
|---|---|---|---|---|
"""
FOOTER = """
A prediction in a process that has made one before takes {new:.1f} ms for a new sentence and target,
and {again:.1f} ms for one that occurred before (medians over the sample corpus).
"""


def main() -> None:
    """Time every command and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("startup.md"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        own = commands(Path(folder))
        runs = [
            {label: measure(command) for label, command in own.items()}
            for _ in range(options.runs + 1)
        ][1:]  # the first warms up
    header = HEADER.format(runs=options.runs, cores=os.cpu_count())
    new, again = warm(options.runs)
    text = header + table({label: [run[label] for run in runs] for label in own})
    options.out.write_text(text + FOOTER.format(new=new, again=again), encoding="utf-8")
    print(options.out.read_text(encoding="utf-8"))


def commands(folder: Path) -> dict[str, list[str]]:
    """Return the commands by their labels. Writes a program to the folder."""
    hello = folder / "hello.py"
    hello.write_text(HELLO, encoding="utf-8")
    return {
        IMPORTS: [*PYTHON, "import pandas, sklearn.ensemble, lightgbm"],
        "`lcp predict`, one target": [*LCP, "predict", *TARGET],
        "`load_model` and `predict_one`, a word": [*PYTHON, PREDICT.format(WORD)],
        "the same, an expression": [*PYTHON, PREDICT.format(EXPRESSION)],
        "the same, a word outside the lexicon": [*PYTHON, PREDICT.format(RARE)],
        RUN: [sys.executable, str(hello)],
        "`lcp --help`": [*LCP, "--help"],
    }


def table(runs: Mapping[str, Sequence[Usage]]) -> str:
    """Return the table, from the runs of each command."""
    seconds = {label: statistics.median(run.seconds for run in own) for label, own in runs.items()}
    lines = []
    for label, own in runs.items():
        baseline = RUN if label in (RUN, "`lcp --help`") else IMPORTS
        ratio = "" if label == baseline else f"{seconds[label] / seconds[baseline]:.2f}"
        name = "" if label == baseline else baseline.partition(":")[0]
        memory = max(run.megabytes for run in own)
        lines.append(f"| {label} | {seconds[label]:.2f} | {ratio} | {name} | {memory:.0f} |\n")
    return COLUMNS + "".join(lines)


def warm(runs: int) -> tuple[float, float]:
    """Return the medians of the times of new and of repeated predictions in milliseconds."""
    outputs = [
        subprocess.run([*PYTHON, WARM], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(runs)
    ]
    new, again = zip(*outputs, strict=True)
    return statistics.median(map(float, new)), statistics.median(map(float, again))


if __name__ == "__main__":
    main()
