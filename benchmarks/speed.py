"""Measure speed and memory of ``lcp`` and of comparable programs; write ``speed.md``.

In each run the programs take turns, and each is a new process on one core. Needs CompLex and the
resources of ``full``, and the pipeline of ``programs/handwritten.py``. Other programs on the
machine disturb the figures; ratios within a run less. About ten minutes::

    python benchmarks/speed.py --runs 5
    python benchmarks/speed.py --quick   # a small input and one run; prints the page
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from processes import LCP, PYTHON, Usage, measure
from programs.timing import WARM_UP
from scoring import arguments, markdown_table, write_page
from texts import corpus_paragraphs, cut, invented_words, new_words

import lcp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PROGRAMS = Path(__file__).with_name("programs")
HANDWRITTEN, SPACY, ANNOTATE = "hand-written stack", "spaCy (blank tokenizer)", "`lcp.annotate`"
WORDS_ALONE = "`lcp.annotate` without expressions"
#: Packages whose versions are reported.
PACKAGES = ("spacy", "textstat", "nltk", "wordfreq", "lightgbm", "pandas", "scikit-learn", "numpy")
PASSES = ("first pass", "again")
ROWS, ORDINARY, NEW, INVENTED = "rows", "ordinary text", "new words", "invented words"
GROWING, SINGLE = "growing text", "single sentences"
NEW_WORDS = 50_000
SENTENCES = 1_000
#: Further arguments of `lcp.annotate` and `lcp.profile` with a single sentence.
MODELS = ("", "model=m")
JOBS = (1, 2)

TARGET = ["--sentence", "They crossed the deep river at dawn.", "--target", "river"]
PREDICT = "import lcp; lcp.load_model().predict_one('They crossed the deep river.', '{}')"
IMPORTS = "`import pandas, sklearn.ensemble, lightgbm`"
STARTS = {
    IMPORTS: [*PYTHON, "import pandas, sklearn.ensemble, lightgbm"],
    "`lcp --help`": [*LCP, "--help"],
    "`lcp predict`, one target": [*LCP, "predict", *TARGET],
    "`load_model` and `predict_one`, a word": [*PYTHON, PREDICT.format("river")],
    "the same, an expression": [*PYTHON, PREDICT.format("deep river")],
}
PAGE = """\
# Speed and memory

Measured on {date} at commit `{commit}` by `python benchmarks/speed.py {options}`: Python {python},
{system}, {cores} cores ({cpu}). Runs of each program: {runs}, in turns, each in a new process on
one core, except with `--jobs 2`. Cells are medians over runs and, in parentheses, minimum and
maximum.

## Ratios of speeds

2 is twice as fast. *First pass* is the first time that the process sees the rows; *again*, the
second.

{ratios}

## Speed

Without the start of the process; memory is the peak of the process.

{absolute}

## Time and memory against the length of the text

Seconds include the start of the process. With `--jobs`, MB is the sum of all processes.

{growth}

## Start

Seconds as a multiple of {imports}.

{starts}

## Inputs and programs

- Rows: the single words of CompLex with their sentences, in random order. The first {warm_up} are
  not timed.
- Ordinary text: the {whole:,} words of the distinct sentences of CompLex. Growing text: its first
  words; beyond its length, sentences are joined from halves of others, which adds no vocabulary.
- New words: {new:,} words of wordfreq's large English list in random order, each once; the bundled
  model contains predictions of this list. Invented words: as many, joined from halves of others.
- Single sentences: {sentences:,} distinct sentences of CompLex, one in each call; `m` is the
  bundled model. A profile should take at most 5 times as long as an annotation.
- Hand-written stack: 14 features of a row with spaCy's tagger, textstat, NLTK's WordNet and
  wordfreq, and a cache of words (`programs/handwritten.py`). spaCy's tokenizer reads a paragraph
  at a time.
