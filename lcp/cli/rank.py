"""``lcp rank``: rank substitutes of a word or expression, or of every target of a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import info, print_table, progress
from lcp.cli.inputs import open_corpus, open_model, report_unknown_genres
from lcp.cli.options import Genre, ModelOption, Occurrence, ReadersOption
from lcp.model.scale import in_words

if TYPE_CHECKING:
    import pandas as pd

    from lcp.corpora.registry import Readers
    from lcp.substitution.ranking import Ranking

PANEL = "Predict and explain"
ORDER = 22


#: Column of a table with the candidates of each target.
_CANDIDATES = "candidates"


def rank(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="Targets: a table (TSV, CSV, .xlsx, .parquet, .jsonl) with a column token or "
            "word, and optionally sentence, id, genre, and candidates separated by commas.",
        ),
    ] = None,
    *,
    sentence: Annotated[str | None, typer.Option(help="Sentence that contains the target.")] = None,
    target: Annotated[str | None, typer.Option(help="Word or expression in the sentence.")] = None,
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
    out: Annotated[
        Path | None,
        typer.Option(
            help="Output file for the targets of a table: .csv, .tsv, .xlsx, .parquet or .jsonl. "
            "Default: standard output, as CSV."
        ),
    ] = None,
) -> None:
    """Rank substitutes for a word or expression by complexity, the easiest first.

    With a file, rank those of each of its targets.
    """
    from lcp.errors import InputError
    from lcp.substitution.ranking import rank as rank_substitutes

    one_target = (sentence, target, candidates, occurrence) != (None, None, None, None)
    if file is not None:
        if one_target or genre:
            raise InputError(
                "A file cannot be combined with --sentence, --target, --candidates, --occurrence "
                "or --genre.",
                hint="Write them as columns of the file.",
            )
        _rank_table(file, out, model, readers)
        return
    if out is not None:
        raise InputError("--out is for the targets of a file.", hint="Give a file, or no --out.")
    if sentence is None or target is None:
        raise InputError(
            "There is nothing to rank.",
            hint="Give a file, such as words.csv, or both --sentence and --target.",
        )
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
    _print_ranking(ranking, calibrated=bool(ranking.table["low"].notna().any()))


def _print_ranking(ranking: Ranking, *, calibrated: bool) -> None:
    from lcp.reports.tables import number

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


def _rank_table(file: Path, out: Path | None, model: Path | None, readers: Readers) -> None:
    """Rank the candidates of each target, and print or write all rankings as one table."""
    import pandas as pd

    from lcp.corpora.targets import find_targets
    from lcp.errors import InputError
    from lcp.evaluation.submission import DECIMALS
    from lcp.substitution.ranking import rank as rank_substitutes
    from lcp.table_files import as_csv, check_ending, write_table

    if out is not None:
        check_ending(out)
    table = open_corpus(str(file), task=2)
    candidates = _given_candidates(file, len(table))
    fitted = open_model(model)
    report_unknown_genres(set(table["genre"]), fitted.feature_set_)
    rankings = []
    with progress(len(table)) as step:
        for row, listed in zip(table.to_dict("records"), candidates, strict=True):
            step(f"target {row['token']}")
            # The span of a target may be that of a later occurrence.
            spans = find_targets(row["sentence"], row["token"])
            try:
                ranking = rank_substitutes(
                    row["sentence"],
                    row["token"],
                    listed.split(",") if listed.strip() else None,
                    model=fitted,
                    genre=row["genre"],
                    readers=readers,
                    occurrence=spans.index((row["start"], row["end"])) + 1,
                )
            except InputError as error:
                where = f"{file}, id {row['id']}"
                raise InputError(error.what, where=where, hint=error.hint) from error
            rankings.append(_numbered(ranking, row["id"]))
    result = pd.concat(rankings, ignore_index=True)
    if out is None:
        typer.echo(as_csv(result, DECIMALS), nl=False)
        return
    write_table(result, out, DECIMALS)
    info(f"Wrote the candidates of {len(table):,} targets to {out}.")


def _given_candidates(file: Path, n_rows: int) -> list[str]:
    """Return the column of candidates; empty where WordNet's synonyms are the candidates."""
    from lcp.corpora.readers.tables import read_table

    source = read_table(file)
    names = [name.lower() for name in source.header]
    if _CANDIDATES not in names:
        return [""] * n_rows
    place = names.index(_CANDIDATES)
    return [row[place] for row in source.rows]


def _numbered(ranking: Ranking, identifier: str) -> pd.DataFrame:
    """Return a ranking with the id, the target and the rank in each row, 1 for the easiest."""
    table = ranking.table.copy()
    table.insert(0, "id", identifier)
    table.insert(1, "target", ranking.target)
    table.insert(2, "rank", range(1, len(table) + 1))
    return table
