"""Cases of reading English: files of rows that users can add to without Python.

A row with ``"expect": "fail"`` is a known failure, which the documentation lists.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lcp.english import analyse, tokens_of

FOLDER = Path(__file__).with_name("cases")


def rows(name):
    """Return the rows of a file as parameters."""
    lines = FOLDER.joinpath(f"{name}.jsonl").read_text(encoding="utf-8").strip().split("\n")
    parameters = []
    for case in map(json.loads, lines):
        marks = [pytest.mark.xfail(strict=True, reason=case.get("why", ""))]
        fails = case.get("expect") == "fail"
        label = next(iter(case.values()))[:40]
        parameters.append(pytest.param(case, id=label, marks=marks if fails else []))
    return parameters


@pytest.mark.parametrize("case", rows("sentences"))
def test_sentences(case):
    assert [sentence.text for sentence in analyse(case["text"])] == case["sentences"]


@pytest.mark.parametrize("case", rows("words"))
def test_words(case):
    tokens = [token for token in tokens_of(case["text"]) if any(map(str.isalnum, token.text))]
    assert [case["text"][token.start : token.end] for token in tokens] == case["words"]


@pytest.mark.parametrize("case", rows("lemmas"))
def test_lemmas_and_tags(case):
    token = next(token for token in tokens_of(case["sentence"]) if token.text == case["word"])
    assert (token.tag, token.lemma) == (case["tag"], case["lemma"])


@pytest.mark.parametrize("case", rows("names"))
def test_names(case):
    names = {token.text for token in tokens_of(case["text"]) if token.kind == "name"}
    assert names.issuperset(case.get("names", []))
    assert names.isdisjoint(case.get("not_names", []))
