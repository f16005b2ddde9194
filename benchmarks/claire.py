"""Rate the plausibility of clarifications (SemEval-2022 Task 7); write ``claire.md``.

Compares objectives and families by cross-validation on the training data, scores the development
data, and predicts the test data, in ``predictions/claire-*.tsv``. Needs LCP_DATA or
``lcp fetch claire wordnet tagger``. With the folder of an encoder, measures the feature set
``claire-contextual`` too::

    python benchmarks/claire.py --seed 0 --jobs 1
    python benchmarks/claire.py --seed 0 --jobs 1 --section encoder --encoder FOLDER
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import pandas as pd
from claire_contextual import encoder_section
from scoring import add_seed_option
from sections import write_sections

import lcp
from lcp.corpora.readers.claire import LABELS, labels
from lcp.estimators import OrdinalTrees, load_estimator
from lcp.estimators.booster_text import lightgbm_options
from lcp.evaluation.plausibility import (
    Task,
    plausibility_intervals,
    plausibility_scores,
    plausibility_submission,
)
from lcp.files import written_aside
from lcp.reports.tables import markdown_table, with_interval
from lcp.splits.kfold import GroupedStratifiedKFold

FOLDS = 3
#: Size of the models that are only compared with each other.
SMALL = {"n_estimators": 200, "learning_rate": 0.05, "n_seeds": 1}
ENCODER = "encoder"
SECTIONS = ("scores", "objectives", "families", ENCODER)
OBJECTIVES = ("regression", "cross_entropy", "lambdarank")
HEADER = """\
# Plausible clarifications

Written by `python benchmarks/claire.py --seed {seed}`: SemEval-2022 Task 7 (Roth, Anthonio & Sauer
2022) with the feature set `claire`, {n} columns. Parentheses: 95% bootstrap intervals over
sentences with all their fillers (1,000 resamples). Cross-validation: {folds} folds of the training
data, grouped by article and stratified by phenomenon. Published on the test data: majority class
0.390, BERT baseline 0.457, best system 0.689 (accuracy); best Spearman 0.807.

"""
SCORES = """\
`several`: share of the sentences for which it is predicted correctly whether two or more fillers
are plausible. The predictions of `ranking` are divided into classes at the task's borders too, but
they are too close to the mean for them.

The training data were rated by two people per filler and the development data by four, so the
shares of the classes differ. `published shares` are those of the development data in the task's
paper (Table 3). No model was chosen by them, but they are facts about its labels. `other half`:
shares counted in one half of the articles and used for the other."""
ABLATION = """\
## Families by phenomenon

Spearman, cross-validated, 200 trees, one seed. The families overlap: where one is left out, others
replace a part of it.

{}
"""


def main() -> None:
    """Write the report and the predictions for the test data."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_seed_option(parser)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--encoder", help="Folder of an encoder. Default: no section on it.")
    parser.add_argument(
        "--section",
        action="append",
        choices=SECTIONS,
        help="May be repeated; others stay as they are on the page. Default: all.",
    )
    options = parser.parse_args()
    seed, jobs = options.random_state, options.jobs
    selected = options.section or [name for name in SECTIONS if name != ENCODER or options.encoder]
    if ENCODER in selected and not options.encoder:
        parser.error("The section needs --encoder.")
    table = lcp.load_corpus(["claire:train", "claire:dev", "claire:test"])
    features = lcp.FeatureSet.load("claire").set_output(transform="pandas")
    features.fit(table)
    begin = time.process_time()
    matrix = features.transform(table, progress=print)
    seconds = (time.process_time() - begin) / len(table)
    parts = {name: (table["part"] == name).to_numpy() for name in ("train", "dev", "test")}
    train = PlausibilityData(matrix[parts["train"]], table[parts["train"]], seed, jobs)
    dev = PlausibilityData(matrix[parts["dev"]], table[parts["dev"]], seed, jobs)
    rated = parts["train"] | parts["dev"]
    for task in ("classification", "ranking") if "scores" in selected else ():
        model = load_estimator(f"claire-{task}", random_state=seed, n_jobs=jobs)
        model.fit(matrix[rated], table.loc[rated, "complexity"])
        _write_submission(
            task, table.loc[parts["test"], "id"], model.predict(matrix[parts["test"]])
        )
    header = HEADER.format(seed=seed, n=matrix.shape[1], folds=FOLDS)
    sections = {
        "scores": lambda: _development(train, dev),
        "objectives": lambda: _objectives(train),
        "families": lambda: _ablation(train),
        ENCODER: lambda: encoder_section(train, dev, options.encoder, SMALL, seconds),
    }
    # Written after each section: together they take several minutes.
    for name in selected:
        write_sections(Path(__file__).with_suffix(".md"), header, sections[name]())


