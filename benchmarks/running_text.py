"""Measure which shares of real texts the thresholds mark; write ``running_text.md``.

The texts are the distinct sentences of each genre of CompLex and CWI 2018, and plain files in UTF-8
given as NAME=FILE. About one minute for 300,000 words::

    python benchmarks/running_text.py novel=novel.txt
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import lcp
from lcp.model.scale import AUDIENCES
from lcp.reports.tables import markdown_table

HEADER = """\
# Thresholds in running text

Written by `python benchmarks/running_text.py` with the bundled model. A threshold is the
complexity that a share of the words of running text do not reach: {shares}. Frequencies
are wordfreq's, so no text here was used to set a threshold. A text consists of the distinct
sentences of one genre of CompLex or CWI 2018. Percentages are of all its words, with function words
and names; numbers and symbols do not count. In parentheses: of the words that are rated.

"""
#: Kinds of tokens that count as words of a text.
WORDS = ("word", "name", "abbreviation", "identifier", "function word", "contraction part")


def main() -> None:
    """Rate the texts and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("texts", nargs="*", metavar="NAME=FILE")
    options = parser.parse_args()
    thresholds = lcp.load_model().running_text_
    rows = []
    for name, text in texts(options.texts).items():
        annotation = lcp.annotate(text)
        values = np.array([word.complexity for word in annotation])
        words = sum(annotation.counts[kind] for kind in WORDS)
        cells = []
        for audience in AUDIENCES:
            marked = int((values >= thresholds.threshold(audience)).sum())
            cells.append(f"{marked / words:.1%} ({marked / len(values):.1%})")
        rows.append([name, f"{words:,}", f"{len(values):,}", *cells])
    columns = ["text", "words", "rated", *AUDIENCES]
    columns[3:] = [f"{name}, {thresholds.threshold(name)}" for name in AUDIENCES]
    shares = ", ".join(f"{name} {share:.0%}" for name, share in AUDIENCES.items())
    page = HEADER.format(shares=shares) + markdown_table(columns, rows) + "\n"
    (Path(__file__).parent / "running_text.md").write_text(page, encoding="utf-8")
    print(page)


def texts(files: list[str]) -> dict[str, str]:
    """Return texts by name: one for each genre of the corpora, then those of NAME=FILE."""
    found = {}
    for corpus in ("complex", "cwi2018"):
        for genre, part in lcp.load_corpus(corpus).groupby("genre", sort=False):
            found[f"{corpus}, {genre}"] = "\n\n".join(part["sentence"].unique())
    for argument in files:
        name, _, path = argument.partition("=")
        found[name] = Path(path).read_text(encoding="utf-8")
    return found


if __name__ == "__main__":
    main()
