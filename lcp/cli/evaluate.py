"""``lcp evaluate``: score a model on rated instances it has not seen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import box, print_scores, say
from lcp.cli.predict import load_aloud

if TYPE_CHECKING:
    import pandas as pd


def evaluate(
    model: Annotated[
        Path | None, typer.Argument(help="A model's folder; the one that ships unless given.")
    ] = None,
    *,
    corpus: Annotated[
        str,
        typer.Option(
            help="test (CompLex's, where its labels are at hand), sample, or a rated TSV file."
        ),
    ] = "test",
    task: Annotated[int | None, typer.Option(min=1, max=2, help="Only this task's.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap.")] = 0,
) -> None:
    """Score a model on rated instances, with bootstrap intervals."""
    from lcp.corpora import load_corpus
    from lcp.corpora.complex import read_labelled_test
    from lcp.evaluation.crossvalidation import score_table

    fitted = load_aloud(model)
    if task is None and not fitted.feature_set_.multiword_:
        task = 1
        say("The model was trained on single words: expressions are left out.")
    table = read_labelled_test(task) if corpus == "test" else load_corpus(corpus, task=task)
    seen = int(fitted.seen(table).sum())
    if seen:
        box(
            f"{seen:,} of the {len(table):,} instances are in the model's training data: "
            "these scores say how well it remembers, not how well it predicts.",
            title="Not a test",
        )
    scores = score_table(table, fitted.predict(table), seed=seed)
    print_scores(scores, f"{model or 'The model that ships'} on {corpus}")
    if corpus == "test":
        _rank(scores)


def _rank(scores: pd.DataFrame) -> None:
    from lcp.evaluation.leaderboard import ranked_sentence

    pearson = scores[scores["metric"] == "pearson"].set_index("subset")["value"]
    for subset, task in (("single", 1), ("mwe", 2)):
        found = pearson[pearson.index == subset]
        if len(found):
            say(f"Task {task}: {ranked_sentence(task, float(found.iloc[0]))}.")
