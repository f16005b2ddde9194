"""Peak memory and speed of ``lcp annotate`` over texts of growing size.

The text is made up with the seed: words drawn by their frequency from wordfreq's list of English,
and one in twenty of random letters, so that new words and new sentences never end. Each size is a
whole process; the floor is one that divides the same text into sentences and words, and no more.
A gigabyte takes six hours so; where most paragraphs are repeated, it takes one::

    python benchmarks/annotate_memory.py --megabytes 1 10 --repeating 1000
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from speed import LCP, PYTHON, measure
from wordfreq import get_frequency_dict

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Words that are drawn at once, and how many of them are of random letters.
DRAWN = 20_000
MADE_UP = DRAWN // 20
SENTENCES_TO_A_PARAGRAPH = 5
#: Of a repeating text, after its first megabyte: share of new paragraphs, and how many others
#: there are.
NEW = 0.02
REPEATED = 400
SEGMENTS = """\
import sys
from lcp.annotation.decoding import decoded
from lcp.annotation.segments import segments
with open(sys.argv[1], "rb") as file:
    for _ in segments(decoded(file, sys.argv[1])):
        pass
"""
HEADER = """\
# Memory of `lcp annotate`

Written by `python benchmarks/annotate_memory.py {options}` on {cores} cores; one run each, a whole
process, text made up with the seed (one word in twenty is no word, so that new ones never end). `x
first` is the ratio of peak memory to the first row's; `x segmentation` is the ratio of processor
seconds to those of dividing the same text into sentences and words alone, where that was timed. Of
a text that is not all new, what follows the first megabyte is drawn from {repeated} paragraphs, but
for one in {one_in}.

| MB | new, MB | distinct words | peak, MB | x first | CPU seconds | kB a second | x segmentation |
|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Annotate a text of every size and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, nargs="+", default=[1, 10, 100])
    parser.add_argument("--repeating", type=float, nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    options = parser.parse_args()
    header = HEADER.format(
        options=f"--megabytes {_listed(options.megabytes)} --repeating "
        f"{_listed(options.repeating)} --seed {options.seed}",
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
        write(text, 0.001, options.seed)
        measure(command, folder, cold=False)  # fills the cache of parsed files; not counted
        for megabytes, new in sizes:
            fresh, distinct = write(text, megabytes, options.seed, new)
            _, memory, seconds = measure(command, folder, cold=False)
            floor = "–"
            if new == 1:
                *_, floor_seconds = measure([*PYTHON, SEGMENTS, str(text)], folder, cold=False)
                floor = f"{seconds / floor_seconds:.1f}"
            first = first or memory
            rate = 1e3 * megabytes / seconds
            rows.append(
                f"| {megabytes:,g} | {fresh:,.0f} | {distinct:,} | {memory:.0f} | "
                f"{memory / first:.2f} | {seconds:,.0f} | {rate:.0f} | {floor} |"
            )
            print(rows[-1], flush=True)
            options.out.write_text(header + "\n".join(rows) + "\n", encoding="utf-8")


def _listed(sizes: list[float]) -> str:
    return " ".join(f"{size:g}" for size in sizes)


def write(path: Path, megabytes: float, seed: int, new: float = 1) -> tuple[float, int]:
    """Write so much text; gives the megabytes that are not repeated, and the distinct words."""
    distinct: set[str] = set()
    kept: list[str] = []
    generator = np.random.default_rng(seed)
    source = paragraphs(np.random.default_rng(seed))
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


def paragraphs(generator: np.random.Generator) -> Iterator[str]:
    """Paragraphs of sentences of 5 to 30 words, without end."""
    listed = get_frequency_dict("en", "large")
    known = {word: listed[word] for word in listed if word.isascii() and word.isalpha()}
    words = np.array(list(known), dtype=object)
    shares = np.cumsum(list(known.values()))
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    while True:
        drawn = words[np.searchsorted(shares, generator.random(DRAWN) * shares[-1])]
        for place in generator.choice(DRAWN, MADE_UP, replace=False):
            drawn[place] = "".join(generator.choice(letters, generator.integers(4, 13)))
        ends = np.cumsum(generator.integers(5, 31, DRAWN // 5))
        parts = np.split(drawn, ends[ends < DRAWN])
        sentences = [f"{' '.join(part).capitalize()}." for part in parts]
        for begin in range(0, len(sentences), SENTENCES_TO_A_PARAGRAPH):
            yield " ".join(sentences[begin : begin + SENTENCES_TO_A_PARAGRAPH]) + "\n\n"


if __name__ == "__main__":
    main()
