"""The words of a text for other programs: rules for Vale, and a dictionary for Yomitan."""

from __future__ import annotations

import json
import re
import zipfile
from typing import TYPE_CHECKING

from lcp.reading.inflection import forms
from lcp.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lcp.reading.text_profile import TextWord


def vale_rules(words: Sequence[TextWord]) -> tuple[str, str]:
    """Return two rules of Vale, in YAML, for all forms of the words.

    The first suggests the same form of the easier word; the second names forms without one.
    """
    swap: dict[str, dict[str, None]] = {}
    hard: dict[str, None] = {}
    for word in words:
        easier = forms(word.synonym, word.part) if word.synonym else {}
        for ending, form in {**forms(word.lemma, word.part), "text": word.form.lower()}.items():
            if ending in easier:
                swap.setdefault(form, {})[easier[ending]] = None
            else:
                hard[form] = None
    # A string in JSON is one in YAML. Vale shows alternatives of a replacement: began|begun.
    pairs = [f"  {_pattern(form)}: {json.dumps('|'.join(swap[form]))}" for form in sorted(swap)]
    tokens = [f"  - {_pattern(form)}" for form in sorted(hard.keys() - swap)]
    return (
        _rule("substitution", "Consider '%s' instead of '%s'.", "swap", pairs or ["  {}"]),
        _rule("existence", "'%s' is a hard word.", "tokens", tokens or ["  []"]),
    )


def _pattern(form: str) -> str:
    return json.dumps(re.escape(form))


def _rule(extends: str, message: str, key: str, lines: Sequence[str]) -> str:
    action = ["action:", "  name: replace"] if key == "swap" else []
    head = [f"extends: {extends}", f"message: {json.dumps(message)}", "level: suggestion"]
    return "\n".join([*head, "ignorecase: true", *action, f"{key}:", *lines]) + "\n"


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
        [
            word.lemma,
            "freq",
            {"value": round(word.complexity, 4), "displayValue": _displayed(word)},
        ]
        for word in words
    ]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("index.json", json.dumps(index, ensure_ascii=False))
        archive.writestr("term_meta_bank_1.json", json.dumps(bank, ensure_ascii=False))


def _displayed(word: TextWord) -> str:
    return " ".join(filter(None, [word.level, f"{word.complexity:.2f}"]))
