"""The selection rules of SemEval-2021 Task 4."""

from __future__ import annotations

import pandas as pd
import pytest

from lcp.disambiguation.selection import KINDS, RULES, passing_shares, selection_rules
from lcp.errors import InputError
from lcp.resources import Store

PASSAGE = "The committee met on Monday. Its members liked the plan and began to work."


def rules(data, *words: str, passage: str = PASSAGE) -> pd.DataFrame:
    table = pd.DataFrame(
        [{"sentence": f"They had an {word} .", "token": word, "passage": passage} for word in words]
    )
    return selection_rules(table, Store(mirror=data))


def test_an_abstract_noun_is_imperceptible_and_a_concrete_one_is_not(data):
    passed = rules(data, "idea", "apple")
    assert passed["imperceptible"].tolist() == [True, False]
    assert passed["content_word"].all()
    assert passed["noun_or_verb"].all()


def test_a_word_whose_lemma_is_in_the_passage_does_not_pass(data):
    passed = rules(data, "plans", "idea")
    assert passed["new_lemma"].tolist() == [False, True]
    assert not passed["imperceptibility_candidate"][0]


def test_a_synonym_or_antonym_in_the_passage_does_not_pass(data):
    passed = rules(data, "start", "end", passage="The beginning was hard.")
    assert not passed["no_synonym"].any()
    assert rules(data, "start", passage="The weather was hard.")["no_synonym"].all()


def test_a_word_beside_itself_is_too_similar(data):
    passed = rules(data, "idea", passage="One idea.")
    assert not passed["dissimilar"][0]
    assert passed["similarity"][0] == pytest.approx(1)


def test_an_empty_passage_rejects_no_word(data):
    passed = rules(data, "idea", passage="")
    assert passed[["new_lemma", "no_synonym", "dissimilar"]].all(axis=None)


def test_a_candidate_passes_all_rules_of_its_kind(data):
    passed = rules(data, "idea", "apple", "plan", "entity")
    for kind, names in KINDS.items():
        expected = passed[list(names)].all(axis=1)
        assert passed[f"{kind}_candidate"].equals(expected.rename(f"{kind}_candidate"))


def test_shares_are_means_over_groups():
    passed = pd.DataFrame(
        {name: [True, False, True] for name in [*RULES, *(f"{kind}_candidate" for kind in KINDS)]}
    )
    shares = passing_shares(passed, ["a", "a", "b"])
    assert (shares["a"] == 0.5).all()
    assert (shares["b"] == 1).all()
    assert len(shares) == len(RULES) + len(KINDS)


def test_a_table_without_passages_is_an_error():
    with pytest.raises(InputError, match="'passage' is missing"):
        selection_rules(pd.DataFrame({"sentence": ["A word."], "token": ["word"]}))
