"""Texts follow the prose rules of CONTRIBUTING.md: no quaint phrases, meaningful names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SUFFIXES = {".py", ".md", ".toml", ".jinja", ".html", ".js", ".css", ".yml"}
FOLDERS = ("lcp", "features", "models", "docs", "benchmarks", "tests")
FILES = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in SUFFIXES and "__pycache__" not in path.parts and path != Path(__file__)
) + [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml")]

#: Phrases to avoid, as regular expressions, and what to write instead.
BANNED = {
    r"unless (given|told|set|asked|overridden)\b": "Default: …",
    r"(?<!there )\bis (none of|no (?!longer|need|more than|guarantee))": "is not a …",
    r"\bare no (word|number|text)s?\b": "are not …",
    r"\b(could|can|cannot|to) (not )?be had\b": "be downloaded, is available",
    r"\bparted by\b": "separated by",
    r"\b(is|are|was|were|be|been) told\b": "name what happens",
    r"\bstands? (in|at|on|where|for itself|before|after|beside|between|below)\b": "is in, occurs",
    r"\bmay not stand\b": "grouping variable",
    r"\bholds? (no |what|one|only|\d)": "contains, has",
    r"\bas (it is|they are|they were|it was) written\b": "as in the sentence",
    r"\bwhat (is|was) (so|meant|there|asked)\b": "name the thing",
    r"\bwhat there (is|was)\b": "name the thing",
    r"\bto be said\b|\bis said\b|\bare said\b|\bsaid aloud\b|\bunsaid\b": "is printed, is reported",
    r"\bis to lie\b|\bare to hold\b|\bis to hold\b": "is expected to",
    r"\bin nine cases\b": "give the percentage",
    r"\b(shared?|sharing|shares) out\b": "attribute",
    r"\bwhatever it is\b|\bbe it\b": "any",
    r"\bspoil(t|s|ed)?\b": "damage",
    r"\bmend(s|ed)?\b": "fix",
    r"\bat hand\b": "available",
    r"\bdifference of that\b": "X minus Y",
    r"\bhalf an occurrence\b": "0.5",
    r"\bletter for letter\b": "identical",
    r"\bgrouped away\b": "excluded",
    r"\bas the (command|system) (trains|was trained)\b": "trained by …",
    r"\ball that (is|are) left\b": "the rest",
    r"\bnothing was chosen\b": "was not used for any choice",
    r"\bpassed over\b": "ignored",
    r"\bnothing is promised\b": "not guaranteed",
    r"\d %(?! *[(%a-z\"'{}])": "90% without a space",
}
_PATTERNS = {re.compile(phrase, re.IGNORECASE): advice for phrase, advice in BANNED.items()}

#: Names of locals that say nothing about the thing they refer to.
EMPTY_NAMES = {"known", "found", "chosen", "wanted", "way", "ways", "told", "given", "held"}


def readable(path: Path) -> str:
    """The text of a file without its data: recorded reports are not prose."""
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_banned_phrase_is_used(path):
    if "ablation" in path.parts and "benchmarks" in path.parts:
        pytest.skip("a recorded report")
    faults = []
    for number, line in enumerate(readable(path).splitlines(), start=1):
        for pattern, advice in _PATTERNS.items():
            if match := pattern.search(line):
                faults.append(f"line {number}: “{match.group(0)}” ({advice}): {line.strip()[:80]}")
    assert not faults, "\n".join(faults)


def assigned_names(tree: ast.AST) -> set[str]:
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    } | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "lcp").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_names_say_what_they_refer_to(path):
    assert not assigned_names(ast.parse(readable(path))) & EMPTY_NAMES
