"""``lcp predict``: the complexity of one target, or of every instance in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli.console import out as console
from lcp.cli.console import say

#: Names of the scale's points (Shardlow et al., 2021, section 3).
SCALE = {0.125: "very easy", 0.375: "easy", 0.625: "neutral", 0.875: "difficult"}


def predict(
    model: Annotated[Path, typer.Argument(help="A model's folder.")],
    file: Annotated[
        Path | None, typer.Argument(help="A TSV file in CompLex's format, rated or not.")
    ] = None,
    *,
    sentence: Annotated[str | None, typer.Option(help="One sentence.")] = None,
    target: Annotated[
        str | None, typer.Option(help="The word or expression in the sentence.")
    ] = None,
    corpus: Annotated[str, typer.Option(help="The sentence's genre, where it is known.")] = "",
    out: Annotated[
        Path | None, typer.Option(help="Write id,prediction here (the shared task's format).")
    ] = None,
) -> None:
    """Predict complexity from 0 (very easy) to 1 (very difficult)."""
    from lcp.errors import InputError
    from lcp.model import load_model

    if file is not None and (sentence is not None or target is not None):
        raise InputError("Give either a file or a sentence with its target, not both.")
    if file is None and (sentence is None or target is None):
        raise InputError(
            "There is nothing to predict.",
            hint="Give FILE.tsv, or both --sentence and --target.",
        )
    if file is None:
        assert sentence is not None  # noqa: S101 - checked above; for the type checker
        assert target is not None  # noqa: S101
        value = load_model(model).predict_one(sentence, target, corpus=corpus)
        console.print(f"{value:.4f}  {in_words(value)}")
        return

    from lcp.corpora import read_instances
    from lcp.files import written_aside

    table = read_instances(file)
    fitted = load_model(model)
    _say_unknown_corpora(set(table["corpus"]))
    predictions = fitted.predict(table)
    lines = (f"{i},{p:.6f}" for i, p in zip(table["id"], predictions, strict=True))
    text = "\n".join(lines) + "\n"
    if out is None:
        typer.echo(text, nl=False)
        return
    with written_aside(out) as path:
        path.write_text(text, encoding="utf-8")
    say(f"Wrote {len(table):,} predictions to {out}.")


def in_words(complexity: float) -> str:
    """The nearest point of CompLex's scale.

    >>> in_words(0.3)
    'easy'
    """
    for limit, name in SCALE.items():
        if complexity < limit:
            return name
    return "very difficult"


def _say_unknown_corpora(found: set[str]) -> None:
    unknown = sorted(found - {"bible", "biomed", "europarl"})
    if unknown:
        say(
            f"Genres that the model does not know, treated as none: {', '.join(unknown)} "
            "(known are bible, biomed, europarl)."
        )
