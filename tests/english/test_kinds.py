"""Kinds of tokens; their cases are in ``test_cases``."""

import numpy as np
import pytest

from lcp.english import tokens_of
from lcp.english.kinds import KINDS, SHOWN, common_words, facts_of, in_numbers


def test_a_run_without_white_space_is_one_token():
    [token] = tokens_of("<" * 20_000)
    assert (token.kind, token.end) == ("long run", 20_000)


def test_every_kind_has_a_noun_for_one_and_several():
    assert set(KINDS) >= SHOWN
    for kind in KINDS:
        assert in_numbers(kind, 1).startswith("1 ")
        assert in_numbers(kind, 1) != in_numbers(kind, 2).replace("2 ", "1 ")


@pytest.mark.parametrize(
    ("stops", "is_common"), [([4], False), ([1, 4], True), ([2, 4], True)], ids=str
)
def test_a_particle_is_between_two_capitals_of_its_sentence(stops, is_common):
    facts = facts_of(["Ludwig", "van", "Beethoven", "came"])
    assert common_words(facts, np.array(stops))[1] == is_common
