"""``lcp evaluate``: score a model on rated instances it has not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.cli.console import box, print_scores, say
from lcp.cli.options import BootstrapSeed, ModelFolder, OnlyTask, RatedCorpus
from lcp.cli.predict import load_aloud

if TYPE_CHECKING:
    import pandas as pd

    from lcp.model import ComplexityModel


def evaluate(
    model: ModelFolder = None,
    *,
    corpus: RatedCorpus = "test",
    task: OnlyTask = None,
    seed: BootstrapSeed = 0,
) -> None:
    """Score a model on rated instances, with bootstrap intervals."""
    from lcp.evaluation.crossvalidation import score_table

    fitted = load_aloud(model)
    if task is None and not fitted.feature_set_.multiword_:
        task = 1
        say("The model was trained on single words: expressions are left out.")
    table = read_rated(corpus, task)
    warn_of_seen(fitted, table)
    scores = score_table(table, fitted.predict(table), seed=seed)
    print_scores(scores, f"{model or 'The model that ships'} on {corpus}")
    if corpus == "test":
        _rank(scores)


def read_rated(corpus: str, task: int | None) -> pd.DataFrame:
    """The instances that ``--corpus`` names; ``test`` is CompLex's, with its labels."""
    from lcp.corpora.address import load_address
    from lcp.corpora.complex import read_labelled_test

    return read_labelled_test(task) if corpus == "test" else load_address(corpus, task=task)


def warn_of_seen(model: ComplexityModel, table: pd.DataFrame, name: str = "the model") -> None:
    """Say so where a model was trained on instances that it is scored on."""
    seen = int(model.seen(table).sum())
    if seen:
        box(
            f"{seen:,} of the {len(table):,} instances are in {name}'s training data: "
            "these scores say how well it remembers, not how well it predicts.",
            title="Not a test",
        )


def _rank(scores: pd.DataFrame) -> None:
    from lcp.evaluation.leaderboard import ranked_sentence

    pearson = scores[scores["metric"] == "pearson"].set_index("subset")["value"]
    for subset, task in (("single", 1), ("mwe", 2)):
        found = pearson[pearson.index == subset]
        if len(found):
            say(f"Task {task}: {ranked_sentence(task, float(found.iloc[0]))}.")
