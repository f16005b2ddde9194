"""``lcp explain``: explain the predicted complexity of a word or expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli import options
from lcp.cli.console import out as console
from lcp.cli.inputs import open_target, report_unknown_words

if TYPE_CHECKING:
    from lcp.explanation.explanation import Explanation
    from lcp.explanation.reasons import Reason


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

    fitted, targets = open_target(model, sentence or "", target, genre=genre, readers=readers)
    explanation = explanations(targets, model=fitted)[0]
    (prediction,) = fitted.predictions(targets).rows()
    report_unknown_words(fitted, targets, [prediction.level])
    _print_explanation(explanation, explanation.reasons(by), prediction.harder_than)


def _print_explanation(
    explanation: Explanation, reasons: list[Reason], share: float | None
) -> None:
    from rich.markup import escape
    from rich.table import Table

    from lcp.explanation.reasons import signed
    from lcp.model.running_text import in_running_text
    from lcp.tables.formatting import number

    value = explanation.complexity
    head = f"“{escape(explanation.target)}”  [bold]{value:.4f}[/]"
    if share is not None:
        head += f"  {in_running_text(share)}"
    console.print(head, soft_wrap=True)
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row(number(explanation.base, 3), "", "average prediction")
    largest = max((abs(reason.contribution) for reason in reasons), default=0.0)
    for reason in reasons:
        text = f"[bold]{escape(reason.title)}[/]: {escape(reason.text)}"
        table.add_row(signed(reason.contribution), _bar(reason.contribution, largest), text)
    table.add_row(number(explanation.total, 3), "", "◂ easier │ harder ▸")
    console.print(table)
    if explanation.note:
        console.print(explanation.note)


def _bar(contribution: float, largest: float, half: int = 8) -> str:
    """Draw a bar: blue and to the left for easier, orange and to the right for harder.

    Each half has `half` characters.
    """
    length = round(abs(contribution) / largest * half) if largest else 0
    if contribution < 0:
        return f"{' ' * (half - length)}[#0072B2]{'░' * length}[/]│{' ' * half}"
    return f"{' ' * half}│[#E69F00]{'█' * length}[/]{' ' * (half - length)}"
