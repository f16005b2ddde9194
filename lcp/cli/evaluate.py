"""``lcp evaluate``: score a model on rated instances."""

from __future__ import annotations

from lcp.cli.console import info, print_scores, working
from lcp.cli.inputs import available_rated_corpus, open_model, open_rated_corpus, warn_of_seen
from lcp.cli.options import Columns, ModelArgument, RatedCorpus, ScoredTask

PANEL = "Train and evaluate"
ORDER = 11


def evaluate(
    model: ModelArgument = None,
    *,
    corpus: RatedCorpus = "auto",
    columns: Columns = "",
    task: ScoredTask = None,
) -> None:
    """Score a model on rated instances, with bootstrap intervals."""
    from lcp.errors import InputError
    from lcp.evaluation.leaderboard import places
    from lcp.evaluation.scores import score_table
    from lcp.targets.ratings import rated_targets
    from lcp.task import TASKS

    if model is None and corpus == "auto":
        raise InputError(
            "There is nothing to score.",
            hint="Give a model, such as `lcp evaluate my-model`, or rated instances with --corpus.",
        )
    fitted = open_model(model)
    about = TASKS.find(task or fitted.capabilities_.task)
    address = available_rated_corpus(corpus, about)
    table = open_rated_corpus(address, about, columns)
    warn_of_seen(fitted, table)
    with working(f"scoring {len(table):,} instances"):
        targets = rated_targets(table)
        scores = score_table(targets, fitted.predict(targets), about)
    print_scores(scores, f"{model or 'The bundled model'} on {address}")
    if address == "test":
        for sentence in places(scores):
            info(sentence)
