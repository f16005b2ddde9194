"""Cross-validate recipes of published systems, and write ``published.md``.

Each system's features and estimator are recipes in ``features/`` and ``models/``, or, if they need
the extras ``xgboost`` and ``catboost``, in ``benchmarks/recipes/``. 5 folds grouped
by case-sensitive token, repeated, on train + trial; the test set is not used. Needs LCP_DATA or
``lcp fetch``::

    python benchmarks/published.py --repeats 2 --seed 0
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from scoring import add_seed_option, out_of_fold, score_cell
from sklearn.base import clone

import lcp
from lcp.corpora.instances import is_multiword
from lcp.evaluation.leaderboard import leaderboard
from lcp.evaluation.subsets import score_table
from lcp.reports.tables import markdown_table


@dataclass(frozen=True, slots=True)
class System:
    """A system of the shared task and the recipes that follow it.

    Parameters
    ----------
    team : str
        As in the official tables.
    paper : str
        Authors, year and title.
    features : str
        Feature set.
    words : str
        Estimator for Task 1.
    expressions : str
        Estimator for Task 2; empty if the team did not take part.
    learned_from : {"expressions", "words"}
        Training instances of the original model for Task 2.
    published : tuple of float, optional
        Pearson's r on both test sets, of a system that is not in the official tables.
    """

    team: str
    paper: str
    features: str
    words: str
    expressions: str = ""
    learned_from: str = "expressions"
    published: tuple[float, ...] = ()


#: Estimators that need the extra `xgboost` or `catboost`, from the folder of the repository.
RECIPES = "benchmarks/recipes"
_SEMEVAL = "at SemEval-2021 Task 1"
SYSTEMS = [
    System(
        "Alejandro Mosquera",
        f"Mosquera (2021), Alejandro Mosquera {_SEMEVAL}",
        *("mosquera", "mosquera", "linear", "words"),
    ),
    System("Andi", f"Rotaru (2021), ANDI {_SEMEVAL}", "andi", "andi", "andi"),
    System("LAST", f"Bestgen (2021), LAST {_SEMEVAL}", "last", "last", "last"),
    System(
        "Stanford MLab",
        f"Rozi et al. (2021), Stanford MLab {_SEMEVAL}",
        *("stanford-mlab", "stanford-mlab", "stanford-mlab"),
    ),
    System(
        "BigGreen",
        f"Islam et al. (2021), BigGreen {_SEMEVAL}",
        *("biggreen", *[f"{RECIPES}/biggreen.toml"] * 2),
    ),
    System(
        "TUDA-CCL",
        f"Gombert & Bartsch (2021), TUDA-CCL {_SEMEVAL}",
        *("tuda-ccl", *[f"{RECIPES}/tuda-ccl.toml"] * 2),
    ),
    System("CLULEX", f"Smolenska et al. (2021), CLULEX {_SEMEVAL}", "clulex", "random-forest"),
    System("archer", f"Russo (2021), archer {_SEMEVAL}", "archer", "random-forest"),
    System(
        "CompNA",
        f"Vettigli & Sorgente (2021), CompNA {_SEMEVAL}",
        "compna",
        *[f"{RECIPES}/compna.toml"] * 2,
    ),
    System(
        "cs60075: counts",
        f"Nandy et al. (2021), cs60075_team2 {_SEMEVAL}, its baselines with XGBoost",
        *("cs60075", *[f"{RECIPES}/xgboost.toml"] * 2),
        published=(0.718, 0.762),
    ),
    System(
        "cs60075: and vectors",
        "as above",
        *("cs60075-vectors", *[f"{RECIPES}/xgboost.toml"] * 2),
        published=(0.741, 0.815),
    ),
    System(
        "cs60075: and probability",
        "as above",
        *("cs60075-probability", *[f"{RECIPES}/xgboost.toml"] * 2),
        published=(0.744, 0.817),
    ),
    System(
        "LRL NC",
        f"LRL-NC {_SEMEVAL}",
        *("lrl-nc", "random-forest", "random-forest"),
    ),
    System("LCP RIT", f"Desai et al. (2021), LCP-RIT {_SEMEVAL}", "lcp-rit", "random-forest"),
    System("UTFPR", f"Paetzold (2021), UTFPR {_SEMEVAL}", "utfpr", "svr", "svr"),
    System(
        "Frequency Baseline",
        "Shardlow et al. (2021), SemEval-2021 Task 1",
        *("frequency-baseline", "linear", "linear"),
    ),
]
LAST_COLUMNS = ["features", "fit, s", "command"]
HEADER = """\
# Published systems

Written by `python benchmarks/published.py --repeats {repeats} --seed {seed}`. All scores are
Pearson's r.