class PlausibilityData:
    """Features and ratings of one part."""

    def __init__(
        self, matrix: pd.DataFrame, table: pd.DataFrame, seed: int, jobs: int | None
    ) -> None:
        self.matrix = matrix.reset_index(drop=True)
        self.table = table.reset_index(drop=True)
        self.rated = self.table["complexity"].to_numpy()
        self.seed, self.jobs = seed, jobs

    def estimator(self, task: Task, **parameters: Any) -> Any:
        """Return the estimator of a task, unfitted."""
        estimator = load_estimator(f"claire-{task}", random_state=self.seed, n_jobs=self.jobs)
        return estimator.set_params(**parameters)

    def folds(self) -> Any:
        """Return the training and test rows of each fold."""
        splitter = GroupedStratifiedKFold(FOLDS, group_by="title", random_state=self.seed)
        return splitter.split(self.table)

    def cross_validate(self, fit: Any, matrix: pd.DataFrame | None = None) -> np.ndarray:
        """Return out-of-fold predictions; `fit` gets features, ratings and rows."""
        matrix = self.matrix if matrix is None else matrix
        predicted = np.empty(len(self.table))
        for rows, held_out in self.folds():
            model = fit(matrix.iloc[rows], self.rated[rows])
            predicted[held_out] = model.predict(matrix.iloc[held_out])
        return predicted

    def scores(self, predicted: np.ndarray, rows: Any = slice(None)) -> dict[str, float]:
        """Score predictions for all instances on some rows."""
        items = self.table["item"][rows]
        return plausibility_scores(self.rated[rows], predicted[rows], items)

    def intervals(self, predicted: np.ndarray, rows: Any = slice(None)) -> pd.DataFrame:
        """Score predictions for all instances on some rows, with intervals."""
        return plausibility_intervals(
            self.rated[rows], predicted[rows], self.table["item"][rows], random_state=self.seed
        )


def _development(train: PlausibilityData, dev: PlausibilityData) -> str:
    """Score both tasks in cross-validation and on the development data."""
    ranking = train.estimator("ranking")
    classes = train.estimator("classification")
    unadjusted = train.estimator("classification", shares=None)
    cross_validated = {
        "ranking": train.cross_validate(ranking.fit),
        "classification, shares of the training data": train.cross_validate(unadjusted.fit),
    }
    rows = [
        ["training, cross-validated", name, *_cells(train.intervals(predicted))]
        for name, predicted in cross_validated.items()
    ]
    ranking.fit(train.matrix, train.rated)
    classes.fit(train.matrix, train.rated)
    scores, adjusted = ranking.predict(dev.matrix), classes.predict(dev.matrix)
    halves = _shares_of_the_other_half(classes, dev)
    classes.shares = None
    predictions = {
        "majority class": np.zeros(len(dev.rated)),
        "ranking": scores,
        "classification, shares of the training data": classes.predict(dev.matrix),
        "classification, shares of the other half": halves,
        "classification, published shares": adjusted,
    }
    rows += [
        ["development", name, *_cells(dev.intervals(predicted))]
        for name, predicted in predictions.items()
    ]
    per_phenomenon = [
        [
            name,
            f"{int(mask.sum()):,}",
            _cells(dev.intervals(adjusted, mask))[0],
            _cells(dev.intervals(scores, mask))[1],
        ]
        for name in sorted(set(dev.table["phenomenon"]))
        for mask in [(dev.table["phenomenon"] == name).to_numpy()]
    ]
    confusion = pd.crosstab(
        dev.table["label"], pd.Series(labels(adjusted), name="predicted")
    ).reindex(index=LABELS, columns=LABELS, fill_value=0)
    headings = ["data", "predictions", "accuracy", "Spearman", "F1 without neutral", "several"]
    return "\n\n".join(
        [
            "## Scores",
            markdown_table(headings, rows),
            SCORES,
            "## Development data by phenomenon",
            markdown_table(["phenomenon", "n", "accuracy", "Spearman"], per_phenomenon),
            "Classes (rows) and predictions (columns), published shares:",
            markdown_table(
                ["", *LABELS], [[name, *confusion.loc[name].tolist()] for name in LABELS]
            ),
            "",
        ]
    )


