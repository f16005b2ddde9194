"""Profiles of texts as tables on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.cli.console import info, print_table
from lcp.cli.console import out as console

if TYPE_CHECKING:
    from lcp.reading.profile import TextProfile

#: Number of hard words that are printed.
HARD_WORDS = 15


def print_verdicts(profiles: list[TextProfile]) -> None:
    """Print the sentence and the notes of each profile as messages."""
    for profile in profiles:
        info(f"{profile.name}: {profile.verdict}" if profile.name else profile.verdict)
        for note in profile.notes:
            info(note)


def print_comparison(profiles: list[TextProfile]) -> None:
    """Print one table with a row for each text."""
    from lcp.reports.profile import comparison_verdict

    console.print(comparison_verdict(profiles), style="bold", markup=False)
    console.print()
    rows = []
    for profile in profiles:
        shares = [
            f"{profile.share_above(level):.1%}" if profile.levels else "–"
            for level in ("A2", "B1", "B2")
        ]
        coverage = profile.coverage[1].words if profile.coverage else None
        rows.append(
            (
                profile.name or "-",
                profile.level or "–",
                f"{profile.words:,}",
                *shares,
                f"{len(profile.hard_words):,}",
                "–" if profile.complexity is None else f"{profile.complexity:.3f}",
                "–" if coverage is None else f"{coverage:,}",
            )
        )
    columns = ("text", "level", "words", ">A2", ">B1", ">B2", "hard", "mean", "for 95%")
    print_table(columns, rows)
    info(
        "words: without names and numbers. >B1: share of the words above B1. hard: words that "
        "reach the threshold. mean: complexity, 0-1. for 95%: number of the most frequent English "
        "words that cover 95%."
    )
    for profile in profiles:
        for note in profile.notes:
            info(f"{profile.name}: {note}")


def print_profile(profile: TextProfile) -> None:
    """Print a profile."""
    from lcp.reports.profile import apart_in_words

    console.print(profile.verdict, style="bold", markup=False)
    if profile.text_level:
        level = profile.text_level
        figures = f"{level.value:.1f} from 1 (A1) to 6 (C2), probability {level.probability:.0%}"
        console.print(f"Level {level.level}: {figures}. {level.in_words(3)}.", markup=False)
    for note in profile.notes:
        info(note)
    apart = apart_in_words(profile)
    listed = f", known: {profile.known_words:,}" if profile.known_words else ""
    console.print(
        f"{profile.words:,} words in {profile.sentences:,} sentences (rated: "
        f"{profile.content_words:,}{listed})." + (f" Counted apart: {apart}." if apart else ""),
        markup=False,
    )
    console.print()
    if profile.words and not profile.sentence_levels:
        _print_figures(profile)
    if profile.sentence_levels:
        rows = [
            (str(row.line), row.level.level if row.level else "–", row.sentence)
            for row in profile.sentence_levels
        ]
        print_table(("line", "level", "sentence"), rows, right={"line"})


def _print_figures(profile: TextProfile) -> None:
    if profile.levels:
        _print_numbers(
            ("level", "words", "share", "up to it", "above it"),
            [
                (row.level, f"{row.words:,}", *map(_percent, (row.share, row.up_to, row.above)))
                for row in profile.levels
            ],
        )
    _print_numbers(
        ("threshold", "complexity", "words", "share"),
        [
            (row.name, f"{row.threshold:.3f}", f"{row.words:,}", _percent(row.share))
            for row in profile.thresholds
        ],
    )
    _print_numbers(
        ("share of the words", "covered by the most frequent"),
        [
            (f"{row.share:.0%}", "more than listed" if row.words is None else f"{row.words:,}")
            for row in profile.coverage
        ],
    )
    if profile.hard_words:
        shown = profile.hard_words[:HARD_WORDS]
        _print_numbers(
            ("hardest words", "count", "complexity", "level", "line"),
            [
                (w.lemma, f"{w.occurrences:,}", f"{w.complexity:.2f}", w.level or "–", str(w.line))
                for w in shown
            ],
            more=len(profile.hard_words) - len(shown),
        )
    _print_numbers(
        ("readability formula", "value", "unit or scale"),
        [(row.name.replace("_", " "), f"{row.value:.1f}", row.unit) for row in profile.readability],
        text=("unit or scale",),
    )


def _print_numbers(
    columns: tuple[str, ...],
    rows: list[tuple[str, ...]],
    *,
    text: tuple[str, ...] = (),
    more: int = 0,
) -> None:
    """Print a table and an empty line; all columns are numbers except the first and `text`."""
    print_table(columns, rows, right=set(columns[1:]) - set(text))
    if more:
        console.print(f"and {more:,} more; --format json lists all", markup=False)
    console.print()


def _percent(share: float) -> str:
    return f"{share:.1%}"
