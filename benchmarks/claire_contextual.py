"""What a pre-trained encoder adds to the features for plausible clarifications.

The section of ``claire.md`` that ``claire.py --encoder`` writes.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

import lcp
from lcp.encoders.encoder import open_encoder
from lcp.evaluation.plausibility import plausibility_difference, plausibility_intervals
from lcp.extractors.contextual import NEUTRAL
from lcp.reports.tables import markdown_table, with_interval
from lcp.resources import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claire import PlausibilityData

    from lcp.encoders.pieces import Request

    #: Whether a column is used, by its name.
    Selection = Callable[[str], bool]

SET = "claire-contextual"
FAMILY = "contextual__"
#: Gaps whose fillers are encoded to measure the time.
TIMED = 40
#: Runs of each measurement of time.
REPEATS = 5
#: Features of the family in each row of the last table.
SELECTIONS: dict[str, Selection] = {
    "without `contextual`": lambda column: not column.startswith(FAMILY),
    "with `contextual`": lambda _: True,
    "its regression only": lambda column: _is_other(column) or "__ridge_" in column,
    "its similarities to the texts only": lambda column: (
        _is_other(column) or "_similarity_" in column
    ),
    "`contextual` alone": lambda column: column.startswith(FAMILY),
}
SECTION = """\
## A pre-trained encoder

The feature set `claire-contextual` adds the family `contextual` ({n} columns with the ranks): the
vector of the filler in its sentence, from all-MiniLM-L6-v2 ({layers} layers, {width} dimensions;
Wang et al. 2020, Reimers & Gurevych 2019), a regression on it, and its similarity to the vectors of
title, heading and context. Estimators and folds are those above; the regression is fitted within
each fold. *Difference* is that to `claire`, with paired intervals. The sets and their options were
compared by cross-validation only. Command: `python benchmarks/claire.py --seed {seed} --section
encoder --encoder FOLDER`.

{scores}

By phenomenon, with `claire-contextual` and its difference to `claire`: the Spearman correlation of
`ranking`, and the accuracy of `classification` with the shares of the training data
(cross-validated) and the published shares (development).

{phenomena}

Which features of the family matter: Spearman, cross-validated, 200 trees, one seed.

{parts}

Processor time of one thread per filler: {backend}, {timed} fillers, without reading the weights and
without the cache, least of {repeats} runs.

