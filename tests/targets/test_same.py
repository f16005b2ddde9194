"""The same word in another typography has the same rating."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lcp
from lcp.targets import Targets

CASES = Path(__file__).parents[1] / "english/cases/same.jsonl"


def cases():
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        yield pytest.param(case, id=case["why"])


@pytest.mark.parametrize("case", [*cases()])
def test_variants_of_a_word_have_the_same_form_and_complexity(case):
    one, other = (Targets.one(case[name], case[f"target_{name}"])[0] for name in "ab")
    assert one.token == other.token
    model = lcp.load_model()
    assert model.predict(one).tolist() == model.predict(other).tolist()
    if one.sentence == other.sentence:
        in_genre = [each.for_all(genre="bible") for each in (one, other)]
        assert len({tuple(model.predict(each)) for each in in_genre}) == 1


@pytest.mark.parametrize("case", [*cases()])
def test_variants_are_the_same_in_tables(case):
    rows = [{"sentence": case[name], "token": case[f"target_{name}"]} for name in "ab"]
    targets = Targets.table(rows)
    assert targets.token[0] == targets.token[1]
