"""``lcp match``: choose matched stimuli."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_table
from lcp.cli.texts import write_results
from lcp.errors import InputError


def match(
    table: Annotated[
        Path,
        typer.Argument(
            metavar="TABLE", help="Candidates: a table, such as one that `lcp norms` writes."
        ),
    ],
    *,
    vary: Annotated[
        str,
        typer.Option(
            help="Column in which the words of a set differ, and the range of each condition: "
            "norms__concreteness=1:2.5,4:5. Without ranges, each text of the column is a condition."
        ),
    ],
    control: Annotated[
        list[str],
        typer.Option(
            help="Column on which a set is matched, and its largest difference: "
            "length__characters=0. Repeat it for further columns."
        ),
    ],
    sets: Annotated[
        int | None, typer.Option(min=1, help="Number of sets. Default: as many as are found.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random order.")] = 0,
    out: options.TableFile = None,
) -> None:
    """Choose sets of words that differ in one column and are matched on others."""
    import pandas as pd

    from lcp.cli.corpus_arguments import renamed_columns
    from lcp.corpora.matching import RESULTS
    from lcp.corpora.matching import match as match_rows
    from lcp.tables.headers import WORD_NAMES
    from lcp.tables.input_tables import read_table
    from lcp.tables.output_tables import check_ending

    check_ending(out)
    source = read_table(table)
    candidates = renamed_columns(pd.DataFrame(source.rows, columns=source.header), RESULTS)
    for name in [name for name in map(str, candidates) if name.lower() in WORD_NAMES][:1]:
        repeated = candidates[name].str.lower().duplicated()
        candidates = candidates[~repeated].reset_index(drop=True)
        if repeated.any():
            info(f"Rows left out because their {name} occurs before: {repeated.sum():,}.")
    column, _, listed = vary.partition("=")
    ranges = [_range(text) for text in listed.split(",") if text]
    pairs = (text.partition("=") for text in control)
    tolerances: dict[str, float] = {}
    for name, _, text in pairs:
        if name in tolerances:
            raise InputError(f"'{name}' has two tolerances.", where="--control", hint="Give one.")
        tolerances[name] = _tolerance(name, text)
    for name in {*tolerances, *([column] if ranges else [])} & {*candidates}:
        candidates[name] = candidates[name].str.replace(source.decimal, ".")
    matched = match_rows(candidates, column, ranges, tolerances, n_sets=sets, random_state=seed)
    n_sets = int(matched.rows["set"].max())
    counts = ", ".join(f"{condition} {count:,}" for condition, count in matched.candidates.items())
    info(f"{n_sets:,} sets, seed {seed}. Candidates with all values: {counts}.")
    if sets is not None and n_sets < sets:
        info(f"Only {n_sets:,} of {sets:,} sets were found: allow larger differences for more.")
    print_table(map(str, matched.balance), matched.balance.to_numpy().tolist())
    if out is not None:
        write_results(matched.rows, out)


def _range(text: str) -> tuple[float, float]:
    match _numbers(text):
        case [low, high]:
            return low, high
    raise InputError(
        f"'{text}' is no range.",
        where="--vary",
        hint="Write the lowest and the highest value: --vary COLUMN=1:2.5,4:5.",
    )


def _tolerance(name: str, text: str) -> float:
    match _numbers(text):
        case [value] if value >= 0:
            return value
    raise InputError(
        f"'{name}' has no tolerance, a number from 0.",
        where="--control",
        hint="Write the largest difference: --control length__characters=0.",
    )


def _numbers(text: str) -> list[float]:
    """Return the numbers between colons; none if one is no number."""
    try:
        return [*map(float, text.split(":"))]
    except ValueError:
        return []
