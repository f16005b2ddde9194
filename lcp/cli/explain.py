"""``lcp explain``: explain the predicted complexity of a word or expression."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli.console import info
from lcp.cli.console import out as console
from lcp.cli.inputs import open_instance
from lcp.cli.options import Genre, ModelArgument, Occurrence, ReadersOption, Sentence, Target
from lcp.model.scale import in_words

if TYPE_CHECKING:
    from lcp.explanation import By, Explanation, Reason

PANEL = "Predict and explain"
ORDER = 21

FORMATS = (".png", ".svg", ".csv", ".json", ".md")

#: Width of each half of a bar, in characters.
_HALF = 8


def explain(
    model: ModelArgument = None,
    *,
    sentence: Sentence,
    target: Target,
    genre: Genre = "",
    readers: ReadersOption = "general",
    occurrence: Occurrence = None,
    by: Annotated[
        Literal["theme", "family", "feature", "column"],
        typer.Option(help="Level at which contributions are summed."),
    ] = "theme",
    top: Annotated[
        int, typer.Option(min=2, help="Maximum number of lines; the last line sums up the rest.")
    ] = 8,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Output file: a plot (.png, .svg), a summary (.md) or all features (.csv, .json)."
        ),
    ] = None,
) -> None:
    """Explain a prediction: what makes the target harder or easier, and by how much."""
    from lcp.errors import InputError
    from lcp.model.installed import predictor_for

    if out is not None and out.suffix not in FORMATS:
        raise InputError(
            f"An explanation cannot be written as '{out.suffix}'.",
            where=str(out),
            hint=f"Choose a file name that ends in one of: {', '.join(FORMATS)}.",
        )
    fitted, row = open_instance(
        model, sentence, target, genre=genre, readers=readers, occurrence=occurrence
    )
    import pandas as pd

    predictor = predictor_for(fitted, readers)
    explanation = predictor.explain(pd.DataFrame(row))[0]
    share = None
    if predictor.running_text_.quantiles:
        share = float(predictor.running_text_.share_below([explanation.complexity], readers)[0])
    _print_explanation(explanation, explanation.reasons(by, top), share)
    if out is not None:
        _write_explanation(explanation, out, by, top)
        info(f"Wrote {out}.")


def _print_explanation(
    explanation: Explanation, reasons: list[Reason], share: float | None
) -> None:
    from rich.markup import escape
    from rich.table import Table

    from lcp.explanation.reasons import signed
    from lcp.model.scale import in_running_text
    from lcp.reports.explanation import clipping_note
    from lcp.reports.tables import number

    value = explanation.complexity
    head = f"“{escape(explanation.target)}”  [bold]{value:.4f}  {in_words(value)}[/]"
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
    if note := clipping_note(explanation):
        console.print(note)


def _bar(contribution: float, largest: float) -> str:
    """Draw a bar: blue and to the left for easier, orange and to the right for harder."""
    length = round(abs(contribution) / largest * _HALF) if largest else 0
    if contribution < 0:
        return f"{' ' * (_HALF - length)}[#0072B2]{'░' * length}[/]│{' ' * _HALF}"
    return f"{' ' * _HALF}│[#E69F00]{'█' * length}[/]{' ' * (_HALF - length)}"


def _write_explanation(explanation: Explanation, out: Path, by: By, top: int) -> None:
    from lcp.files import written_aside
    from lcp.reports.explanation import explanation_markdown
    from lcp.reports.waterfall import PICTURES, save_waterfall

    if out.suffix in PICTURES:
        save_waterfall(explanation, out, by=by, limit=top)
        return
    if out.suffix == ".csv":
        text = explanation.to_frame().to_csv()
    elif out.suffix == ".json":
        import json

        text = json.dumps(explanation.to_dict(by, top), indent=1, ensure_ascii=False) + "\n"
    else:
        text = explanation_markdown(explanation, by=by, limit=top)
    with written_aside(out) as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")
