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

    from lcp.reading.annotation import AnnotatedSentence
    from lcp.reading.profile import Profiler, TextProfile

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def word_results(
    profiler: Profiler, sentence: AnnotatedSentence, level: str
) -> Iterator[dict[str, Any]]:
    """Yield a result for each unknown word above the level in the sentence that was read last."""
    for word in sentence.units:
        if word.level is None or word.level <= level:
            continue
        if word.kind == "name" or (word.form or word.text) in profiler.known_words:
            continue
        line, column = profiler.places[word.start]
        region = {"startLine": line, "startColumn": column}
        # A word that is divided by a line end has no end column on its line.
        if word.end - word.start == len(word.text):
            region["endColumn"] = column + len(word.text)
        message = f"“{word.text}” is {word.level}, above {level}"
        message += f" (complexity {word.complexity:.2f} from 0 to 1)."
        yield _result("word-level", "warning", message, profiler.name, region)


def text_results(profile: TextProfile, level: str) -> Iterator[dict[str, Any]]:
    """Yield a result if more than 5% of the words of a text are above the level."""
    if profile.level is not None and profile.level > level:
        share = profile.share_above(level)
        message = f"The text is {profile.level}: {share:.0%} of its words are above {level}."
        yield _result("text-level", "error", message, profile.name, {"startLine": 1})


def sarif(results: list[dict[str, Any]]) -> str:
    """Return the text of a SARIF file."""
    from lcp import __version__

    rules = [{"id": name} for name in ("word-level", "text-level")]
    driver = {"name": "lcp", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, ensure_ascii=False) + "\n"


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