{time}
"""


def encoder_section(
    train: PlausibilityData,
    dev: PlausibilityData,
    encoder: str,
    small: dict[str, Any],
    base_seconds: float,
) -> str:
    """Compare `claire` and `claire-contextual`.

    Parameters
    ----------
    train, dev : PlausibilityData
        With the features of `claire`.
    encoder : str
        Folder of the encoder.
    small : dict
        Parameters of the estimator of comparisons of features.
    base_seconds : float
        Processor time of the features of `claire` per filler.
    """
    learned = [learned_family(encoder, train, rows) for rows, _ in train.folds()]
    fold_matrices = [joined(train, features) for features in learned]
    final = learned_family(encoder, train, np.arange(len(train.table)))
    matrices = [joined(data, final) for data in (train, dev)]
    ranking, classes = (train.estimator(task) for task in ("ranking", "classification"))
    unadjusted = train.estimator("classification", shares=None)
    published = classes.shares
    held_out, predicted = {}, {}
    for name in list(SELECTIONS)[:2]:
        keep = SELECTIONS[name]
        for task, model in (("ranking", ranking), ("classification", unadjusted)):
            held_out[task, name] = cross_validated(train, fold_matrices, model, keep)
        own, others = (matrix.loc[:, list(map(keep, matrix))] for matrix in matrices)
        predicted["ranking", name] = ranking.fit(own, train.rated).predict(others)
        classes.fit(own, train.rated)
        for label, shares in (("classification", None), ("published", published)):
            predicted[label, name] = classes.set_params(shares=shares).predict(others)
    cv, test = "training, cross-validated", "development"
    rows = [
        [cv, "ranking", "Spearman", *_compared(train, held_out, "ranking", "spearman")],
        [cv, "classification, shares of the training data", "accuracy",
         *_compared(train, held_out, "classification", "accuracy")],
        [test, "ranking", "Spearman", *_compared(dev, predicted, "ranking", "spearman")],
        [test, "classification, shares of the training data", "accuracy",
         *_compared(dev, predicted, "classification", "accuracy")],
        [test, "classification, published shares", "accuracy",
         *_compared(dev, predicted, "published", "accuracy")],
    ]  # fmt: skip
    phenomena = [
        [label, name, f"{int(mask.sum()):,}",
         *_compared(data, predictions, "ranking", "spearman", mask)[1:],
         *_compared(data, predictions, task, "accuracy", mask)[1:]]
        for label, data, predictions, task in (
            (cv, train, held_out, "classification"), (test, dev, predicted, "published"))
        for name, mask in _phenomena(data)
    ]  # fmt: skip
    trees = train.estimator("ranking", **small)
    parts = []
    for name, keep in SELECTIONS.items():
        values = cross_validated(train, fold_matrices, trees, keep)
        cells = [f"{train.scores(values, mask)['spearman']:.3f}" for _, mask in _phenomena(train)]
        parts.append([name, _cell(train.intervals(values).loc["spearman"]), *cells])
    opened = open_encoder(encoder, Store(), n_jobs=1)
    return SECTION.format(
        n=matrices[0].shape[1] - train.matrix.shape[1],
        layers=opened.folder.config["num_hidden_layers"],
        width=opened.folder.config["hidden_size"],
        seed=train.seed,
        scores=markdown_table(
            ["data", "predictions", "metric", "`claire`", "`claire-contextual`", "difference"], rows
        ),
        phenomena=markdown_table(
            [
                "data",
                "phenomenon",
                "n",
                "Spearman",
                "difference in Spearman",
                "accuracy",
                "difference in accuracy",
            ],
            phenomena,
        ),
        parts=markdown_table(["features", "all", *(name for name, _ in _phenomena(train))], parts),
        backend="ONNX Runtime" if opened.folder.is_onnx else "PyTorch",
        timed=TIMED * 5,
        repeats=REPEATS,
        time=_timing(encoder, dev.table, base_seconds),
    )


def _is_other(column: str) -> bool:
    return not column.startswith(FAMILY)


def learned_family(encoder: str, train: PlausibilityData, rows: np.ndarray) -> Any:
    """Return the family, fitted on some rows of the training data."""
    features = lcp.FeatureSet.load(SET).select(learning=True)
    options = {"model": encoder, "n_jobs": 1}
    families = {name: {**given, **options} for name, given in features.families.items()}
    features.set_params(families=families).set_output(transform="pandas")
    return features.fit(train.table.iloc[rows])


def joined(data: PlausibilityData, features: Any) -> pd.DataFrame:
    """Return the features of `claire` and of the fitted family, in this order."""
    return pd.concat([data.matrix, features.transform(data.table)], axis=1)


def cross_validated(
    train: PlausibilityData, matrices: Sequence[pd.DataFrame], model: Any, keep: Selection
) -> np.ndarray:
    """Return out-of-fold predictions, given the features of all instances for each fold."""
    predicted = np.empty(len(train.table))
    for (rows, held_out), matrix in zip(train.folds(), matrices, strict=True):
        used = matrix.loc[:, list(map(keep, matrix))]
        model.fit(used.iloc[rows], train.rated[rows])
        predicted[held_out] = model.predict(used.iloc[held_out])
    return predicted


def _compared(
    data: PlausibilityData,
    predicted: dict[tuple[str, str], np.ndarray],
    task: str,
    metric: str,
    rows: Any = slice(None),
) -> list[str]:
    """Return the score without and with the family, and the difference."""
    without, with_family = (predicted[task, name][rows] for name in list(SELECTIONS)[:2])
    rated, items = data.rated[rows], data.table["item"][rows]
    scores = [
        plausibility_intervals(rated, values, items, random_state=data.seed).loc[metric]
        for values in (without, with_family)
    ]
    difference = plausibility_difference(
        rated, with_family, without, items, random_state=data.seed
    ).loc[metric]
    return [*map(_cell, scores), with_interval(*difference, 3, sign=True)]


def _cell(row: pd.Series[Any]) -> str:
    return with_interval(*row, 3)


def _phenomena(data: PlausibilityData) -> list[tuple[str, np.ndarray]]:
    names = data.table["phenomenon"]
    return [(name, (names == name).to_numpy()) for name in sorted(set(names))]


def _timing(folder: str, table: pd.DataFrame, base_seconds: float) -> str:
    """Return a table of the processor time of each kind of input, per filler."""
    encoder = open_encoder(folder, Store(), n_jobs=1)
    width = encoder.folder.config["hidden_size"]
    items = table["item"].unique()
    sample = table[table["item"].isin(items[:: len(items) // TIMED][:TIMED])]
    starts, ends = sample["start"].astype(int), sample["end"].astype(int)
    texts = [text for name in ("title", "section", "before", "after") for text in set(sample[name])]
    frames = ("{}", *NEUTRAL)
    kinds: dict[str, list[Request]] = {
        "the sentence with the filler": list(zip(sample["sentence"], starts, ends, strict=True)),
        "the filler alone and in neutral sentences": [
            (frame.replace("{}", token), frame.index("{}"), frame.index("{}") + len(token))
            for frame in frames
            for token in set(sample["token"])
        ],
        "title, heading and context": [(text, 0, len(text)) for text in texts],
    }
    encoder._encode(kinds["the sentence with the filler"][:4], 3, width)  # noqa: SLF001 - reads the weights
    rows = [["all features of `claire`", f"{1000 * base_seconds:.1f}"]]
    for name, requests in kinds.items():
        seconds = []
        for _ in range(REPEATS):
            begin = time.process_time()
            encoder._encode(requests, 3, width)  # noqa: SLF001 - not cached
            seconds.append(time.process_time() - begin)
        rows.append([f"encoding {name}", f"{1000 * min(seconds) / len(sample):.1f}"])
    return markdown_table(["step", "ms"], rows)
