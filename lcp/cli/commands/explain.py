"""``lcp explain``: explain the predicted complexity of a word or expression."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from lcp.cli import options
from lcp.cli.console import out as console
from lcp.cli.console import print_tables
from lcp.cli.inputs import open_target, report_unknown_words


def explain(
    *,
    model: options.Model = None,
    sentence: options.Sentence = None,
    target: options.Target,
    genre: options.Genre = "",
    readers: options.Readers = "general",
    by: Annotated[
        Literal["theme", "family", "feature", "column"],
        typer.Option(help="Group contributions by this unit."),
    ] = "theme",
) -> None:
    """Explain a prediction: what makes the target harder or easier, and by how much."""
    from lcp.explanation.explanation import explain as explanations
    from lcp.model.running_text import in_running_text

    fitted, targets = open_target(model, sentence or "", target, genre=genre, readers=readers)
    explanation = explanations(targets, model=fitted)[0]
    (prediction,) = fitted.predictions(targets).rows()
    report_unknown_words(fitted, targets, [prediction.level])
    rank = "" if prediction.harder_than is None else in_running_text(prediction.harder_than)
    head = f"“{explanation.target}”  {explanation.complexity:.4f}  {rank}"
    console.print(head.rstrip(), markup=False, soft_wrap=True)
    print_tables([explanation.table(by)])
    if explanation.note:
        console.print(explanation.note)
