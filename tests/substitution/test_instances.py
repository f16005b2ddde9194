"""A target and its candidates become instances; what cannot be ranked is refused."""

import pytest

from lcp.errors import InputError
from lcp.resources import Store
from lcp.substitution import instances, substituted

SENTENCE = "An ally of the ally came."


def of(candidates, sentence=SENTENCE, target="ally", **options):
    return substituted(sentence, target, candidates, store=Store(), **options)


def test_each_candidate_stands_in_the_targets_place_and_the_target_comes_first():
    table = of(["friend", "old friend"])
    assert table["candidate"].tolist() == ["ally", "friend", "old friend"]
    assert table["sentence"].tolist() == [
        SENTENCE,
        "A friend of the ally came.",
        "An old friend of the ally came.",
    ]
    spans = zip(table["sentence"], table["start"], table["end"], strict=True)
    assert [text[start:end] for text, start, end in spans] == table["token"].tolist()


def test_both_places_are_said_and_one_may_be_chosen():
    (note,) = of(["friend"]).attrs["notes"]
    assert "2 places (1: “An [ally] of the ally ca…”; 2: “An ally of the [ally] came.”)" in note
    assert "occurrence 1 is taken" in note
    second = of(["friend"], occurrence=2)
    assert second["sentence"].tolist()[1] == "An ally of the friend came."
    assert second.attrs["notes"] == []


def test_the_place_that_is_written_like_the_target_is_taken():
    table = of(["ewe"], "Lamb and ewe lamb.", "lamb")
    assert table["sentence"].tolist()[1] == "Lamb and ewe ewe."
    assert "occurrence 2 is taken" in table.attrs["notes"][0]


@pytest.mark.parametrize("occurrence", [0, 3, -1])
def test_an_occurrence_that_is_not_there_is_refused_and_the_others_named(occurrence):
    with pytest.raises(InputError, match=r"(?s)no occurrence .*2: .*from 1 to 2"):
        of(["friend"], occurrence=occurrence)


def test_duplicates_are_listed_once_and_the_target_needs_no_second_place():
    table = of(["friend", "Friend", "ally", "friend "])
    assert table["candidate"].tolist() == ["ally", "friend"]
    assert "Listed once: “Friend”, “ally”, “friend”." in table.attrs["notes"]


@pytest.mark.parametrize(
    ("candidates", "what"),
    [
        ([], "no candidates"),
        (["friend", ""], "no word"),
        ([" "], "no word"),
        (["…"], "no word"),
        ("friend", "list of texts"),
        (["friend", None], "list of texts"),
    ],
)
def test_candidates_that_are_none_are_refused(candidates, what):
    with pytest.raises(InputError, match=what):
        of(candidates)


def test_a_target_that_is_not_in_the_sentence_is_refused():
    with pytest.raises(InputError, match="not in its sentence"):
        of(["friend"], target="foe")


def test_synonyms_of_several_words_are_left_out_where_the_model_takes_single_ones(monkeypatch):
    monkeypatch.setattr(instances, "synonyms", lambda *_: (["friend", "good friend"], ["sense"]))
    table = of(None, "An ally came.", multiword=False)
    assert table["candidate"].tolist() == ["ally", "friend"]
    assert table.attrs["notes"][1].endswith("“good friend”.")
    monkeypatch.setattr(instances, "synonyms", lambda *_: (["good friend"], ["sense"]))
    with pytest.raises(InputError, match="several words"):
        of(None, multiword=False)
