"""Profiles of texts as a page, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from lcp.model.ratings import LEVELS
from lcp.reading.measures import level_below
from lcp.reports.page import templates

if TYPE_CHECKING:
    from lcp.reading.profile import TextProfile

#: Number of hard words in a page with one text, and for each of several texts; JSON has all.
HARD_WORDS, HARD_WORDS_OF_SEVERAL = 40, 15


def profile_json(profiles: list[TextProfile]) -> str:
    """Return one profile as an object, or several as a list of objects."""
    content: Any = [profile.to_dict() for profile in profiles]
    return json.dumps(content if len(content) > 1 else content[0], ensure_ascii=False) + "\n"


def profile_csv(profiles: list[TextProfile]) -> str:
    """Return a table with one row for each text, and empty cells for missing values."""
    rows = [profile_row(profile) for profile in profiles]
    stream = io.StringIO()
    columns = dict.fromkeys(column for row in rows for column in row)
    writer = csv.DictWriter(stream, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def sentences_csv(profiles: list[TextProfile]) -> str:
    """Return a table with one row for each sentence of the texts."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["name", "line", "level", "level_value", "level_probability", "sentence"])
    for profile in profiles:
        for sentence, line, level in profile.sentence_levels:
            figures = ["", "", ""]
            if level:
                figures = [level.level, f"{level.value:.4f}", f"{level.probability:.4f}"]
            writer.writerow([profile.name, line, *figures, sentence])
    return stream.getvalue()


def profile_row(profile: TextProfile) -> dict[str, Any]:
    """Return the figures of a profile that are comparable between texts, by column.

    ``level_value`` is the level as a number from 1 (A1) to 6 (C2). Shares are 0-1: ``above_B1`` is
    the share of the running words above B1, ``threshold_some`` the share that reaches a named
    threshold. ``most_frequent_95`` is the number of the most frequent English words that cover 95%.
    """
    return {
        "name": profile.name,
        "level": profile.level,
        "level_value": profile.text_level and _rounded(profile.text_level.value),
        "words": profile.words,
        "sentences": profile.sentences,
        "content_words": profile.content_words,
        "known_words": profile.known_words,
        "names": profile.apart.get("name", 0),
        "numbers": profile.apart.get("number", 0),
        "hard_words": len(profile.hard_words),
        "complexity": _rounded(profile.complexity),
        **{f"above_{row.level}": _rounded(row.above) for row in profile.levels[:-1]},
        **{f"threshold_{row.name}": _rounded(row.share) for row in profile.thresholds},
        **{f"most_frequent_{row.share:.0%}"[:-1]: row.words for row in profile.coverage},
        **{formula.name: _rounded(formula.value) for formula in profile.readability},
    }


def profile_page(profiles: list[TextProfile]) -> str:
    """Return a page with the profiles and their comparison, that needs no other file."""
    page = templates().get_template("profile.html.jinja")
    levels = [profile.level for profile in profiles if profile.level is not None]
    level = level_below(min(levels)) if levels else None
    along = [_along(profile, level) for profile in profiles]
    return page.render(
        profiles=profiles,
        title=profiles[0].name if len(profiles) == 1 else f"{len(profiles)} texts",
        verdict=comparison_verdict(profiles),
        along=along,
        highest=max((share for shares in along for share in shares), default=0.0) or 1.0,
        kind=f"words above {level}" if level else "hard words",
        shown=HARD_WORDS if len(profiles) == 1 else HARD_WORDS_OF_SEVERAL,
        apart=apart_in_words,
    )


def _along(profile: TextProfile, level: str | None) -> list[float]:
    """Return the share of words above a level, or of hard words, in each window of a text."""
    above = [
        window.hard if level is None else sum(window.levels[LEVELS.index(level) + 1 :])
        for window in profile.windows
    ]
    pairs = zip(above, profile.windows, strict=True)
    return [number / max(1, window.words) for number, window in pairs]


def comparison_verdict(profiles: list[TextProfile]) -> str:
    """Return the verdict on one text, or on the easiest and the hardest of several.

    Texts are compared by the mean complexity of their rated words.
    """
    if len(profiles) == 1:
        return profiles[0].verdict
    rated = [profile for profile in profiles if profile.complexity is not None]
    if not rated:
        return "The texts have no words to rate."
    ordered = sorted(rated, key=lambda profile: profile.complexity or 0.0)
    easiest, hardest = (
        f"{profile.name} ({profile.level or f'complexity {profile.complexity:.2f}'})"
        for profile in (ordered[0], ordered[-1])
    )
    return f"The easiest of {len(profiles)} texts is {easiest}, the hardest {hardest}."


def apart_in_words(profile: TextProfile) -> str:
    """Return the numbers of tokens that do not count as words: "2 names, 1 number"."""
    from lcp.english.kinds import in_numbers

    return ", ".join(in_numbers(kind, number) for kind, number in profile.apart.items())


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
