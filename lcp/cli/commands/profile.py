"""``lcp profile``: the level, coverage, hard words and readability of texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from lcp.base.levels import Level
from lcp.cli import options, texts
from lcp.cli.console import info, print_tables
from lcp.cli.console import out as console
from lcp.cli.inputs import open_model
from lcp.errors import InputError

if TYPE_CHECKING:
    from lcp.reader.profiles.text_profile import TextProfile

Format = Literal["text", "json", "csv", "html", "sarif"]

#: Exit code if a text is above the level of --fail-above.
TOO_HARD = 1


def profile(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help=f"Documents: {options.FORMATS}")
    ],
    *,
    format: Annotated[  # noqa: A002 - the option's name
        Format | None,
        typer.Option(
            help="Output format; html: a page, csv: one row per text, sarif: the words "
            "above the level of --fail-above. Default: by the ending of --out, else text."
        ),
    ] = None,
    fail_above: Annotated[
        Level | None,
        typer.Option(help="Exit with code 1 if a text is above this CEFR level."),
    ] = None,
    by_sentence: Annotated[
        bool, typer.Option("--by-sentence", help="List the level of each sentence.")
    ] = False,
    known_words: options.KnownWords = None,
    encoding: options.Encoding = None,
    model: options.Model = None,
    readers: options.Readers = "general",
    threshold: options.Threshold = "some",
    out: Annotated[Path | None, typer.Option(help="Output file. Default: standard output.")] = None,
) -> None:
    """Profile texts: CEFR level, coverage, hard words, readability. Several texts are compared.

    The level is estimated from words and sentence length. Names and numbers are counted
    apart.
    """
    from lcp.reader.annotation.annotator import Annotator

    to = format or texts.named_format(out, get_args(Format)[1:])
    if to == "text" and out is not None:
        raise InputError(
            "A profile as text is printed, not written.",
            where=str(out),
            hint="Leave --format out, or choose another one.",
        )
    if to == "sarif" and (fail_above is None or by_sentence):
        raise InputError(
            "SARIF lists the words of texts above a level.",
            where="--format",
            hint="Add --fail-above, for example --fail-above B1, without --by-sentence.",
        )
    words = texts.read_known_words(known_words)
    annotator = Annotator(
        open_model(model), readers=readers, threshold=options.threshold_of(threshold)
    )
    for option, is_given in (("--fail-above", fail_above), ("--by-sentence", by_sentence)):
        if is_given:
            texts.require_levels(annotator.model, option)
    with texts.output(out) as write:
        profiles = [
            texts.profile_text(file, annotator, words, by_sentence=by_sentence, encoding=encoding)
            for file in files
        ]
        if to != "text":
            write(_report_text(profiles, to, fail_above, by_sentence=by_sentence))
        else:
            _print(profiles, by_sentence=by_sentence)
    if to != "text":
        for profile in profiles:
            info(f"{profile.name}: {profile.verdict}")
            _print_notes(profile)
    _fail_if_above(profiles, fail_above)


def _report_text(
    profiles: list[TextProfile], to: Format, level: str | None, *, by_sentence: bool
) -> str:
    from lcp.reader.reports.profile_output import (
        profile_csv,
        profile_json,
        profile_page,
        profile_sarif,
        sentences_csv,
    )

    if to == "sarif" and level:
        return profile_sarif(profiles, level)
    if to == "html":
        return profile_page(profiles) + "\n"
    if to == "csv" and by_sentence:
        return sentences_csv(profiles)
    return profile_json(profiles) if to == "json" else profile_csv(profiles)


def _print(profiles: list[TextProfile], *, by_sentence: bool) -> None:
    """Print a comparison of several texts, or the figures of one or the levels of sentences."""
    from lcp.reader.reports import profile_output as report

    if len(profiles) > 1 and not by_sentence:
        console.print(report.comparison_verdict(profiles), style="bold", markup=False)
        print_tables([report.comparison_table(profiles)])
        for profile in profiles:
            _print_notes(profile)
        return
    for profile in profiles:
        console.print(profile.verdict, style="bold", markup=False)
        for fact in profile.facts:
            console.print(fact, markup=False)
        _print_notes(profile)
        print_tables(profile.tables(report.HARD_WORDS_OF_SEVERAL))


def _print_notes(profile: TextProfile) -> None:
    for note in profile.notes:
        info(f"{profile.name}: {note}")


def _fail_if_above(profiles: list[TextProfile], level: str | None) -> None:
    hard = [profile for profile in profiles if level and profile.level and profile.level > level]
    for profile in hard:
        info(f"{profile.name or 'The text'} is {profile.level}, above {level}.")
    if hard:
        raise typer.Exit(TOO_HARD)
