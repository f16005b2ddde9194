"""``lcp profile``: the level, coverage, hard words and readability of texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli.console import info
from lcp.cli.options import Genre, ModelOption, ReadersOption
from lcp.cli.profile_tables import print_comparison, print_profile, print_verdicts
from lcp.cli.texts import FORMATS, KnownOption, named_format, open_text, output, read_known_words
from lcp.model.scale import Audience

if TYPE_CHECKING:
    from collections.abc import Callable

    from lcp.annotation import Annotator
    from lcp.profiles import TextProfile
    from lcp.profiles.known_words import KnownWords
    from lcp.reports.sarif import SarifWriter

Format = Literal["text", "json", "csv", "html", "sarif"]
Level = Literal["A1", "A2", "B1", "B2", "C1", "C2"]

PANEL = "Predict and explain"
ORDER = 25

#: Formats by suffix of the output file.
SUFFIXES: dict[str, Format] = {
    ".txt": "text", ".json": "json", ".csv": "csv", ".html": "html", ".sarif": "sarif",
}  # fmt: skip
#: Exit code if a text is above the level of --fail-above.
TOO_HARD = 1


def profile(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            help=f"Documents: {FORMATS}",
        ),
    ],
    *,
    compare: Annotated[
        bool, typer.Option("--compare", help="Print one table with a row for each text.")
    ] = False,
    format: Annotated[  # noqa: A002 - the option's name
        Format | None,
        typer.Option(
            help="Output format; html: a page with plots, csv: one row per text, sarif: each word "
            "above the level of --fail-above. Default: by the suffix of --out, else text."
        ),
    ] = None,
    fail_above: Annotated[
        Level | None,
        typer.Option(help="Exit with code 1 if a text is above this CEFR level."),
    ] = None,
    known_words: KnownOption = None,
    model: ModelOption = None,
    genre: Genre = "",
    readers: ReadersOption = "general",
    threshold: Annotated[
        float | None,
        typer.Option(help="Complexity from which a word is hard. Default: by --audience."),
    ] = None,
    audience: Annotated[
        Audience | None, typer.Option(help="Threshold by name. Default: general.")
    ] = None,
    pipeline: Annotated[
        str | None,
        typer.Option(help="spaCy pipeline that decides what is a name. Default: rules."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Output file. Default: standard output.")] = None,
) -> None:
    """Profile texts: CEFR level, coverage, hard words, readability.

    The level is the lowest one that 95% of the words do not exceed. Names and numbers are counted
    apart.
    """
    from lcp.annotation import Annotator
    from lcp.cli.inputs import open_model
    from lcp.reports.sarif import SarifWriter

    to = format or named_format(out, SUFFIXES, "text")
    words = read_known_words(known_words)
    annotator = Annotator(
        open_model(model), genre=genre, readers=readers, threshold=threshold, audience=audience,
        pipeline=pipeline,
    )  # fmt: skip
    _check(annotator, to, fail_above, out)
    profiles: list[TextProfile] = []
    with output(out) as write:
        sarif = SarifWriter(fail_above) if to == "sarif" and fail_above else None
        if sarif:
            write(sarif.start())
        for file in files:
            profiles.append(_profile(file, annotator, words, sarif, write))
            if to == "text" and not compare:
                print_profile(profiles[-1], several=len(files) > 1)
        if sarif:
            write(sarif.end())
        elif to == "text":
            if compare:
                print_comparison(profiles)
        else:
            write(_report(profiles, to))
    if to != "text":
        print_verdicts(profiles)
    _fail(profiles, fail_above)


def _check(annotator: Annotator, to: Format, fail_above: str | None, out: Path | None) -> None:
    from lcp.errors import InputError

    if to == "text" and out is not None:
        raise InputError(
            f"A profile cannot be written as '{out.suffix}'.",
            where=str(out),
            hint="Choose a file name that ends in .html, .json, .csv or .sarif, or use --format.",
        )
    if to == "sarif" and fail_above is None:
        raise InputError(
            "SARIF lists the words above a level, but no level is given.",
            hint="Add --fail-above, for example --fail-above B1.",
        )
    if fail_above is not None and annotator.model.levels_ is None:
        raise InputError(
            "The model does not predict CEFR levels.",
            where="--fail-above",
            hint="Use the bundled model, or train one on several corpora, among them cefr.",
        )


def _profile(
    file: str,
    annotator: Annotator,
    words: KnownWords,
    sarif: SarifWriter | None,
    write: Callable[[str], object],
) -> TextProfile:
    """Profile a file in one pass, and write its words above the level if SARIF is requested."""
    from lcp.profiles import Profiler

    name = "standard input" if file == "-" else file
    with open_text(file, f"profiling {Path(name).name}") as (pieces, lines):
        profiler = Profiler(annotator, name=name, known_words=words, lines=lines)
        for sentence in profiler.stream(pieces):
            if sarif:
                for result in sarif.words(name, sentence.words):
                    write(result)
    profile = profiler.profile()
    if sarif:
        write(sarif.text(profile))
    return profile


def _report(profiles: list[TextProfile], to: Format) -> str:
    from lcp.reports.profile import profile_csv, profile_json, profile_page

    if to == "html":
        return profile_page(profiles) + "\n"
    return profile_json(profiles) if to == "json" else profile_csv(profiles)


def _fail(profiles: list[TextProfile], level: str | None) -> None:
    from lcp.profiles.text_level import is_above

    if level is None:
        return
    hard = [profile for profile in profiles if profile.level and is_above(profile.level, level)]
    if not hard:
        return
    for profile in hard:
        info(f"{profile.name or 'The text'} is {profile.level}, above {level}.")
    raise typer.Exit(TOO_HARD)
