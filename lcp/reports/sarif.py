"""Words above a CEFR level as SARIF 2.1.0, which editors and code hosts display.

The format is that of OASIS (2020), Static Analysis Results Interchange Format 2.1.0. Lines and
columns are counted from 1, columns in Unicode code points.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from lcp.profiles.text_level import is_above

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.annotation.annotation import RatedWord
    from lcp.profiles.profiler import PlacedWord
    from lcp.profiles.text_profile import TextProfile

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_RULES = {
    "word-level": ("A word is above the level of the readers.", "warning"),
    "text-level": (
        "The text is above the level of the readers, which more than 5% of its words exceed.",
        "error",
    ),
}


class SarifWriter:
    """Write results as the texts are read, so that memory does not depend on their number.

    Parameters
    ----------
    level : str
        The highest CEFR level of words that are not reported.
    """

    def __init__(self, level: str) -> None:
        self.level = level
        self._separator = ""

    def start(self) -> str:
        """Return the beginning of the file."""
        from lcp import __version__

        rules = [
            {
                "id": name,
                "shortDescription": {"text": text},
                "defaultConfiguration": {"level": severity},
            }
            for name, (text, severity) in _RULES.items()
        ]
        driver = {"name": "lcp", "version": __version__, "rules": rules}
        return (
            f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{{\n"tool": '
            f'{json.dumps({"driver": driver})},\n"columnKind": "unicodeCodePoints",\n"results": ['
        )

    def words(self, name: str, words: list[PlacedWord]) -> Iterator[str]:
        """Yield a result for each word above the level that the reader does not know."""
        for word, line, column, is_known in words:
            if is_known or word.level is None or not is_above(word.level, self.level):
                continue
            length = word.end - word.start
            region = {"startLine": line, "startColumn": column}
            # A word that is divided by a line end has no end column on its line.
            if length == len(word.text):
                region |= {"endLine": line, "endColumn": column + length}
            yield self._result("word-level", self._message(word), name, region)

    def text(self, profile: TextProfile) -> str:
        """Return a result if the text is above the level, else an empty string."""
        if profile.level is None or not is_above(profile.level, self.level):
            return ""
        share = profile.share_above(self.level)
        message = f"The text is {profile.level}: {share:.0%} of its words are above {self.level}."
        return self._result("text-level", message, profile.name, {"startLine": 1})

    def end(self) -> str:
        """Return the end of the file."""
        return "\n]}]}\n"

    def _message(self, word: RatedWord) -> str:
        return (
            f"“{word.text}” is {word.level}, above {self.level} "
            f"(complexity {word.complexity:.2f} from 0 to 1)."
        )

    def _result(self, rule: str, message: str, name: str, region: dict[str, int]) -> str:
        location = {
            # A path relative to the working directory, which is usually the repository.
            "artifactLocation": {"uri": quote(name.replace("\\", "/")) or "text"},
            "region": region,
        }
        result = {
            "ruleId": rule,
            "level": _RULES[rule][1],
            "message": {"text": message},
            "locations": [{"physicalLocation": location}],
        }
        separator, self._separator = self._separator, ","
        return f"{separator}\n{json.dumps(result, ensure_ascii=False)}"