**The two kinds of scores are not comparable.** *Published* is the score of the original system on
the official test set (Shardlow et al., 2021, SemEval-2021 Task 1, Tables 4 and 5). *Ours* is the
score of our recipe in cross-validation on train + trial: other instances and, in part, other
resources. The paper of LAST shows how far the two can differ: it reports 0.806 in cross-validation
and 0.753 on the test set for Task 1, and 0.800 and 0.842 for Task 2. The recipes (`features/`,
`models/`, `benchmarks/recipes/`) name the resources that are not available, and their replacements.

Which features the systems share, and the score of all of them together:
[features of the published systems](published_union.md).

CompLex 2.0, train and trial ({words:,} words, {expressions:,} expressions); 5 folds grouped by
case-sensitive token, repeats: {repeats}. Scores of pooled out-of-fold predictions, averaged over
repeats, with 95% bootstrap intervals over tokens (1,000 resamples, seed {seed}). `fit, s` is the
time to train the model once, including features, on one thread, after the resources are read. With
`--repeats {repeats}`, the command reproduces the score.
"""
TASK_2 = """
The command trains on words and expressions; *trained by the command* is the score of that model on
the expressions. *Trained as in the paper* is closer to the originals. Mosquera's linear regression
is trained on all words, without folds, because it is not trained on expressions. Its prediction
from the mean of the features of two words equals the mean of its predictions for the two words if
no feature is missing. The other systems have a separate model for expressions, which is trained on
the expressions of the same folds. That is inferred from their separate features or penalties for
Task 2, and assumed for the baseline.
"""


def main() -> None:
    """Score every system on both tasks and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=2)
    add_seed_option(parser)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("published.md"))
    options = parser.parse_args()
    seed = options.random_state
    both = lcp.load_corpus("complex")
    several = is_multiword(both["token"])
    words, expressions = both[~several], both[several]

    def cross_validated(
        features: lcp.FeatureSet, estimator: str, table: pd.DataFrame, subset: str
    ) -> str:
        predictions = out_of_fold(
            features, estimator, table, repeats=options.repeats, random_state=seed
        )
        return score_cell(score_table(table, predictions, random_state=seed), subset)

    first, second = [], []
    for system in SYSTEMS:
        features = lcp.FeatureSet.load(system.features)
        ours = cross_validated(features, system.words, words, "single")
        published = _published(1, system)
        first.append([system.team, published, ours, *_fit(1, system, words, seed)])
        print(*first[-1], flush=True)
        if not system.expressions:
            continue
        if system.learned_from == "words":
            predictions = _from_words(features, system.expressions, words, expressions)
            as_trained = score_cell(score_table(expressions, predictions, random_state=seed), "mwe")
        else:
            as_trained = cross_validated(features, system.expressions, expressions, "mwe")
        as_trained = f"{as_trained}, on {system.learned_from}"
        ours = cross_validated(features, system.expressions, both, "mwe")
        published = _published(2, system)
        second.append([system.team, published, as_trained, ours, *_fit(2, system, both, seed)])
        print(*second[-1], flush=True)
    header = HEADER.format(
        repeats=options.repeats, seed=seed, words=len(words), expressions=len(expressions)
    )
    columns = ["system", "published, test", "ours, cross-validated", *LAST_COLUMNS]
    parts = [header, "\n## Task 1: words\n\n", markdown_table(columns, first), "\n"]
    columns[2:3] = ["ours, trained as in the paper", "ours, trained by the command"]
    parts += ["\n## Task 2: expressions\n", TASK_2, "\n", markdown_table(columns, second), "\n"]
    papers = "".join(f"- {system.team}: {system.paper}.\n" for system in SYSTEMS)
    options.out.write_text("".join([*parts, "\n## Papers\n\n", papers]), encoding="utf-8")


def _published(task: int, system: System) -> str:
    if system.published:
        return f"{system.published[task - 1]:.3f}"
    return f"{leaderboard(task).set_index('team').loc[system.team, 'pearson']:.4f}"


def _from_words(
    features: lcp.FeatureSet, estimator: str, words: pd.DataFrame, expressions: pd.DataFrame
) -> pd.DataFrame:
    fitted = clone(features).set_params(multiword=True).fit(words)
    model = lcp.load_estimator(estimator).fit(fitted.transform(words), words["complexity"])
    predicted = model.predict(fitted.transform(expressions))
    return pd.DataFrame(predicted.clip(0, 1), index=expressions.index)


def _fit(task: int, system: System, table: pd.DataFrame, seed: int) -> list[object]:
    """Return number of features, seconds and command of the model that the command trains."""
    name = system.words if task == 1 else system.expressions
    start = time.perf_counter()
    model = lcp.ComplexityModel(system.features, name, random_state=seed, n_jobs=1).fit(table)
    seconds = time.perf_counter() - start
    columns = len(model.feature_set_.get_feature_names_out())
    command = f"`lcp fit --task {task} --features {system.features} --model {name}`"
    return [columns, f"{seconds:.0f}", command]


if __name__ == "__main__":
    main()
