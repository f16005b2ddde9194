"""``lcp lexicon build``: build a lexicon from your own texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli.console import info, megabytes, print_table, progress

PANEL = "Data"
ORDER = 35

app = typer.Typer(name="lexicon", no_args_is_help=True)


@app.callback()
def lexicon() -> None:
    """Build a lexicon: word vectors, predicted norms and counts in one file."""


@app.command()
def build(
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT...",
            help="Texts (.txt, .gz), Bibles in XML, or counts (.json). REGISTER=FILE names the "
            "register of a file. Default: general.",
        ),
    ],
    *,
    out: Annotated[Path, typer.Option(help="File to write (.npz).")],
    norms: Annotated[
        str, typer.Option(help="Norms to predict: names separated by commas, all, or none.")
    ] = "all",
    common_words: Annotated[
        int, typer.Option(min=0, help="Number of wordfreq's most frequent words to include.")
    ] = 80_000,
    epochs: Annotated[int, typer.Option(min=1, help="Number of passes over the texts.")] = 5,
    seed: Annotated[int, typer.Option(help="Seed of the training.")] = 0,
) -> None:
    """Build a lexicon, and print how well the norms of held-out words are predicted."""
    from lcp.lexicon.building.norms import NORMS, choose_norms
    from lcp.lexicon.building.pipeline import build_lexicon, steps
    from lcp.lexicon.building.report import TABLE, table_rows
    from lcp.lexicon.building.texts import text_of
    from lcp.lexicon.file import write_lexicon

    names = [name for name in norms.split(",") if name != "none"]
    predicted = NORMS if norms == "all" else choose_norms(names)
    sources = [text_of(text) for text in texts]
    with progress(steps(sources, predicted, epochs)) as step:
        built = build_lexicon(
            sources,
            norms=predicted,
            common_words=common_words,
            epochs=epochs,
            random_state=seed,
            progress=step,
        )
    write_lexicon(built.lexicon, out)
    if len(built.held_out):
        info("Held-out words, by lemma:")
        print_table(TABLE, table_rows(built.held_out))
    count = len(built.lexicon.words)
    info(f"Wrote {out}: {count:,} words, {megabytes(out.stat().st_size)}.")
