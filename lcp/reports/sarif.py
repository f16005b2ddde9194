"""Words above a CEFR level as SARIF 2.1.0, which editors and code hosts display.

The format is defined by OASIS (2020), Static Analysis Results Interchange Format 2.1.0. Lines and
columns are counted from 1, columns in Unicode code points.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.reading.text_profile import TextProfile

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def profile_sarif(profiles: list[TextProfile], level: str) -> str:
    """Return the unknown words above a level at their first place, and the texts above it."""
    from lcp.version import __version__

    results = [result for profile in profiles for result in _results(profile, level)]
    rules = [{"id": name} for name in ("word-level", "text-level")]
    driver = {"name": "lcp", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, ensure_ascii=False) + "\n"


def _results(profile: TextProfile, level: str) -> Iterator[dict[str, Any]]:
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
) -> dict[str, Any]:
    # A path relative to the working directory, which is usually the repository.
    place = {"artifactLocation": {"uri": quote(name.replace("\\", "/")) or "text"}}
    return {
        "ruleId": rule,
        "level": severity,
        "message": {"text": message},
        "locations": [{"physicalLocation": {**place, "region": region}}],
    }
