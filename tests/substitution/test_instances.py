"""A target and its candidates as instances."""

import pytest

from lcp.errors import InputError
from lcp.resources import Store
from lcp.substitution import instances
from lcp.substitution.instances import substituted
from lcp.substitution.proposals import Proposal

SENTENCE = "An ally of the ally came."


def substitute(candidates, sentence=SENTENCE, target="ally", **options):
    return substituted(sentence, target, candidates, store=Store(), **options)


def test_each_candidate_replaces_the_target_and_the_target_comes_first():
    table, _ = substitute(["friend", "old friend"])
    assert table["candidate"].tolist() == ["ally", "friend", "old friend"]
    assert table["sentence"].tolist() == [
        SENTENCE,
        "A friend of the ally came.",
        "An old friend of the ally came.",
    ]
    spans = zip(table["sentence"], table["start"], table["end"], strict=True)
    assert [text[start:end] for text, start, end in spans] == table["token"].tolist()


def test_a_note_names_every_occurrence_unless_one_is_selected():
    _, (note,) = substitute(["friend"])
    assert "2 times (1: “An [ally] of the ally ca…”; 2: “An ally of the [ally] came.”)" in note
    assert "occurrence 1 is used" in note
    table, notes = substitute(["friend"], occurrence=2)
    assert table["sentence"].tolist()[1] == "An ally of the friend came."
    assert notes == []


def test_the_occurrence_with_the_same_case_is_replaced():
    table, notes = substitute(["ewe"], "Lamb and ewe lamb.", "lamb")
    assert table["sentence"].tolist()[1] == "Lamb and ewe ewe."
    assert "occurrence 2 is used" in notes[0]


@pytest.mark.parametrize("occurrence", [0, 3, -1])
def test_a_wrong_occurrence_raises_an_error_that_lists_the_others(occurrence):
    with pytest.raises(InputError, match=r"(?s)no occurrence .*2: .*from 1 to 2"):
        substitute(["friend"], occurrence=occurrence)


def test_duplicates_and_the_target_are_listed_once():
    table, notes = substitute(["friend", "Friend", "ally", "friend "])
    assert table["candidate"].tolist() == ["ally", "friend"]
    assert "Listed once: “Friend”, “ally”, “friend”." in notes


@pytest.mark.parametrize(
    ("candidates", "what"),
    [
        ([], "no candidates"),
        (["friend", ""], "no letter or digit"),
        ([" "], "no letter or digit"),
        (["…"], "no letter or digit"),
        ("friend", "list of strings"),
        (["friend", None], "list of strings"),
    ],
)
def test_invalid_candidates_raise_an_error(candidates, what):
    with pytest.raises(InputError, match=what):
        substitute(candidates)


def test_a_target_that_is_not_in_the_sentence_raises_an_error():
    with pytest.raises(InputError, match="not in its sentence"):
        substitute(["friend"], target="foe")


def test_without_candidates_the_proposals_are_used_and_their_sense_is_noted(monkeypatch):
    proposal = Proposal("friend", 0.5, "ally.n.01", "a friendly nation")
    monkeypatch.setattr(instances, "proposals", lambda *_: [proposal])
    table, notes = substitute(None, "An ally came.")
    assert table["candidate"].tolist() == ["ally", "friend"]
    assert notes == ["Sense of “ally” in WordNet: “a friendly nation”."]
    monkeypatch.setattr(instances, "proposals", lambda *_: [])
    table, notes = substitute(None, "An ally came.")
    assert (table["candidate"].tolist(), notes) == (["ally"], [])
