"""``lcp evaluate``: score a model on rated instances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import info, print_scores, print_table, working
from lcp.cli.inputs import (
    available_rated_corpus,
    has_own_tasks,
    open_corpus,
    open_model,
    open_rated_corpus,
    warn_of_seen,
)
from lcp.cli.options import BootstrapSeed, ModelArgument, RatedCorpus, RatingScale, ScoredTask

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from lcp.model.complexity_model import ComplexityModel

PANEL = "Train and evaluate"
ORDER = 11


def evaluate(
    model: ModelArgument = None,
    *,
    corpus: RatedCorpus = "auto",
    scale: RatingScale = "0-1",
    task: ScoredTask = None,
    transfer: Annotated[
        bool,
        typer.Option(
            "--transfer", help="Score on the corpora that the model was not trained on instead."
        ),
    ] = False,
    seed: BootstrapSeed = 0,
) -> None:
    """Score a model on rated instances, with bootstrap intervals."""
    from lcp.evaluation.subsets import score_table

    fitted = open_model(model)
    if transfer:
        _print_transfer(fitted, seed)
        return
    if task is None and not (fitted.feature_set_.multiword_ or has_own_tasks(fitted)):
        task = 1
        info("The model was trained on single words: expressions are skipped.")
    corpus = available_rated_corpus(corpus)
    table = open_rated_corpus(corpus, task or 2, scale)
    warn_of_seen(fitted, table)
    with working(f"scoring {len(table):,} instances"):
        predicted = fitted.predict(table)
        scores = score_table(table, predicted, random_state=seed)
    print_scores(scores, f"{model or 'The bundled model'} on {corpus}")
    if corpus == "test":
        _print_leaderboard_place(scores)
    if "first_language" in fitted.feature_set_.families and "l1" in table:
        _print_vocabulary_scores(table, predicted, seed)


def _print_transfer(model: ComplexityModel, seed: int) -> None:
    """Print scores on the corpora that were not in training, beside baselines."""
    from lcp.annotation.targets import token_kinds
    from lcp.evaluation.transfer import BASELINES, CORPORA, model_predictor, score_transfer
    from lcp.reports.tables import number, with_interval

    corpora = [name for name in CORPORA if name not in model.trained_on_["corpora"]]
    for corpus in corpora:
        open_corpus(corpus, task=2)
    predictors = {**BASELINES, "model": model_predictor(model)}
    with working(f"scoring {', '.join(corpora)}"):
        scores = score_transfer(predictors, token_kinds, corpora=corpora, random_state=seed)
    rows = [
        [
            f"{row['corpus']}: {row['part']}, {row['subset']}, n = {row['n']:,}",
            row["predictor"],
            with_interval(row["pearson"], row["low"], row["high"], 3),
            number(row["spearman"], 3),
        ]
        for row in scores.to_dict("records")
    ]
    info("Names and numbers get the minimum prediction. Parentheses: 95% intervals over tokens.")
    print_table(["test instances", "predictor", "Pearson", "Spearman"], rows)


def _print_vocabulary_scores(
    table: pd.DataFrame, predicted: NDArray[np.float64], seed: int
) -> None:
    """Print the metrics of BEA 2026 by first language, and the places in its tables."""
    from lcp.evaluation.vocabulary import (
        LANGUAGES,
        TRACKS,
        vocabulary_intervals,
        vocabulary_place,
    )
    from lcp.reports.tables import with_interval

    rows = []
    for l1 in LANGUAGES:
        own = (table["l1"] == l1).to_numpy()
        if own.sum() < 2:  # noqa: PLR2004 - no correlation
            continue
        scores = vocabulary_intervals(
            table.loc[own, "complexity"], predicted[own], table.loc[own, "token"], random_state=seed
        )
        cells = [
            with_interval(low=low, high=high, value=value, decimals=3)
            for value, low, high in scores.to_numpy()
        ]
        rmse = float(scores["value"].to_numpy()[1])
        places = [vocabulary_place(l1, track, rmse) for track in TRACKS]
        rows.append([l1, f"{own.sum():,}", *cells, *(f"{p} of {n}" for p, n in places)])
    info(
        "BEA 2026: log-odds of a right answer. The places are those of this RMSE among the "
        "official submissions, which were scored on the test data."
    )
    print_table(["l1", "n", "Pearson", "RMSE", *TRACKS], rows)


def _print_leaderboard_place(scores: pd.DataFrame) -> None:
    from lcp.evaluation.leaderboard import ranked_sentence

    pearson = scores[scores["metric"] == "pearson"].set_index("subset")["value"]
    for subset, task in (("single", 1), ("mwe", 2)):
        if subset in pearson.index:
            info(f"Task {task}: {ranked_sentence(task, float(pearson[subset]))}.")
