"""``lcp explain``: why a word or expression is predicted as hard as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli.console import out as console
from lcp.cli.console import say
from lcp.cli.options import Genre, ModelFolder, Occurrence
from lcp.cli.predict import load_aloud, say_unknown_genres
from lcp.thresholds import in_words

if TYPE_CHECKING:
    from lcp.explanation import By, Explanation, Reason

FORMATS = (".png", ".svg", ".csv", ".json", ".md")

#: Columns of the terminal to each side of the bars' middle.
_HALF = 8


def explain(
    model: ModelFolder = None,
    *,
    sentence: Annotated[str, typer.Option(help="One sentence.")],
    target: Annotated[str, typer.Option(help="The word or expression in the sentence.")],
    corpus: Genre = "",
    occurrence: Occurrence = None,
    by: Annotated[
        Literal["theme", "family", "feature", "column"],
        typer.Option(help="What a line sums up: what people ask about, a family, a feature."),
    ] = "theme",
    top: Annotated[
        int, typer.Option(min=2, help="Most lines; the last sums up all that are left.")
    ] = 8,
    out: Annotated[
        Path | None,
        typer.Option(help="Write a picture (.png, .svg), every feature (.csv, .json), or .md."),
    ] = None,
) -> None:
    """Explain a prediction: what makes the target harder or easier, and by how much."""
    from lcp.corpora.instances import one_instance
    from lcp.errors import InputError

    if out is not None and out.suffix not in FORMATS:
        raise InputError(
            f"An explanation cannot be written as '{out.suffix}'.",
            where=str(out),
            hint=f"Name a file that ends with one of: {', '.join(FORMATS)}.",
        )
    row = one_instance(sentence, target, corpus=corpus, occurrence=occurrence)
    fitted = load_aloud(model)
    say_unknown_genres({corpus} - {""}, fitted.feature_set_)
    for note in row.attrs["notes"]:
        say(note)
    explanation = fitted.explain(row)[0]
    _print(explanation, explanation.reasons(by, top))
    if out is not None:
        _write(explanation, out, by, top)
        say(f"Wrote {out}.")


def _print(explanation: Explanation, reasons: list[Reason]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from lcp.explanation.reasons import signed
    from lcp.reports.explanation import CLIPPED

    value = explanation.complexity
    head = f"“{escape(explanation.target)}”  [bold]{value:.4f}  {in_words(value)}[/]"
    console.print(head, soft_wrap=True)
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row(f"{explanation.base:.3f}", "", "what is predicted on average")
    most = max((abs(reason.contribution) for reason in reasons), default=0.0)
    for reason in reasons:
        text = f"[bold]{escape(reason.title)}[/]: {escape(reason.text)}"
        table.add_row(signed(reason.contribution), _bar(reason.contribution, most), text)
    table.add_row(f"{explanation.total:.3f}", "", "◂ easier │ harder ▸")
    console.print(table)
    if explanation.clipped:
        console.print(CLIPPED.format(explanation.total, value))


def _bar(contribution: float, most: float) -> str:
    """A bar to the left in blue for what makes easier, to the right in orange for harder."""
    length = round(abs(contribution) / most * _HALF) if most else 0
    if contribution < 0:
        return f"{' ' * (_HALF - length)}[#0072B2]{'░' * length}[/]│{' ' * _HALF}"
    return f"{' ' * _HALF}│[#E69F00]{'█' * length}[/]{' ' * (_HALF - length)}"


def _write(explanation: Explanation, out: Path, by: By, top: int) -> None:
    from lcp.files import written_aside
    from lcp.reports.explanation import explanation_markdown
    from lcp.reports.waterfall import FORMATS as PICTURES
    from lcp.reports.waterfall import save_waterfall

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
