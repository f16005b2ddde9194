"""The page of ``speed.py``, from the records in ``speed.json``."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

import startup
from processes import Usage
from programs.timing import WARM_UP
from speed_history import read
from speed_jobs import GROWING, INVENTED, NEW, NEW_WORDS, ORDINARY, ROWS
from speed_plot import write_plot

from lcp.files import written_aside
from lcp.reports.tables import markdown_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from speed_history import Entry, Record


#: Name of the rating of running text, and of the peers in the headers of tables.
ANNOTATE = "`lcp.annotate`"
PAGE = """\
# Speed and memory

Measured on {date} at commit `{commit}` by this command, which also wrote this page,
from `speed.json`:

```sh
python benchmarks/speed.py {command}
```

Python {python}, {system}, {cores} cores ({cpu}). The programs took turns, in {runs} runs,
each in a new process on one core, except with `--workers 2`. They had the core for {share:.0%}
of the time that was measured; less than 95% means that other programs disturbed them. Cells are
medians over runs and, in parentheses, minimum and maximum.

## Ratios

Ratios of speeds in the same run: 2 is twice as fast.

### Features of rows

{row_ratios}

### Words of running text

{text_ratios}

### `lcp` compared with itself

{own_ratios}

## Absolute numbers

Speed does not include the start of the process; memory does, and is the peak of the process.

{absolute}

## Time and memory against the length of the text

Seconds include the start of the process.

![Seconds and MB against words, both on logarithmic axes; the numbers are in the table](speed.svg)

{growth}

## Start

{starts}

## Inputs and programs

- Rows: the single words of CompLex, train and trial, with their sentences, in random order. The
  first {warm_up} rows are not timed; `lcp` fits its feature set to them. `first pass` is the first
  time that the process sees the other rows, and `again` the second time.
- Ordinary text: the {whole:,} words of the distinct sentences of CompLex, train and trial, in
  random order. Growing text: its first words; beyond its length, sentences consist of the first
  half of one sentence and the second half of another, which adds no vocabulary.
- New words: {new:,} words of wordfreq's large English list, in random order without regard to
  frequency. No word occurs twice, and most are not in the lexicon. The bundled model contains
  predictions of this list in lower case. Invented words: as many, each from the first half of one
  word of the list and the second half of another, and none in the list. The user cache, in which
  `lcp` keeps the features of words for other processes, is empty before each run on these two.
- `lcp.annotate` uses the bundled model. With `--workers`, `lcp annotate` reads and writes Parquet
  files with one paragraph per row, of about 500 words; its MB are the sum of all processes.
- Hand-written stack: 14 features of a row with spaCy's tagger, textstat, NLTK's WordNet and
  wordfreq, and a cache of words (`programs/handwritten.py`).
- TextDescriptives and LFTK: all their features of the sentence. They read fewer rows, the first
  ones, because they are slower.
- spaCy's tokenizer reads one paragraph at a time, textstat the whole text.

{versions}{missing}

## History

Medians of every run of this benchmark.

