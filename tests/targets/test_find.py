"""Finding a target in its sentence."""

import re
import time

import pytest

from lcp.english.characters import one_line
from lcp.targets import Targets
from lcp.targets.find import find_target, find_targets, is_target, place_target
from tests.cases import cases
from tests.errors import refused


@cases("targets/cases/found", "sentence", "token", "start", "found")
def test_a_target_is_found_at_its_place(sentence, token, start, found):
    assert find_target(sentence, token) == (start, start + len(found))
    assert sentence[start : start + len(found)] == found


@pytest.mark.parametrize("token", ["ewe", "", " ", "lamb lamb"])
def test_a_target_that_is_not_in_the_sentence_is_not_found(token):
    assert find_target("A lamb.", token) is None


def test_a_span_may_differ_in_case_and_white_space_only():
    assert is_target("SEA\tLion", "sea lion")
    assert not is_target("sea-lion", "sea lion")
    assert not is_target("sea lions", "sea lion")


TWICE = "An ally of the ally came."


def test_the_occurrence_in_the_same_case_is_used_and_a_note_lists_the_others():
    span, (note,) = place_target("Lamb and ewe lamb.", "lamb")
    assert span == (13, 17)
    assert "2 times (1: “[Lamb] and ewe lamb.”; 2: “Lamb and ewe [lamb].”)" in note
    assert note.endswith("occurrence 2 is used.")
    assert place_target("A lamb.", "lamb") == ((2, 6), [])


def test_an_occurrence_is_selected_by_its_number():
    assert [place_target(TWICE, "ally", number) for number in (1, 2)] == [
        ((3, 7), []),
        ((15, 19), []),
    ]


def test_an_occurrence_that_begins_inside_a_rejected_match_is_found():
    assert find_targets("a a, xa a a", "a a") == [(0, 3), (8, 11)]


@pytest.mark.parametrize("occurrence", [0, 3, -1, 1.5, "2"])
def test_an_invalid_occurrence_raises_an_error_that_lists_the_valid_ones(occurrence):
    with refused(r"(?s)no occurrence .*2: .*from 1 to 2"):
        place_target(TWICE, "ally", occurrence)


def test_a_note_quotes_the_first_of_many_occurrences():
    _, (note,) = place_target("river " * 1_000, "river")
    assert "1,000 times" in note
    assert "5: “" in note
    assert len(note) < 500


@cases("targets/cases/refused")
def test_an_invalid_instance_raises_an_error(case):
    with refused(case["message"], hint=case.get("hint")):
        place_target(case["sentence"], case["target"])


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
    # One differs in case; three are part of a longer string of letters, digits and underscores.
    assert sorted(fallbacks) == ["Group", "N", "P", "macroeconomic imbalances"]


def test_a_target_that_almost_matches_everywhere_is_found_missing_in_linear_time():
    near, absent = "a " * 200_000, "a " * 499 + "b"
    begin = time.process_time()
    assert find_target(near, absent) is None
    near_time = time.process_time() - begin
    begin = time.process_time()
    one_line(near)
    assert near_time < 50 * (time.process_time() - begin)


def test_a_target_of_many_characters_is_refused_before_the_search():
    flag = "\U0001f1e9\U0001f1ea"
    for target in (flag * 501, "a" * 1_001):
        with refused("the limit is 1,000"):
            place_target(flag * 25_000, target)


@cases("targets/cases/written_differently", "sentence", "target", "form")
def test_apostrophes_and_composed_letters_may_differ(sentence, target, form):
    (start, end), notes = place_target(sentence, target)
    assert sentence[start:end] == form
    assert is_target(form, target)
    assert notes == []


def test_occurrences_with_other_apostrophes_are_counted():
    assert find_targets("Don\u2019t! I don't.", "don't") == [(0, 5), (9, 14)]


@cases("targets/cases/parts_of_words", "sentence", "target", "word")
def test_a_note_says_that_a_target_is_a_part_of_a_word(sentence, target, word):
    (start, end), notes = place_target(sentence, target)
    assert sentence[start:end].replace("\u00ad", "") == target
    assert notes == [f"“{target}” is only a part of “{word}”: the prediction is for the part."]


def test_a_part_of_a_word_has_one_occurrence():
    assert place_target("unfathomable unfathomable", "fathom", 1)[0] == (2, 8)
    with refused("no occurrence 2"):
        place_target("unfathomable unfathomable", "fathom", 2)


def test_scripts_without_spaces_have_no_whole_words():
    assert place_target("\u4ed6\u4eec\u5728\u8ba8\u8bba\u590d\u6742", "\u8ba8\u8bba") == (
        (3, 5),
        [],
    )


@pytest.mark.parametrize("target", ["perseverance", "perse-\nverance"])
def test_a_word_divided_at_a_line_end_is_found_whole_and_as_written(target):
    sentence = "The perse-\nverance paid off."
    one, _ = Targets.one(sentence, target)
    table = Targets.table([{"sentence": sentence, "token": target}])
    assert one.target == table.target == ("perseverance",)
    assert one.sentence == table.sentence == ("The perseverance paid off.",)
    assert find_target(sentence, target) == (4, 18)
