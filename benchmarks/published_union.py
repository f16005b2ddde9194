"""Compare the features of the published systems, and score them together.

Writes ``published_union.md`` and ``published_union.png``: which families the systems share, the
score of all their features together, and what each system and family adds. The estimator is the
same for all, so only features differ. 5 folds grouped by case-sensitive token on train + trial; the
test set is not used. Needs LCP_DATA or ``lcp fetch``. `--cache` keeps finished models, from which
an interrupted run continues::

    python benchmarks/published_union.py --seed 0 --cache FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from feature_union import (
    OURS,
    UNION,
    family_of,
    family_table,
    heat_map,
    kept_features,
    only_in,
    part_selections,
    sets_by_system,
    union_of,
)
from scoring import add_seed_option, difference_cell, out_of_fold_by_columns, score_cell

import lcp
from lcp.corpora.instances import is_multiword
from lcp.evaluation.metrics import scores
from lcp.evaluation.subsets import score_table
from lcp.files import written_aside
from lcp.reports.plots import drawing
from lcp.reports.tables import markdown_table, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feature_union import Kept

HEADER = """\
# Features of the published systems together

Written by `python benchmarks/published_union.py --seed {seed}`. The feature sets are those of
[published systems](published.md), as far as their resources are available. The three sets of
cs60075 contain each other and count as one system, with the largest.

## Families

Number of features of each family, before the words of an expression are aggregated. *Union*: the
features that at least one system has. *Only here*: features that no other system has. `core` and
`full` are feature sets of this package, which have more families.

![Number of features of each family, by system](published_union.png)

"""
UNION_TEXT = """
## The union

The union has the features, the options and the aggregations of all systems. All models on this
page have the estimator `{estimator}`, so that only features differ. CompLex 2.0, train and trial
({words:,} words, {expressions:,} expressions), 5 folds grouped by case-sensitive token, with the
seed {seed}. Task 2: trained on words and expressions, scored on the expressions. Parentheses are
95% bootstrap intervals over tokens (1,000 resamples), of differences paired.

"""
SEEDS_TEXT = """
The intervals do not include the randomness of the trees, which sample rows and columns. With the
seeds {seeds} of the trees and the same folds, the union has r {others}.
The first seed, {seed}, deviates from the mean of these by {deviations}.
All differences on this page contain this deviation.
"""
SYSTEMS_TEXT = """
## What each system adds

*Alone*: the features and aggregations of this system. *Adds*: Pearson's r of the union minus that
of the union without the features that only this system has; a dash if it has none, or if they have
no values for the instances. A feature that two systems have is never removed.
{note}
Archer, CLULEX and LCP RIT did not take part in Task 2; their features are scored there as the
others. {chance}

"""
FAMILIES_TEXT = """
## What each family adds

Pearson's r of the union minus that of the union without the family. The families overlap: where one
is left out, others replace a part of it. A dash: the family has no values for single words.
{chance}

