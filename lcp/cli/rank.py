"""``lcp rank``: rank substitutes of a word or expression by complexity."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli.console import info, print_table
from lcp.cli.inputs import open_model, report_unknown_genres
from lcp.cli.options import Genre, ModelOption, Occurrence, ReadersOption, Sentence, Target
from lcp.model.scale import in_words

PANEL = "Predict and explain"
ORDER = 22


def rank(
    *,
    sentence: Sentence,
    target: Target,
    candidates: Annotated[
        str | None,
        typer.Option(
            help="Possible replacements, separated by commas. Default: WordNet's synonyms that are "
            "easier and probably fit the sentence."
        ),
    ] = None,
    model: ModelOption = None,
    genre: Genre = "",
    readers: ReadersOption = "general",
    occurrence: Occurrence = None,
) -> None:
    """Rank substitutes for a word or expression by complexity, the easiest first."""
    from lcp.reports.tables import number
    from lcp.substitution.ranking import rank as rank_substitutes

    fitted = open_model(model)
    report_unknown_genres({genre}, fitted.feature_set_)
    ranking = rank_substitutes(
        sentence,
        target,
        None if candidates is None else candidates.split(","),
        model=fitted,
        genre=genre,
        readers=readers,
        occurrence=occurrence,
    )
    for note in ranking.notes:
        info(note)
    calibrated = fitted.interval_ is not None
    rows = []
    for row in ranking.table.to_dict("records"):
        is_target = row["candidate"] == ranking.target
        rows.append(
            [
                row["candidate"],
                number(row["complexity"]),
                *([f"{row['low']:.4f}–{row['high']:.4f}"] if calibrated else []),
                "the target" if is_target else number(row["difference"], sign=True),
                in_words(row["complexity"]),
            ]
        )
    interval = ["90% interval"] if calibrated else []
    print_table(["candidate", "complexity", *interval, "difference", "level"], rows)
