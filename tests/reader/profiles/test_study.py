"""The words of a text to learn."""

import pytest

import lcp
from lcp.base.levels import LEVELS
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.profiles.study import level_range, study_list, with_meanings
from tests.cases import cases
from tests.errors import refused

TEXT = (
    "Neutrophil\n\nHe opened a door.\n\nThe   <b>neutrophil</b> & haploinsufficiency\nwere mild. "
    "Neutrophils vary, and Priya paid £900 for the left-leaning tower.\n\nThe neutrophil grew."
)


def listed(levels=LEVELS, text=TEXT, known=()):
    """The words of a text to learn."""
    return study_list(lcp.profile(text, readers="learner", known_words=known), frozenset(levels))


def test_a_word_has_its_first_sentence_and_all_its_occurrences():
    words = {word.lemma: word for word in listed()}
    word = words["neutrophil"]
    assert (word.occurrences, word.level) == (4, "C1")
    assert word.sentence[slice(*word.span)] == word.form == "neutrophil"
    assert "  " not in word.sentence
    # A heading is no example.
    assert word.line == 5
    assert word.usefulness == pytest.approx(4 * word.complexity)
    assert words["left-leaning"].occurrences == 1


def test_the_most_useful_words_come_first():
    usefulness = [word.usefulness for word in listed()]
    assert usefulness == sorted(usefulness, reverse=True)


def test_only_words_of_the_levels_are_listed():
    parts = [listed({level}) for level in LEVELS]
    assert sum(map(len, parts)) == len(listed())
    assert {word.level for word in listed({"A1", "C2"})} == {"A1", "C2"}


def test_names_numbers_and_known_words_are_left_out():
    lemmas = {word.lemma for word in listed(known=["neutrophil", "go"])}
    assert not lemmas & {"priya", "900", "neutrophil", "neutrophils", "the"}
    assert "haploinsufficiency" in lemmas


@cases("reader/profiles/cases/level_ranges", "text", "levels")
def test_ranges_of_levels_are_read(text, levels):
    assert level_range(text) == frozenset(levels.split())


@pytest.mark.parametrize("text", ["", "D1", "B2-A1", "B2++", "B2+-C1", "B", "1"])
def test_other_ranges_are_an_error(text):
    with refused("not a range of CEFR levels"):
        level_range(text)


def test_words_get_meanings_and_easier_synonyms(data):
    found = listed(text="They will purchase the house. The epithelium was mild. Take it on board.")
    words = {word.lemma: word for word in with_meanings(found, Annotator(readers="learner"))}
    # The house is probably a building, not certainly.
    assert (words["purchase"].synonym, words["house"].definition_confidence < 1) == ("buy", True)
    assert "skin" in words["epithelium"].definition
    assert words["take on board"].definition


def test_the_synonym_of_a_listed_lemma_is_a_lemma(data):
    words = with_meanings(listed(text="She purchased a house."), Annotator())
    assert {word.lemma: word.synonym for word in words}["purchase"] == "buy"


@pytest.mark.parametrize("marker", ["6. ", "- ", "(a) ", ""])
def test_the_sentence_of_a_word_has_no_list_marker(marker):
    (word,) = listed({"C1", "C2"}, f"{marker}The neutrophil was seen.")
    assert word.sentence == "The neutrophil was seen."
    assert word.sentence[slice(*word.span)] == "neutrophil"
