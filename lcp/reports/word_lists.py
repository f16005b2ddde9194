"""The words of a text for other programs: rules for Vale, and a dictionary for Yomitan."""

from __future__ import annotations

import json
import re
import zipfile
from typing import TYPE_CHECKING

from lcp.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lcp.reading.profile import TextWord


def vale_rule(words: Sequence[TextWord]) -> str:
    """Return a rule of Vale, in YAML, that suggests the easier word of each word that has one.

    Both have the form of the text: see `as_in_text` of :func:`lcp.reading.study.with_meanings`.
    """
    swap = {word.form.lower(): word.synonym for word in words if word.synonym}
    # A string in JSON is one in YAML.
    pairs = [f"  {json.dumps(re.escape(form))}: {json.dumps(swap[form])}" for form in sorted(swap)]
    rule = [
        "extends: substitution",
        "message: \"Consider '%s' instead of '%s'.\"",
        "level: suggestion",
        "ignorecase: true",
        "swap:" if pairs else "swap: {}",
    ]
    return "\n".join([*rule, *pairs]) + "\n"


def write_yomitan(words: Sequence[TextWord], path: Path, title: str) -> None:
    """Write a frequency dictionary for Yomitan: the level and complexity, 0-1, of each word."""
    index = {
        "title": title,
        "revision": __version__,
        "format": 3,
        "author": "lcp",
        "description": "CEFR level and complexity from 0 (very easy) to 1 (very difficult).",
        "sourceLanguage": "en",
        # A smaller number is an easier word.
        "frequencyMode": "rank-based",
    }
    bank = [
        [word.lemma, "freq", {"value": round(word.complexity, 4), "displayValue": _shown(word)}]
        for word in words
    ]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("index.json", json.dumps(index, ensure_ascii=False))
        archive.writestr("term_meta_bank_1.json", json.dumps(bank, ensure_ascii=False))


def _shown(word: TextWord) -> str:
    return " ".join(filter(None, [word.level, f"{word.complexity:.2f}"]))
