"""``lcp substitutes``: words that can replace a target, or every target of a table."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_table, progress
from lcp.cli.inputs import open_corpus, open_model, report_unknown_genres
from lcp.cli.texts import write_results
from lcp.errors import InputError

if TYPE_CHECKING:
    from lcp.corpora.registry import Readers
    from lcp.reading.substitutes import Substitutes

PANEL = "Predict and explain"
ORDER = 22

#: Column of a table with the candidates of each target.
_CANDIDATES = "candidates"


def substitutes(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="Targets: a table (TSV, CSV, .xlsx, .parquet, .jsonl) with a column token or "
            "word, and optionally sentence, id, genre, and candidates separated by commas.",
        ),
    ] = None,
    *,
    sentence: options.SentenceOrFile = None,
    target: options.TargetOrFile = None,
    candidates: Annotated[
        str | None,
        typer.Option(
            help="Possible replacements, separated by commas. Default: easier synonyms that "
            "probably fit the sentence."
        ),
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="Largest number of synonyms.")] = 5,
    model: options.ModelOption = None,
    genre: options.Genre = "",
    readers: options.ReadersOption = "general",
    out: Annotated[
        Path | None,
        typer.Option(
            help="Output file for the targets of a table: .csv, .tsv, .xlsx, .parquet or .jsonl. "
            "Default: standard output, as CSV."
        ),
    ] = None,
) -> None:
    """List easier synonyms that fit the sentence, the best first, or rank given candidates.

    FILE: rate every target in it.
    """
    from lcp.reading.substitutes import substitutes as find_substitutes

    if file is not None:
        if (sentence, target, candidates) != (None, None, None):
            raise InputError(
                "A file cannot be combined with --sentence, --target or --candidates.",
                hint="Write them as columns of the file.",
            )
        _of_table(file, out, model, genre, readers, top=top)
        return
    if out is not None:
        raise InputError("--out is for the targets of a file.", hint="Give a file, or no --out.")
    if target is None:
        raise InputError(
            "There is no target.",
            hint="Give a file, such as words.csv, or --target, with its --sentence.",
        )
    listed = None if candidates is None else candidates.split(",")
    result = find_substitutes(
        sentence or "",
        target,
        listed,
        model=open_model(model),
        genre=genre,
        readers=readers,
        top=top,
    )
    for note in result.notes:
        info(note)
    for gloss in dict.fromkeys(word.gloss for word in result if word.gloss):
        info(f"Sense of “{target}” in WordNet: “{gloss}”.")
    _print(result)


def _print(result: Substitutes) -> None:
    from lcp.model.scale import in_words
    from lcp.reports.tables import number

    words = [result.target, *result.ranked]
    calibrated = result.target.low is not None
    generated = any(word.confidence is not None for word in result)
    rows = [
        [
            word.form,
            number(word.complexity),
            *([f"{word.low:.4f}–{word.high:.4f}"] if calibrated else []),
            "the target" if word is result.target else number(word.gain, sign=True),
            *([number(word.confidence or math.nan, 2)] if generated else []),
            in_words(word.complexity),
            word.level or "",
        ]
        for word in words
    ]
    interval = ["90% interval"] if calibrated else []
    fit = ["fits"] if generated else []
    print_table(["substitute", "complexity", *interval, "gain", *fit, "in words", "level"], rows)


def _of_table(
    file: Path, out: Path | None, model: Path | None, genre: str, readers: Readers, *, top: int
) -> None:
    """Print or write the substitutes of each target as one table."""
    import pandas as pd

    from lcp.reading.substitutes import substitutes as find_substitutes
    from lcp.table_files import check_ending

    if out is not None:
        check_ending(out)
    table = open_corpus(str(file))
    table["candidates"] = _given_candidates(file, len(table))
    fitted = open_model(model)
    alone = not table["sentence"].str.strip().any()
    fitted.capabilities_.check_options(genre, readers, alone=alone)
    modelled = fitted.capabilities_.genres(readers)
    if genre:
        table["genre"] = genre
    report_unknown_genres(table, fitted)
    tables = []
    with progress(len(table)) as step:
        for row in table.to_dict("records"):
            step(f"target {row['token']}")
            try:
                alone = not row["sentence"]
                result = find_substitutes(
                    row["token"] if alone else row["sentence"],
                    row["token"] if alone else (row["start"], row["end"]),
                    row["candidates"].split(",") if row["candidates"].strip() else None,
                    model=fitted,
                    genre=row["genre"] if {row["genre"], "*"} & {*modelled} else "",
                    readers=readers,
                    top=top,
                )
            except InputError as error:
                where = f"{file}, id {row['id']}"
                raise InputError(error.what, where=where, hint=error.hint) from error
            part = result.to_frame()
            part.insert(0, "id", row["id"])
            part.insert(1, "target", result.target.form)
            # The target itself has the rank 0.
            part.insert(2, "rank", range(len(part)))
            tables.append(part)
    results = pd.concat(tables, ignore_index=True)
    write_results(results, out, f"the substitutes of {len(table):,} targets")


def _given_candidates(file: Path, n_rows: int) -> list[str]:
    """Return the column of candidates; empty where WordNet's synonyms are requested."""
    from lcp.corpora.parsers.tables import read_table

    source = read_table(file)
    names = [name.lower() for name in source.header]
    if _CANDIDATES not in names:
        return [""] * n_rows
    place = names.index(_CANDIDATES)
    return [row[place] for row in source.rows]