def _shares_of_the_other_half(model: OrdinalTrees, dev: PlausibilityData) -> np.ndarray:
    """Predict each half of the articles with the shares of the classes in the other half."""
    predicted = np.empty(len(dev.rated))
    splitter = GroupedStratifiedKFold(2, group_by="title", random_state=dev.seed)
    for counted, used in splitter.split(dev.table):
        classes = dev.table["label"].iloc[counted]
        model.shares = [float((classes == name).mean()) for name in LABELS]
        predicted[used] = model.predict(dev.matrix.iloc[used])
    return predicted


def _objectives(train: PlausibilityData) -> str:
    """Compare LightGBM's objectives with the same trees."""
    parameters = train.estimator("ranking", **SMALL).get_params()
    predictions = {
        name: train.cross_validate(lambda X, y, name=name: _Booster(name, parameters).fit(X, y))
        for name in OBJECTIVES
    }
    trees = {k: v for k, v in parameters.items() if k not in ("random_state", "n_jobs")}
    ordinal = train.estimator("classification", shares=None, trees=trees)
    predictions["ordinal (two borders)"] = train.cross_validate(ordinal.fit)
    rows = [
        [name, _cells(train.intervals(predicted))[1], f"{_within(train, predicted):.3f}"]
        for name, predicted in predictions.items()
    ]
    text = markdown_table(["objective", "Spearman", "mean Spearman within a sentence"], rows)
    return f"## Objectives\n\nCross-validated, 200 trees, one seed.\n\n{text}\n"


class _Booster:
    """LightGBM with one of its objectives."""

    def __init__(self, objective: str, parameters: dict[str, Any]) -> None:
        self.objective, self.parameters = objective, parameters

    def fit(self, X: pd.DataFrame, y: np.ndarray) -> _Booster:
        options = lightgbm_options(self.parameters, len(X)) | {"objective": self.objective}
        options["seed"] = self.parameters["random_state"]
        group = None
        if self.objective == "lambdarank":
            # Rows are in the order of the items, five fillers each. Grades: half points.
            y, group = np.rint(y * 8).astype(int), [5] * (len(X) // 5)
            options["label_gain"] = list(range(9))
        data = lightgbm.Dataset(X.to_numpy(), y, group=group)
        self.booster = lightgbm.train(options, data, self.parameters["n_estimators"])
        return self

    def predict(self, X: pd.DataFrame) -> np.ndarray:
        return np.asarray(self.booster.predict(X.to_numpy()))


def _ablation(train: PlausibilityData) -> str:
    """Leave out each family, and the ranks."""
    columns = train.matrix.columns
    families = list(dict.fromkeys(columns.str.split("__").str[0]))
    estimator = train.estimator("ranking", **SMALL)
    kept = {"all families": np.ones(len(columns), dtype=bool)}
    kept |= {f"without {name}": ~columns.str.startswith(f"{name}__") for name in families}
    kept["without the ranks"] = ~columns.str.endswith("@rank")
    predictions = {
        name: train.cross_validate(estimator.fit, train.matrix.loc[:, mask])
        for name, mask in kept.items()
    }
    phenomena = sorted(set(train.table["phenomenon"]))
    masks = [(train.table["phenomenon"] == name).to_numpy() for name in phenomena]
    rows = []
    for name, predicted in predictions.items():
        first = _cells(train.intervals(predicted))[1]
        others = [f"{train.scores(predicted, mask)['spearman']:.3f}" for mask in masks]
        rows.append([name, first, *others])
    text = markdown_table(["features", "all", *phenomena], rows)
    return ABLATION.format(text)


def _within(data: PlausibilityData, predicted: np.ndarray) -> float:
    """Return the mean rank correlation of the fillers of a sentence."""
    both = pd.DataFrame({"rated": data.rated, "predicted": predicted})
    ranks = both.groupby(data.table["item"]).rank()
    by_item = ranks.groupby(data.table["item"])
    centred = ranks - by_item.transform("mean")
    products = (centred["rated"] * centred["predicted"]).groupby(data.table["item"]).sum()
    squares = (centred**2).groupby(data.table["item"]).sum()
    lengths = np.sqrt(squares["rated"] * squares["predicted"])
    return float((products / lengths.where(lengths > 0)).mean())


def _cells(scores: pd.DataFrame) -> list[str]:
    return [with_interval(*row, 3) for row in scores[["value", "low", "high"]].to_numpy()]


def _write_submission(task: Task, ids: pd.Series, predicted: np.ndarray) -> None:
    path = Path(__file__).parent / "predictions" / f"claire-{task}.tsv"
    with written_aside(path) as aside:
        text = plausibility_submission(ids, np.clip(predicted, 0, 1), task)
        aside.write_text(text, encoding="utf-8", newline="\n")
    print(f"{path.name}: {len(ids):,} predictions")


if __name__ == "__main__":
    main()