- Versions: {versions}.
"""


@dataclass
class Job:
    """A program on an input, and its runs: the seconds of each pass, and what the process used."""

    name: str
    input: str
    amount: int
    command: list[str]
    passes: tuple[str, ...] = ("",)
    group: bool = False
    runs: list[tuple[list[float], Usage]] = field(default_factory=list)

    def run(self) -> None:
        """Measure once more, on one core if it is one process."""
        if self.group:
            used = measure(self.command, group=True)
            self.runs.append(([used.seconds], used))
            return
        used = measure(self.command, core=_last_core(), output=True)
        self.runs.append(([seconds for seconds, _ in json.loads(used.output)], used))

    def rates(self, number: int = 0) -> list[float]:
        """Return rows, words or sentences per second of a pass in each run."""
        return [self.amount / seconds[number] for seconds, _ in self.runs]

    def megabytes(self) -> list[float]:
        """Return the peak of memory in each run."""
        return [used.megabytes for _, used in self.runs]


def main() -> None:
    """Measure everything and write the page."""
    options = arguments(__doc__, runs=5, words=[1e3, 1e4, 1e5, 1e6], quick=False)
    sizes = [] if options.quick else sorted(map(int, options.words))
    [wordnet, *_] = lcp.Store().require("wordnet")
    os.environ["NLTK_DATA"] = str(wordnet.parents[1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs = list(planned(folder, sizes, options.seed, quick=options.quick))
        starts: dict[str, list[Usage]] = {label: [] for label in STARTS}
        for run in range(1 if options.quick else options.runs):
            for job in jobs:
                job.run()
            for label, command in STARTS.items():
                starts[label].append(measure(command))
            print(f"Run {run + 1}.", file=sys.stderr, flush=True)
    text = page(jobs, starts, options)
    if options.quick:
        print(text)
    else:
        write_page(options.out, text)


def planned(folder: Path, sizes: Sequence[int], seed: int, *, quick: bool) -> Iterator[Job]:
    """Write the inputs to a folder, and yield what to measure."""
    corpus = "sample" if quick else "complex"
    sets = ("core",) if quick else ("core", "full")
    table = lcp.load_corpus(corpus, task=1).sample(frac=1, random_state=seed)
    rows = folder / "rows.jsonl"
    table[["sentence", "token", "start", "end", "genre"]].to_json(
        rows, orient="records", lines=True
    )
    timed = len(table) - WARM_UP
    for name in sets:
        command = _program("lcp_rows", rows, name)
        yield Job(f"`{name}`", ROWS, timed, command, PASSES)
    yield Job(HANDWRITTEN, ROWS, timed, _program("handwritten", rows), PASSES)

    def paragraphs(words: int) -> list[str]:
        return cut(corpus_paragraphs(corpus, np.random.default_rng(seed)), words)

    whole = sum(len(text.split()) for text in set(table["sentence"]))
    new = 300 if quick else NEW_WORDS
    texts = [(ORDINARY, whole, "".join(paragraphs(whole)))]
    texts += [
        (kind, new, write(new, np.random.default_rng(seed)))
        for kind, write in ((NEW, new_words), (INVENTED, invented_words))
    ]
    texts += [(GROWING, size, "".join(paragraphs(size))) for size in sizes]
    for name, program in ((ANNOTATE, "lcp_annotate"), (SPACY, "spacy_tokenizer")):
        for kind, amount, text in texts:
            path = folder / f"{kind}-{amount}.txt"
            path.write_text(text, encoding="utf-8")
            yield Job(name, kind, amount, _program(program, path))
    path = folder / f"{SINGLE}.txt"
    sentences = table["sentence"].drop_duplicates().head(SENTENCES)
    path.write_text("\n".join(sentences), encoding="utf-8")
    for model in MODELS:
        for function in ("annotate", "profile"):
            command = _program("lcp_sentences", path, function, *filter(None, [model]))
            yield Job(_call(function, model), SINGLE, len(sentences), command)
    path = folder / f"{ORDINARY}-{whole}.txt"
    yield Job(WORDS_ALONE, ORDINARY, whole, _program("lcp_annotate", path, "no"))
    for size in sizes[-2:]:
        path = folder / f"{size}.parquet"
        pq.write_table(pa.table({"text": paragraphs(size)}), path)
        for jobs in JOBS:
            out = folder / f"{size}-{jobs}"
            # Finished parts are skipped, so that each run needs a new folder.
            script = f"rm -rf {out}; exec {' '.join(LCP)} annotate {path} --out {out}"
            command = ["sh", "-c", f"{script} --jobs {jobs}"]
            name = f"`lcp annotate --jobs {jobs}`"
            yield Job(name, GROWING, size, command, group=True)


def _program(name: str, file: Path, *more: str) -> list[str]:
    return [sys.executable, str(PROGRAMS / f"{name}.py"), str(file), *more]


def _call(function: str, *more: str) -> str:
    return f"`lcp.{function}({', '.join(['sentence', *filter(None, more)])})`"


def page(jobs: Sequence[Job], starts: dict[str, list[Usage]], options: object) -> str:
    """Return the page."""
    by_input = {(job.name, job.input): job for job in jobs if job.input != GROWING}
    once = [used.seconds for used in starts[IMPORTS]]
    return PAGE.format(
        date=datetime.now(UTC).date(),
        commit=_commit(),
        options=f"--runs {options.runs} --seed {options.seed}",
        python=platform.python_version(),
        system=f"{platform.system()} {platform.machine()}",
        cores=os.cpu_count(),
        cpu=_cpu(),
        runs=len(jobs[0].runs),
        ratios=markdown_table(["speed of", "as a multiple of", "ratio"], _ratios(by_input)),
        absolute=markdown_table(
            ["input", "program", "rows, words or sentences", "per second", "peak, MB"],
            [
                [job.input, f"{job.name} {part}", f"{job.amount:,}", *cells]
                for job in by_input.values()
                for number, part in enumerate(job.passes)
                for cells in [[_spread(job.rates(number)), _spread(job.megabytes())]]
            ],
        ),
        growth=markdown_table(
            ["words", "program", "seconds", "peak, MB"],
            [
                [
                    f"{job.amount:,}",
                    job.name,
                    _spread([used.seconds for _, used in job.runs]),
                    _spread(job.megabytes()),
                ]
                for job in jobs
                if job.input == GROWING
            ],
        ),
        imports=IMPORTS,
        starts=markdown_table(
            ["command", "seconds", "ratio", "peak, MB"],
            [
                [
                    label,
                    _spread([used.seconds for used in runs]),
                    _ratio([used.seconds for used in runs], once),
                    _spread([used.megabytes for used in runs]),
                ]
                for label, runs in starts.items()
            ],
        ),
        warm_up=WARM_UP,
        whole=by_input[ANNOTATE, ORDINARY].amount,
        new=by_input[ANNOTATE, NEW].amount,
        sentences=by_input[_call("annotate"), SINGLE].amount,
        versions=", ".join(f"{package} {version(package)}" for package in PACKAGES),
    )


def _ratios(jobs: dict[tuple[str, str], Job]) -> Iterator[list[str]]:
    other = jobs[HANDWRITTEN, ROWS]
    for (name, kind), job in jobs.items():
        if kind == ROWS and job is not other:
            for number, part in enumerate(PASSES):
                ratio = _ratio(job.rates(number), other.rates(number))
                yield [f"{name}, {part}", HANDWRITTEN, ratio]
    ordinary = jobs[ANNOTATE, ORDINARY]
    alone = _ratio(ordinary.rates(), jobs[WORDS_ALONE, ORDINARY].rates())
    yield [f"{ANNOTATE}, {ORDINARY}", WORDS_ALONE, alone]
    for kind in (ORDINARY, NEW, INVENTED):
        ours = jobs[ANNOTATE, kind]
        yield [f"{ANNOTATE}, {kind}", SPACY, _ratio(ours.rates(), jobs[SPACY, kind].rates())]
        if kind != ORDINARY:
            yield [f"{ANNOTATE}, {kind}", ORDINARY, _ratio(ours.rates(), ordinary.rates())]
    for model in MODELS:
        one, other = _call("annotate", model), _call("profile", model)
        yield [one, other, _ratio(jobs[one, SINGLE].rates(), jobs[other, SINGLE].rates())]


def _ratio(one: Iterable[float], other: Iterable[float]) -> str:
    return _spread([first / second for first, second in zip(one, other, strict=True)])


def _spread(values: Sequence[float]) -> str:
    """Return median, minimum and maximum with three significant digits."""
    middle, low, high = (f(values) for f in (statistics.median, min, max))
    return f"{_digits(middle)} ({_digits(low)}–{_digits(high)})"


def _digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"  # noqa: PLR2004


def _last_core() -> int | None:
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def _commit() -> str:
    command = ["git", "-C", str(PROGRAMS), "describe", "--always", "--dirty=+"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _cpu() -> str:
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text(encoding="utf-8").splitlines() if listed.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    main()
