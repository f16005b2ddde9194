"""``lcp substitutes``: words that can replace a target."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_tables
from lcp.cli.inputs import open_model


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
    from lcp.reader.meaning.substitution import substitutes as find_substitutes

    result = find_substitutes(
        sentence or "",
        target,
        None if candidates is None else candidates.split(","),
        model=open_model(model),
        readers=readers,
        limit=limit,
    )
    for fact in result.facts():
        info(fact)
    if result:
        print_tables([result.table()])
