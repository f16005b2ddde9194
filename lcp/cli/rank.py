"""``lcp rank``: which words are easier in a target's place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli.console import print_table, say
from lcp.cli.options import Genre, Occurrence
from lcp.cli.predict import load_aloud, say_unknown_genres
from lcp.thresholds import in_words


def rank(
    *,
    sentence: Annotated[str, typer.Option(help="One sentence.")],
    target: Annotated[str, typer.Option(help="The word or expression in the sentence.")],
    candidates: Annotated[
        str | None,
        typer.Option(
            help="What may replace it, parted by commas; the synonyms of its sense in WordNet "
            "unless given."
        ),
    ] = None,
    model: Annotated[
        Path | None, typer.Option(help="A model's folder; the one that ships unless given.")
    ] = None,
    corpus: Genre = "",
    occurrence: Occurrence = None,
) -> None:
    """Rank what may stand in a target's place by complexity, the easiest first."""
    chosen = None if candidates is None else candidates.split(",")
    fitted = load_aloud(model)
    say_unknown_genres({corpus} - {""}, fitted.feature_set_)
    ranked = fitted.rank(sentence, target, chosen, corpus=corpus, occurrence=occurrence)
    for note in ranked.attrs["notes"]:
        say(note)
    rows = []
    for row in ranked.to_dict("records"):
        itself = row["candidate"] == ranked.attrs["target"]
        rows.append(
            [
                row["candidate"],
                f"{row['complexity']:.4f}",
                *([f"{row['low']:.4f}–{row['high']:.4f}"] if fitted.interval_ is not None else []),
                "the target" if itself else f"{row['difference']:+.4f}".replace("-", "−"),
                in_words(row["complexity"]),
            ]
        )
    limits = ["90 % interval"] if fitted.interval_ is not None else []
    print_table(["candidate", "complexity", *limits, "difference", "on the scale"], rows)
