"""Where a target stands in its sentence."""

import re

import pytest

from lcp.corpora.targets import find_target, find_targets, is_target, place_target
from lcp.errors import InputError


def written(sentence, token):
    span = find_target(sentence, token)
    return None if span is None else (span[0], sentence[slice(*span)])


@pytest.mark.parametrize(
    ("sentence", "token", "expected"),
    [
        ("Lambkin, Lamb, lamb, lamb.", "lamb", (15, "lamb")),
        ("lambkin saw the Lamb.", "lamb", (16, "Lamb")),
        ("The LAMBKIN and the lambkin.", "lamb", (20, "lamb")),
        ("The LAMBKIN.", "lamb", (4, "LAMB")),
        ("a3N and 3K,3N", "N", (2, "N")),
        ("snake_lamb or lamb", "lamb", (14, "lamb")),
        ("a well-fed lamb", "fed", (7, "fed")),
    ],
    ids=[
        "whole word of the same case first",
        "then whole word of another case",
        "then inside a word in the same case",
        "then inside a word in another case",
        "digits are part of a word",
        "underscores are part of a word",
        "hyphens are not",
    ],
)
def test_the_order_of_preference(sentence, token, expected):
    assert written(sentence, token) == expected


def test_an_expression_is_found_as_a_whole():
    assert written("sea lionsand the sea lions", "sea lions") == (17, "sea lions")


def test_any_white_space_stands_for_a_space_where_the_exact_form_is_absent():
    assert written("a sea\u00a0 lion", "sea lion") == (2, "sea\u00a0 lion")
    assert written("a sea  lion, a sea lion", "sea lion") == (15, "sea lion")
    assert written("a sea  lion, a SEA LION", "sea lion") == (15, "SEA LION")


def test_characters_whose_lower_case_is_longer_do_not_shift_the_span():
    assert written("İİİ saw a Lamb", "lamb") == (10, "Lamb")


def test_a_combining_mark_belongs_to_its_word():
    assert written("resume\u0301 or resume", "resume") == (11, "resume")
    assert written("Un re\u0301sume\u0301.", "re\u0301sume\u0301") == (3, "re\u0301sume\u0301")


def test_a_target_of_pattern_characters_is_taken_literally():
    assert written("What (is) a.b? It is axb or A.B", "a.b") == (10, "a.b")
    assert written("axb or A.B", "a.b") == (7, "A.B")


@pytest.mark.parametrize("token", ["ewe", "", " ", "lamb lamb"])
def test_what_is_not_in_the_sentence_is_not_found(token):
    assert find_target("A lamb.", token) is None


def test_whole_words_that_overlap_a_rejected_place_are_found():
    assert written("xA-A-A", "a-a") == (3, "A-A")


def test_a_span_may_differ_in_case_and_white_space_only():
    assert is_target("SEA\tLion", "sea lion")
    assert not is_target("sea-lion", "sea lion")
    assert not is_target("sea lions", "sea lion")


TWICE = "An ally of the ally came."


def test_the_place_that_is_written_like_the_target_is_taken_and_the_others_said():
    span, (note,) = place_target("Lamb and ewe lamb.", "lamb")
    assert span == (13, 17)
    assert "2 places (1: “[Lamb] and ewe lamb.”; 2: “Lamb and ewe [lamb].”)" in note
    assert note.endswith("occurrence 2 is taken.")
    assert place_target("A lamb.", "lamb") == ((2, 6), [])


def test_a_place_may_be_chosen_by_its_number():
    assert [place_target(TWICE, "ally", number) for number in (1, 2)] == [
        ((3, 7), []),
        ((15, 19), []),
    ]


def test_a_place_that_begins_inside_what_is_no_whole_word_is_found():
    assert find_targets("a a, xa a a", "a a") == [(0, 3), (8, 11)]


@pytest.mark.parametrize("occurrence", [0, 3, -1, 1.5, "2"])
def test_a_place_that_is_not_there_is_refused_and_the_others_named(occurrence):
    with pytest.raises(InputError, match=r"(?s)no occurrence .*2: .*from 1 to 2"):
        place_target(TWICE, "ally", occurrence)


def test_of_very_many_places_the_first_are_quoted():
    _, (note,) = place_target("river " * 1_000, "river")
    assert "1,000 places" in note
    assert "5: “" in note
    assert len(note) < 500


@pytest.mark.parametrize(
    ("sentence", "target", "what"),
    [
        ("", "river", "sentence is empty"),
        ("A river.", " ", "target is empty"),
        ("a" * 100_001, "a" * 100_001, "100,001 characters; 100,000 are the most"),
        ("A river.", "sea", "'sea' is not in its sentence"),
        (3, "river", "sentence is not a text but 3"),
        ("A river.", None, "target is not a text but None"),
        ("A \udcff river.", "river", r"sentence holds U\+DCFF"),
    ],
)
def test_what_is_no_instance_is_refused(sentence, target, what):
    with pytest.raises(InputError, match=what):
        place_target(sentence, target)


def test_every_target_of_complex_is_found(data):
    count, fallbacks = 0, []
    for path in sorted((data / "complex").glob("*/*.tsv")):
        for line in path.read_bytes().decode().split("\n")[1:-1]:
            sentence, token = line.split("\t")[2:4]
            start, end = find_target(sentence, token)
            assert sentence[start:end].lower() == token.lower()
            count += 1
            whole = re.compile(rf"(?<!\w){re.escape(token)}(?!\w)")
            if not whole.match(sentence, start):
                fallbacks.append(token)
    assert count == 10_800
    # One differs in case, three stand in a longer string of letters, digits, underscores.
    assert sorted(fallbacks) == ["Group", "N", "P", "macroeconomic imbalances"]
