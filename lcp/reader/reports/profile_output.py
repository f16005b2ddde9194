"""Profiles of texts as a page, JSON, CSV and SARIF."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from lcp.base.version import __version__
from lcp.evaluation.reports.report_page import templates
from lcp.tables.formatting import Table, rounded
from lcp.tables.output_tables import csv_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.reader.profiles.text_profile import TextProfile


#: Number of hard words of one text, and of each of several texts; JSON has all.
HARD_WORDS, HARD_WORDS_OF_SEVERAL = 40, 15
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def profile_json(profiles: list[TextProfile]) -> str:
    """Return one profile as an object, or several as a list of objects."""
    content = [profile.to_dict() for profile in profiles]
    return json.dumps(content if len(content) > 1 else content[0], ensure_ascii=False) + "\n"


def profile_csv(profiles: list[TextProfile]) -> str:
    """Return a table with one row for each text, and empty cells for missing values."""
    rows = [profile_row(profile) for profile in profiles]
    return csv_table(rows, list(dict.fromkeys(column for row in rows for column in row)))


def sentences_csv(profiles: list[TextProfile]) -> str:
    """Return a table with one row for each sentence of the texts."""
    columns = ["name", "line", "level", "level_value", "level_probability", "sentence"]
    rows = []
    for profile in profiles:
        for sentence, line, level in profile.sentence_levels:
            row = {"name": profile.name, "line": line, "sentence": sentence}
            if level:
                row |= {
                    "level": level.level,
                    "level_value": level.value,
                    "level_probability": level.probability,
                }
            rows.append(rounded(row))
    return csv_table(rows, columns)


def profile_row(profile: TextProfile) -> dict[str, object]:
    """Return the figures of a profile that are comparable between texts, by column.

    ``level_value`` is the level as a number from 1 (A1) to 6 (C2). Shares are 0-1: ``above_B1`` is
    the share of the running words above B1, ``threshold_some`` the share that reaches a named
    threshold. ``most_frequent_95`` is the number of the most frequent English words that cover 95%.
    """
    figures = {
        "name": profile.name,
        "readers": profile.readers,
        "level": profile.level,
        "level_value": profile.text_level and profile.text_level.value,
        "n_running_words": profile.n_running_words,
        "n_sentences": profile.n_sentences,
        "n_content_words": profile.n_content_words,
        "n_known_words": profile.n_known_words,
        "n_names": profile.not_counted.get("name", 0),
        "n_numbers": profile.not_counted.get("number", 0),
        "n_hard_words": len(profile.hard_words),
        "share_hard": profile.share_hard,
        "mean_complexity": profile.mean_complexity,
        **{f"above_{row.level}": row.above for row in profile.levels[:-1]},
        **{f"threshold_{row.name}": row.share for row in profile.thresholds},
        **{f"most_frequent_{row.share:.0%}"[:-1]: row.n_lemmas for row in profile.coverage},
        **{f.name: f.value for f in (*profile.readability, *profile.diversity)},
    }
    return rounded(figures)


def profile_page(profiles: list[TextProfile]) -> str:
    """Return a page with the profiles and their comparison, that needs no other file."""
    page = templates("reader/reports").get_template("profile.html.jinja")
    return page.render(
        profiles=profiles,
        title=profiles[0].name if len(profiles) == 1 else f"{len(profiles)} texts",
        verdict=comparison_verdict(profiles),
        shown=HARD_WORDS if len(profiles) == 1 else HARD_WORDS_OF_SEVERAL,
        comparison=comparison_table(profiles),
    )


def comparison_verdict(profiles: list[TextProfile]) -> str:
    """Return the verdict on one text, or on the easiest and the hardest of several.

    Texts are compared by their levels as numbers, or without levels by the mean complexity of
    their content words.
    """
    if len(profiles) == 1:
        return profiles[0].verdict
    with_words = [profile for profile in profiles if profile.mean_complexity is not None]
    if not with_words:
        return "The texts have no words to annotate."
    values = {
        f"{profile.name} ({profile.level} {profile.text_level.value:.1f})": profile.text_level.value
        for profile in with_words
        if profile.text_level
    } or {
        f"{profile.name} (complexity {profile.mean_complexity:.2f})": profile.mean_complexity or 0.0
        for profile in with_words
    }
    easiest, hardest = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    digits = 1 if any(profile.text_level for profile in with_words) else 2
    if round(values[easiest], digits) == round(values[hardest], digits):
        return f"The {len(profiles)} texts are about equally hard: {easiest}, {hardest}."
    return f"The easiest of {len(profiles)} texts is {easiest}, the hardest {hardest}."


def comparison_table(profiles: list[TextProfile]) -> Table:
    """Return a table with a row for each text."""
    rows = [
        [
            profile.name or "-",
            f"{profile.level} {profile.text_level.value:.1f}" if profile.text_level else "–",
            f"{profile.n_running_words:,}",
            *(
                f"{profile.share_above(level):.1%}" if profile.levels else "–"
                for level in ("A2", "B1", "B2")
            ),
            f"{len(profile.hard_words):,}",
            "–" if profile.mean_complexity is None else f"{profile.mean_complexity:.3f}",
            profile.coverage[1].in_words if profile.coverage else "–",
        ]
        for profile in profiles
    ]
    columns = ["text", "level", "words", ">A2", ">B1", ">B2", "hard", "mean", "for 95%"]
    caption = (
        "words: without names and numbers. >B1: share of the words above B1. hard: words that "
        "reach the threshold. mean: complexity, 0-1. for 95%: number of the most frequent English "
        "words that cover 95%."
    )
    return Table("Comparison", columns, rows, caption)


def profile_sarif(profiles: list[TextProfile], level: str) -> str:
    """Return the unknown words above a level at their first place, and the texts above it.

    The format is OASIS (2020), Static Analysis Results Interchange Format 2.1.0, which editors and
    code hosts display. Lines and columns are counted from 1, columns in Unicode code points.
    """
    results = [result for profile in profiles for result in _results(profile, level)]
    rules = [{"id": name} for name in ("word-level", "text-level")]
    driver = {"name": "lcp", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, ensure_ascii=False) + "\n"


def _results(profile: TextProfile, level: str) -> Iterator[dict[str, object]]:
    words = [word for word in profile.vocabulary if word.level is not None and word.level > level]
    for word in sorted(words, key=lambda word: word.start):
        region = {"startLine": word.line, "startColumn": word.column}
        # A word that is divided by a line end has no end column on its line.
        if word.end - word.start == len(word.form):
            region["endColumn"] = word.column + len(word.form)
        message = f"“{word.form}” is {word.level}, above {level} (complexity {word.complexity:.2f} "
        message += f"from 0 to 1; occurrences: {word.occurrences:,})."
        yield _result("word-level", "warning", message, profile.name, region)
    if profile.level is not None and profile.level > level:
        share = profile.share_above(level)
        message = f"The text is {profile.level}: {share:.0%} of its words are above {level}."
        yield _result("text-level", "error", message, profile.name, {"startLine": 1})


def _result(
    rule: str, severity: str, message: str, name: str, region: dict[str, int]
) -> dict[str, object]:
    # A path relative to the working directory, which is usually the repository.
    place = {"artifactLocation": {"uri": quote(name.replace("\\", "/")) or "text"}}
    return {
        "ruleId": rule,
        "level": severity,
        "message": {"text": message},
        "locations": [{"physicalLocation": {**place, "region": region}}],
    }