{history}
"""


def write_page(folder: Path) -> None:
    """Write ``speed.md`` and ``speed.svg`` for the last record."""
    history = read(folder)
    with written_aside(folder / "speed.md") as aside:
        aside.write_text(page(history), encoding="utf-8")
    write_plot(_of(history[-1]["figures"], GROWING), folder / "speed.svg")


def page(history: Sequence[Record]) -> str:
    """Return the page for the last record."""
    record = history[-1]
    figures = record["figures"]
    rows = _of(figures, ROWS)
    texts = [entry for kind in (ORDINARY, NEW, INVENTED) for entry in _of(figures, kind)]
    growing = _of(figures, GROWING)
    return PAGE.format(
        **{key: record[key] for key in ("commit", "command", "python", "system", "cores", "cpu")},
        date=record["date"].replace("T", " ").removesuffix("+00:00") + " UTC",
        share=_share(rows + texts),
        runs=len(figures[0]["seconds"]),
        row_ratios=_ratio_table(rows),
        text_ratios=_ratio_table(texts),
        own_ratios=_own_ratios(figures),
        absolute=_absolute([*rows, *texts]),
        growth=_growth(growing),
        starts=_starts(record["starts"]),
        whole=_of(figures, ORDINARY)[0]["amount"],
        new=NEW_WORDS,
        warm_up=WARM_UP,
        versions=_versions(record),
        missing=_missing(record["missing"]),
        history=_history(history),
    )


def _of(figures: Iterable[Entry], kind: str) -> list[Entry]:
    return [entry for entry in figures if entry["input"] == kind]


def _is_ours(entry: Entry) -> bool:
    return entry["name"].startswith("`")


def _rates(entry: Entry, key: str = "seconds") -> list[float]:
    """Return rows or words per second in each run."""
    return [entry["amount"] / seconds for seconds in entry[key]]


def _ratio(one: Entry, other: Entry, key: str = "seconds") -> str:
    """Return the ratio of two speeds, over runs."""
    pairs = zip(_rates(one, key), _rates(other, key), strict=True)
    return _spread([first / second for first, second in pairs], 3)


def _spread(values: Sequence[float], digits: int) -> str:
    """Return median, minimum and maximum, with some significant digits."""
    low, middle, high = (
        _significant(value, digits)
        for value in (min(values), statistics.median(values), max(values))
    )
    return f"{middle} ({low}–{high})"


def _significant(value: float, digits: int) -> str:
    """Return a positive number without exponent."""
    decimals = max(digits - 1 - math.floor(math.log10(value)), 0)
    return f"{value:,.{decimals}f}"


def _share(entries: Sequence[Entry]) -> float:
    """Return the CPU seconds as a share of the seconds of processes that use one core."""
    used, passed = (sum(sum(entry[key]) for entry in entries) for key in ("cpu_seconds", "seconds"))
    return used / passed


def _ratio_table(entries: Sequence[Entry]) -> str:
    """Return the ratios of our programs to the others, for the same input and pass."""
    others = dict.fromkeys(
        entry["name"].partition(", ")[0] for entry in entries if not _is_ours(entry)
    )
    inputs = dict.fromkeys(entry["input"] for entry in entries)
    rows = []
    for ours in filter(_is_ours, entries):
        cells = []
        for name in others:
            same = [
                entry
                for entry in entries
                if entry["name"].partition(", ")[0] == name and entry["input"] == ours["input"]
            ]
            same_pass = [
                entry
                for entry in same
                if entry["name"].partition(", ")[2] == ours["name"].partition(", ")[2]
            ]
            cells.append(_ratio(ours, (same_pass or same)[0]))
        label = ours["name"] if len(inputs) == 1 else f"{ours['name']}, {ours['input']}"
        rows.append([label, *cells])
    return markdown_table(["speed, as a multiple of …", *others], rows)


def _own_ratios(figures: Sequence[Entry]) -> str:
    """Return the ratios of our programs on one input to those on another."""
    rows = []
    rated = {entry["name"]: entry for entry in _of(figures, ROWS)}
    for name, entry in rated.items():
        if _is_ours(entry) and name.endswith(", first pass"):
            again = rated[name.replace("first pass", "again")]
            rows.append([f"{name}, to the second pass", _ratio(entry, again)])
    ours = [entry for entry in figures if entry["name"] == ANNOTATE]
    [ordinary] = _of(ours, ORDINARY)
    for kind in (NEW, INVENTED):
        [new] = _of(ours, kind)
        rows.append([f"{ANNOTATE}, {kind} to ordinary text", _ratio(new, ordinary)])
    workers = [entry for entry in figures if "--workers" in entry["name"]]
    for one, two in zip(workers[::2], workers[1::2], strict=True):
        words = f"{one['amount']:,} words, with the start"
        rows.append([f"`--workers 2` to `--workers 1`, {words}", _ratio(two, one)])
    return markdown_table(["ratio of speeds", "median (minimum–maximum)"], rows)


def _absolute(entries: Iterable[Entry]) -> str:
    rows = [
        (
            entry["input"],
            entry["name"],
            f"{entry['amount']:,}",
            _spread(_rates(entry), 3),
            _spread(entry["megabytes"], 3),
        )
        for entry in entries
    ]
    return markdown_table(("input", "program", "rows or words", "per second", "peak, MB"), rows)


def _growth(entries: Iterable[Entry]) -> str:
    rows = [
        (
            f"{entry['amount']:,}",
            entry["name"],
            _spread(entry["process_seconds"], 3),
            _spread(entry["megabytes"], 3),
        )
        for entry in entries
    ]
    return markdown_table(("words", "program", "seconds", "peak, MB"), rows)


def _starts(starts: dict[str, dict[str, list[float]]]) -> str:
    return startup.table(
        {
            label: [
                Usage(seconds, seconds, megabytes)
                for seconds, megabytes in zip(own["seconds"], own["megabytes"], strict=True)
            ]
            for label, own in starts.items()
        }
    ).rstrip()


def _versions(record: Record) -> str:
    listed = {"`lcp`": record["versions"], **record["others"]}
    return markdown_table(
        ("program", "versions"),
        [
            (name, ", ".join(f"{package} {version}" for package, version in own.items()))
            for name, own in listed.items()
        ],
    )


def _missing(missing: dict[str, str]) -> str:
    return "".join(f"\n\nLeft out: {name} ({reason})." for name, reason in missing.items())


def _history(history: Sequence[Record]) -> str:
    names = ("`core`, again", "`full`, again", "hand-written stack, again")
    rows = []
    for record in history:
        medians = {
            (entry["input"], entry["name"]): f"{statistics.median(_rates(entry)):,.0f}"
            for entry in record["figures"]
        }
        cells = [medians.get((ROWS, name), "") for name in names]
        cells += [medians.get((kind, ANNOTATE), "") for kind in (ORDINARY, NEW, INVENTED)]
        rows.append((record["date"][:10], f"`{record['commit']}`", record["cpu"], *cells))
    columns = ("`core`, rows/s", "`full`, rows/s", "hand-written stack, rows/s")
    columns += ("`lcp.annotate`, words/s", "new words, words/s", "invented words, words/s")
    return markdown_table(("date", "commit", "processor", *columns), rows)
