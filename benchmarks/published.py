"""Cross-validate recipes of published systems; write ``published.md``.

The systems are listed in ``published/systems.toml``, their recipes are next to it. 5 folds grouped
by case-sensitive token, repeated, on train + trial; the test set is not used. Needs LCP_DATA or
``lcp resources fetch``, and ``pip install xgboost catboost``. About 20 minutes::

    python benchmarks/published.py --repeats 2 --seed 0
    python benchmarks/published.py --only UTFPR LAST   # prints these systems
"""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring import arguments, is_expression, markdown_table, out_of_fold, score, write_page

import lcp
from lcp.evaluation.leaderboard import leaderboard

if TYPE_CHECKING:
    import pandas as pd

FOLDER = Path(__file__).with_name("published")
EXPRESSIONS = "expressions"
PAGE = """\
# Published systems

Written by `python benchmarks/published.py --repeats {repeats} --seed {seed}`. All scores are
Pearson's r.

**The two kinds of scores are not comparable.** *Published* is the score of the original system on
the official test set (Shardlow et al., 2021, SemEval-2021 Task 1, Tables 4 and 5). *Ours* is the
score of our recipe in cross-validation on train + trial: other instances and, in part, other
resources. The paper of LAST shows how far the two can differ: it reports 0.806 in cross-validation
and 0.753 on the test set for Task 1, and 0.800 and 0.842 for Task 2. The recipes in
`benchmarks/published/` name the resources that are not available, and their replacements.

CompLex 2.0, train and trial ({words:,} words, {expressions:,} expressions); 5 folds grouped by
case-sensitive token, repeats: {repeats}. Scores of pooled out-of-fold predictions, averaged over
repeats, with 95% bootstrap intervals over tokens (1,000 resamples, seed {seed}). `fit, s` is the
time to train the model once, including features, on one thread, after the resources are read.

## Task 1: words

{first}

## Task 2: expressions

*Trained on*: the training instances of the folds. That most originals had a separate model for
expressions is inferred from their features or penalties for Task 2, and assumed for the baseline.

{second}

## Papers

All are in the proceedings of SemEval-2021, Task 1.

{papers}
"""


def main() -> None:
    """Score every system on both tasks and write the tables."""
    options = arguments(__doc__, repeats=2, only=[])
    listed = tomllib.loads((FOLDER / "systems.toml").read_text(encoding="utf-8"))["system"]
    systems = [own for own in listed if not options.only or own["team"] in options.only]
    both = lcp.load_corpus("complex")
    several = is_expression(both)
    first, second = [], []
    for system in systems:
        team, published = system["team"], _published(system)
        words = _cells(system, "words", both[~several], options)
        first.append([team, published[0], *words])
        print(*first[-1], flush=True)
        if EXPRESSIONS in system:
            trained_on = system.get("trained_on", EXPRESSIONS)
            table = both[several] if trained_on == EXPRESSIONS else both
            cells = _cells(system, EXPRESSIONS, table, options)
            second.append([team, published[1], *cells, trained_on])
            print(*second[-1], flush=True)
    if options.only:
        return
    columns = ["system", "published, test", "ours, cross-validated", "features", "fit, s"]
    page = PAGE.format(
        repeats=options.repeats,
        seed=options.seed,
        words=int((~several).sum()),
        expressions=int(several.sum()),
        first=markdown_table(columns, first),
        second=markdown_table([*columns, "trained on"], second),
        papers="\n".join(f"- {system['team']}: {system['paper']}." for system in systems),
    )
    write_page(options.out, page)


def recipe(kind: str, name: str) -> str | Path:
    """Return the path of a recipe of the benchmark, or the name of one of the package."""
    path = FOLDER / kind / f"{name}.toml"
    return path if path.is_file() else name


def _published(system: dict[str, Any]) -> list[str]:
    if "published" in system:
        return [f"{r:.3f}" for r in system["published"]]
    places = (leaderboard(task).set_index("team")["pearson"] for task in (1, 2))
    return [f"{r[system['team']]:.4f}" if system["team"] in r else "–" for r in places]


def _cells(system: dict[str, Any], task: str, table: pd.DataFrame, options: Any) -> list[str]:
    """Return score, number of features and seconds of training; expressions are scored alone."""
    pair = recipe("features", system["features"]), recipe("models", system[task])
    predicted = out_of_fold(*pair, table, seed=options.seed, repeats=options.repeats)
    scored = is_expression(table) if task == EXPRESSIONS else ~is_expression(table)
    start = time.perf_counter()
    model = lcp.ComplexityModel(*pair, random_state=options.seed, n_jobs=1).fit(table)
    seconds = time.perf_counter() - start
    columns = len(model.feature_set_.get_feature_names_out())
    cell = score(table[scored], predicted[scored], seed=options.seed)
    return [cell, str(columns), f"{seconds:.0f}"]


if __name__ == "__main__":
    main()
