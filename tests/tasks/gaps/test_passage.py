"""Occurrences of the target in the texts around it."""

import math

from lcp.tasks.gaps.passage import Passage
from tests.tasks.measuring import one

ROW = {
    "sentence": "Clean the tank and the tank again.",
    "token": "tank",
    "start": 10,
    "end": 14,
    "title": "How to Clean Fish Tanks",
    "section": "",
    "before": "Buy a friendly fish, then another fishing rod.",
    "after": "It is full of water.",
}


def of_word(word: str, **changes: object) -> dict[str, float]:
    """Return the values of a word in the place of the target."""
    place = {"sentence": f"Clean the {word} tank.", "token": word, "end": 10 + len(word)}
    return values(**place, **changes)


def values(**changes: object) -> dict[str, float]:
    return one(Passage(), **{k: value for k, value in (ROW | changes).items() if value is not None})


def test_occurrences_are_counted_as_lemmas_and_without_the_target_itself():
    row = values()
    assert (row["sentence_occurrences"], row["title_occurrences"]) == (1, 1)
    assert (row["title_phrase"], row["sentence_phrase"]) == (0, 1)


def test_a_phrase_inside_a_longer_word_does_not_occur():
    row = of_word("end")
    assert row["before_phrase"] == 0


def test_another_word_with_the_same_stem_is_related():
    row = of_word("music", after="A musical instrument.")
    assert (row["after_occurrences"], row["after_related"]) == (0, 1)


def test_similar_words_are_nearer():
    assert values()["after_nearest"] > values(after="He won the election.")["after_nearest"]


def test_an_absent_column_is_unknown_and_an_empty_text_has_no_similarity():
    assert math.isnan(values(title=None)["title_occurrences"])
    row = values()
    assert row["section_occurrences"] == 0
    assert math.isnan(row["section_centroid"])


def test_a_target_of_symbols_is_measured():
    row = of_word("®")
    assert row["sentence_occurrences"] == 0
    assert math.isnan(row["sentence_nearest"])
