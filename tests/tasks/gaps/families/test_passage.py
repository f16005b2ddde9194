"""Occurrences of the target in the texts around it."""

import math

import pytest

from lcp.tasks.gaps.families.passage import Passage
from tests.cases import cases, rows
from tests.tasks.measuring import one


@cases("tasks/cases/passages")
def test_a_passage_has_values(case):
    """Null is NaN."""
    values = one(Passage(), **case["row"])
    expected = {name: math.nan if v is None else v for name, v in case["values"].items()}
    assert {name: values[name] for name in expected} == pytest.approx(expected, nan_ok=True)


def test_similar_words_are_nearer():
    row = rows("tasks/cases/passages")[0]["row"]
    water, election = (
        one(Passage(), **row | {"after": after})["after_nearest"]
        for after in (row["after"], "He won the election.")
    )
    assert water > election
