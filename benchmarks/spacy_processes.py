"""Measure ``nlp.pipe`` with one and two processes, and write ``spacy_processes.md``.

Every run is a new process, and the runs take turns, because the speed of a machine varies::

    LCP_DATA=data python benchmarks/spacy_processes.py --pipeline en_core_web_sm --runs 5

Trained pipelines, which are slower, read the first fifth of the sentences.
"""

from __future__ import annotations

import argparse
import os
import statistics
from pathlib import Path

from processes import PYTHON, measure

#: Prints the seconds that `nlp.pipe` takes, and the sum of what it rates.
SCRIPT = """\
import sys, time, warnings
warnings.simplefilter("ignore")
import lcp, spacy
if __name__ == "__main__":
    pipeline, component, processes, sentences = sys.argv[1:]
    corpora = [lcp.load_corpus(name)["sentence"] for name in ("complex", "cwi2018")]
    texts = list(dict.fromkeys(text for corpus in corpora for text in corpus))[: int(sentences)]
    nlp = spacy.load(pipeline) if pipeline else spacy.blank("en")
    if component:
        nlp.add_pipe(component)
    start = time.perf_counter()
    total = 0.0
    for doc in nlp.pipe(texts, n_process=int(processes)):
        total += (doc._.complexity["mean"] or 0) if component else len(doc)
    print(len(texts), round(total, 6), time.perf_counter() - start)
"""
#: Divisor of the number of sentences for trained pipelines.
TRAINED_DIVISOR = 5
HEADER = """\
# spaCy with several processes

Written by `python benchmarks/spacy_processes.py {options}`
on {cores} cores. Seconds that `nlp.pipe` takes for the first sentences of CompLex and CWI 2018,
without loading the pipeline: medians of {runs} runs (lowest-highest), each in a new process, with
one and two processes in turn. CPU seconds are those of all processes and include loading. All runs
of a pipeline gave the same ratings.

| pipeline | sentences | one process, s | two processes, s | two / one | CPU, one | CPU, two |
|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Run every pipeline with one and two processes, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pipeline", action="append", default=[], help="a trained pipeline")
    parser.add_argument("--sentences", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    rows = []
    for pipeline in ("", *options.pipeline):
        sentences = options.sentences // (TRAINED_DIVISOR if pipeline else 1)
        for component in ("", "lcp"):
            name = pipeline or "blank"
            label = f"{name}, `lcp`" if component else name
            print(label, flush=True)
            rows.append(_row(label, [pipeline, component], sentences, options.runs))
    used = "".join(f"--pipeline {pipeline} " for pipeline in options.pipeline)
    header = HEADER.format(
        options=f"{used}--sentences {options.sentences} --runs {options.runs}",
        cores=os.cpu_count(),
        runs=options.runs,
    )
    page = Path(__file__).with_suffix(".md")
    page.write_text(header + "\n".join(rows) + "\n", encoding="utf-8")


def _row(label: str, arguments: list[str], sentences: int, runs: int) -> str:
    """Measure a pipeline, and return its row of the table."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    cpu: dict[int, list[float]] = {1: [], 2: []}
    results = set()
    for _ in range(runs):
        for processes in (1, 2):
            command = [*PYTHON, SCRIPT, *arguments, str(processes), str(sentences)]
            usage = measure(command, output=True, group=True)
            count, total, took = usage.output.split()
            results.add((count, total))
            seconds[processes].append(float(took))
            cpu[processes].append(usage.cpu_seconds)
    if len(results) > 1:
        raise SystemExit(f"The results of {label} differ: {results}")
    if results.pop()[0] != str(sentences):
        raise SystemExit(f"The corpora have fewer than {sentences} sentences.")
    one, two = (statistics.median(seconds[processes]) for processes in (1, 2))
    spread = [f"{min(values):.1f}-{max(values):.1f}" for values in seconds.values()]
    used = [statistics.median(values) for values in cpu.values()]
    return (
        f"| {label} | {sentences:,} | {one:.1f} ({spread[0]}) | {two:.1f} ({spread[1]}) "
        f"| {two / one:.2f} | {used[0]:.0f} | {used[1]:.0f} |"
    )


if __name__ == "__main__":
    main()