"""
NOTE = "Families that only one system has: {alone}. What they add is in the next section."
#: Of independent intervals of 95%, one in twenty excludes the true difference.
CHANCE = "Of {n} intervals, about {expected} would exclude zero if all differences were zero."
NO_DIFFERENCE = "–"
#: Further seeds of the trees.
SEEDS = (1, 2, 3)


def main() -> None:
    """Score the selections of features of both tasks, and write the page and the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_seed_option(parser)
    parser.add_argument("--model", default="lightgbm-fast")
    parser.add_argument("--cache", type=Path, help="Folder for finished models.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    options = parser.parse_args()
    sets = sets_by_system()
    kept = {system: kept_features(names) for system, names in sets.items()}
    shared = family_table(kept)
    with written_aside(options.out.with_suffix(".png")) as aside, drawing("families"):
        heat_map(shared).savefig(
            aside, format="png", dpi=110, facecolor="white", metadata={"Software": None}
        )
    both = lcp.load_corpus("complex")
    several = is_multiword(both["token"])
    tasks = [
        Task(1, both[~several], sets, kept, options),
        Task(2, both, sets, kept, options),
    ]
    text = HEADER.format(seed=options.random_state) + families_markdown(shared) + "\n"
    text += UNION_TEXT.format(
        estimator=options.model,
        seed=options.random_state,
        words=int((~several).sum()),
        expressions=int(several.sum()),
    )
    headings = ["task", "features", "columns", "Pearson", "MAE", "union minus this"]
    rows = [row for task in tasks for row in task.union_rows()]
    text += markdown_table(headings, rows) + "\n"
    seeds = {task.number: task.seed_scores for task in tasks}
    text += seeds_markdown(seeds, options.random_state)
    text += _systems_markdown(kept, tasks)
    text += _family_differences_markdown(shared, tasks)
    options.out.write_text(text, encoding="utf-8")


class Task:
    """Predictions of one task from the union, from its parts and from the sets of this package."""

    def __init__(
        self,
        task: int,
        table: pd.DataFrame,
        sets: Mapping[str, Sequence[str]],
        kept: Kept,
        options: argparse.Namespace,
    ) -> None:
        self.number, self.seed = task, options.random_state
        self.subset = "single" if task == 1 else "mwe"
        self.scored = is_multiword(table["token"]) == (task > 1)
        self.table = table[self.scored]
        union = union_of([name for names in sets.values() for name in names])
        selections = part_selections(sets, kept)
        self.predictions, self.columns = {}, {}
        for features, parts in (
            (union, selections),
            *((lcp.FeatureSet.load(name), {name: lambda _: True}) for name in OURS),
        ):
            folder = options.cache and options.cache / f"task{task}-{features.name}"
            predictions, columns = out_of_fold_by_columns(
                features, options.model, table, parts, random_state=self.seed, cache=folder
            )
            self.predictions |= {n: p[self.scored] for n, p in predictions.items()}
            self.columns |= columns
        unions = [self.predictions[UNION]]
        for seed in SEEDS:
            folder = options.cache and options.cache / f"task{task}-{UNION}-seed{seed}"
            predictions, _ = out_of_fold_by_columns(
                union,
                options.model,
                table,
                {UNION: selections[UNION]},
                random_state=self.seed,
                estimator_state=seed,
                cache=folder,
            )
            unions.append(predictions[UNION][self.scored])
        rated = self.table["complexity"]
        self.seed_scores = [scores(rated, values)["pearson"] for values in unions]

    def score(self, name: str, metric: str = "pearson") -> str:
        """Return a score with its interval."""
        table = score_table(self.table, self.predictions[name], random_state=self.seed)
        return score_cell(table, self.subset, metric)

    def union_minus(self, name: str) -> str:
        """Return the difference of the union and a part, or a dash if they are the same."""
        union = self.predictions[UNION]
        part = self.predictions.get(name, union)
        if np.array_equal(union, part):
            return NO_DIFFERENCE
        return difference_cell(self.table, union, part, random_state=self.seed)

    def union_rows(self) -> list[list[object]]:
        """Return the rows of the union and of the sets of this package."""
        return [
            [
                self.number,
                name if name == UNION else f"`{name}`",
                self.columns[name],
                self.score(name),
                self.score(name, "mae"),
                self.union_minus(name),
            ]
            for name in (UNION, *OURS)
        ]


def seeds_markdown(scores_by_task: Mapping[int, Sequence[float]], first: int) -> str:
    """Return how much the union's score depends on the seed of the trees.

    Scores are those of the seed `first`, then of `SEEDS`.
    """
    others, deviations = [], []
    for task, (own, *rest) in scores_by_task.items():
        others.append(f"{', '.join(map(number, rest))} (Task {task})")
        deviations.append(f"{number(own - np.mean(rest), sign=True)} (Task {task})")
    return SEEDS_TEXT.format(
        seeds=", ".join(map(str, SEEDS)),
        others=" and ".join(others),
        seed=first,
        deviations=" and ".join(deviations),
    )


def families_markdown(shared: pd.DataFrame) -> str:
    """Return the table of families, with the number of systems that have each."""
    kept = {name: kept_features(names) for name, names in sets_by_system().items()}
    only = {name: len(own) for name, own in only_in(kept).items()}
    # `core` and `full` also have families that are not in the table.
    totals = {name: len(kept_features([name])) for name in OURS}
    rows = [
        [name, *(n or "" for n in row), totals.get(name, row.sum()), only.get(name, "")]
        for name, row in shared.iterrows()
    ]
    users = (shared.drop(index=[UNION, *OURS]) > 0).sum()
    rows.append(["systems with the family", *users, "", ""])
    return markdown_table(["system", *shared.columns, "features", "only here"], rows)


def _systems_markdown(kept: Kept, tasks: Sequence[Task]) -> str:
    """Return the section on what each system adds."""
    rows = []
    for system, own in only_in(kept).items():
        counts = pd.Series(map(family_of, sorted(own))).value_counts(sort=False)
        named = ", ".join(f"{family} {count}" for family, count in counts.items())
        cells = [c for t in tasks for c in (t.score(system), t.union_minus(f"without {system}"))]
        rows.append([system, len(kept[system]), named or NO_DIFFERENCE, *cells])
    headings = ["system", "features", "only here"]
    headings += [h for t in tasks for h in (f"task {t.number}, alone", f"task {t.number}, adds")]
    alone = only_in({system: frozenset(map(family_of, own)) for system, own in kept.items()})
    named = "; ".join(f"{', '.join(sorted(f))} ({system})" for system, f in alone.items() if f)
    text = SYSTEMS_TEXT.format(note=NOTE.format(alone=named or "none"), chance=_chance(rows))
    return text + markdown_table(headings, rows) + "\n"


def _family_differences_markdown(shared: pd.DataFrame, tasks: Sequence[Task]) -> str:
    rows = [
        [
            family,
            int((shared[family].drop([UNION, *OURS]) > 0).sum()),
            shared.loc[UNION, family],
            *(task.union_minus(f"without family {family}") for task in tasks),
        ]
        for family in shared
    ]
    headings = ["family", "systems", "features", *(f"task {t.number}, adds" for t in tasks)]
    return FAMILIES_TEXT.format(chance=_chance(rows)) + markdown_table(headings, rows) + "\n"


def _chance(rows: Sequence[Sequence[object]]) -> str:
    """Count the intervals of differences."""
    n = sum(" to " in str(cell) for row in rows for cell in row)
    return CHANCE.format(n=n, expected=max(1, round(n / 20)))


if __name__ == "__main__":
    main()
