"""The words of a text to learn."""

from __future__ import annotations

import pytest

from lcp.annotation import Annotator
from lcp.corpora.readers.cefr import LEVELS
from lcp.errors import InputError
from lcp.study import StudyList
from lcp.study.level_range import level_range
from lcp.study.meanings import with_meanings

ALL = frozenset(LEVELS)


def test_a_word_has_its_first_sentence_and_all_its_occurrences(study):
    words = {word.lemma: word for word in study().words(ALL)}
    word = words["epithelium"]
    assert (word.count, word.level) == (3, "C2")
    assert word.sentence[word.start : word.end] == word.form == "epithelium"
    assert "  " not in word.sentence
    assert (word.line, word.paragraph) == (3, 2)
    assert word.usefulness == pytest.approx(3 * word.complexity)
    assert words["left-leaning"].count == 1


def test_the_most_useful_words_come_first(study):
    usefulness = [word.usefulness for word in study().words(ALL)]
    assert usefulness == sorted(usefulness, reverse=True)


def test_only_words_of_the_levels_are_listed(study):
    words = study()
    parts = [words.words({level}) for level in LEVELS]
    assert sum(map(len, parts)) == len(words.words(ALL))
    assert {word.level for word in words.words({"A1", "C2"})} == {"A1", "C2"}


def test_names_numbers_and_known_words_are_left_out(study):
    lemmas = {word.lemma for word in study(known=["epithelium", "go"]).words(ALL)}
    assert not lemmas & {"priya", "900", "epithelium", "epithelia", "the"}
    assert "haploinsufficiency" in lemmas


def test_a_model_without_levels_gives_no_list(small_model):
    with pytest.raises(InputError, match="does not predict CEFR levels"):
        StudyList(Annotator(small_model))


@pytest.mark.parametrize(
    ("text", "levels"),
    [("B2", "B2"), ("c1+", "C1 C2"), ("A2-B1", "A2 B1"), ("A1–A2", "A1 A2"), ("C2+", "C2")],
)
def test_ranges_of_levels_are_read(text, levels):
    assert level_range(text) == frozenset(levels.split())


@pytest.mark.parametrize("text", ["", "D1", "B2-A1", "B2++", "B2+-C1", "B", "1"])
def test_other_ranges_are_an_error(text):
    with pytest.raises(InputError, match="not a range of CEFR levels"):
        level_range(text)


def test_words_get_meanings_and_easier_synonyms(study, annotator, data):
    listed = study("They will commence the voyage. The epithelium was mild.").words(ALL)
    words = {word.lemma: word for word in with_meanings(listed, annotator)}
    assert "begin" in words["commence"].synonym or "start" in words["commence"].synonym
    assert words["commence"].gloss
    assert "tissue" in words["epithelium"].gloss
