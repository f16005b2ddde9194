"""``lcp substitutes``: words that can replace a target."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_table
from lcp.cli.inputs import open_model

if TYPE_CHECKING:
    from lcp.reader.meaning.results import Substitutes


def substitutes(
    *,
    sentence: options.Sentence = None,
    target: options.Target,
    candidates: Annotated[
        str | None,
        typer.Option(
            help="Possible replacements, separated by commas. Default: easier synonyms that "
            "probably fit the sentence."
        ),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="Largest number of synonyms.")] = 5,
    model: options.Model = None,
    readers: options.Readers = "general",
) -> None:
    """List easier synonyms that fit the sentence, the best first, or rank given candidates."""
    from lcp.reader.meaning.substitutes import substitutes as find_substitutes

    result = find_substitutes(
        sentence or "",
        target,
        None if candidates is None else candidates.split(","),
        model=open_model(model),
        readers=readers,
        limit=limit,
    )
    for note in result.notes:
        info(note)
    for definition in dict.fromkeys(word.definition for word in result if word.definition):
        info(f"Sense of “{target}” in WordNet: “{definition}”.")
    if result.substitutes:
        _print(result)


def _print(result: Substitutes) -> None:
    from lcp.tables.formatting import number

    words = [result.target, *result.substitutes]
    calibrated = result.target.prediction.low is not None
    generated = any(word.confidence is not None for word in result)
    rows = [
        [
            word.form,
            number(word.prediction.complexity),
            *([f"{word.prediction.low:.4f}–{word.prediction.high:.4f}"] if calibrated else []),
            "the target" if word is result.target else number(word.gain),
            *([number(word.confidence or math.nan, 2)] if generated else []),
            word.prediction.level or "",
        ]
        for word in words
    ]
    interval = ["90% interval"] if calibrated else []
    confidence = ["confidence"] if generated else []
    print_table(["substitute", "complexity", *interval, "easier by", *confidence, "level"], rows)
