"""``lcp lexicon build``: word knowledge from one's own text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli.console import megabytes, print_table, progress, say

app = typer.Typer(
    name="lexicon",
    help="Word vectors, predicted norms and counts in one file.",
    no_args_is_help=True,
)


@app.callback()
def lexicon() -> None:
    """Word vectors, predicted norms and counts in one file."""


@app.command()
def build(
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT...",
            help="Text (.txt, .gz), Bibles in XML, or counts (.json); REGISTER=FILE names the "
            "register that a file is counted in, 'general' unless given.",
        ),
    ],
    *,
    out: Annotated[Path, typer.Option(help="The file to write, .npz.")],
    norms: Annotated[
        str, typer.Option(help="Norms to predict, separated by commas; 'all' or 'none'.")
    ] = "all",
    common_words: Annotated[
        int, typer.Option(min=0, help="How many of wordfreq's most frequent words to hold.")
    ] = 80_000,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the texts.")] = 5,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
) -> None:
    """Train a lexicon; prints how well norms of held-out words are predicted."""
    from lcp.lexicon.build import build_lexicon, steps
    from lcp.lexicon.file import write_lexicon
    from lcp.lexicon.norms import NORMS, choose_norms
    from lcp.lexicon.report import TABLE, rows
    from lcp.lexicon.texts import text_of

    chosen = NORMS if norms == "all" else choose_norms(n for n in norms.split(",") if n != "none")
    named = [text_of(text) for text in texts]
    with progress(steps(named, chosen, epochs)) as step:
        built = build_lexicon(
            named, norms=chosen, common_words=common_words, epochs=epochs, seed=seed, progress=step
        )
    write_lexicon(built.lexicon, out)
    if len(built.held_out):
        say("Held-out words, by lemma:")
        print_table(TABLE, rows(built.held_out))
    count = len(built.lexicon.words)
    say(f"Wrote {out}: {count:,} words, {megabytes(out.stat().st_size)}.")
