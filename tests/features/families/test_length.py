"""Length, letters, sounds and affixes of words."""

import math

import pandas as pd
import pytest

from lcp.english.lemmas import lemma
from lcp.english.syllables import syllables
from lcp.features.families.length import SCRABBLE, Length
from tests.cases import cases
from tests.features.families.measuring import measured


def frame(*words: str) -> pd.DataFrame:
    return pd.DataFrame({"word": words, "lemma": [lemma(word) for word in words]})


def spelled(word: str) -> pd.Series:
    return measured(Length()).extract(frame(word)).iloc[0]


def test_syllables_and_phonemes_are_those_of_the_pronunciation():
    values = measured(Length()).extract(frame("crescent", "Read", "Lord\u2019s"))
    assert values["syllables"].tolist() == [2, 1, 1]
    assert values["phonemes"].tolist() == [7, 3, 5]


def test_a_hyphenated_word_is_the_sum_of_its_parts():
    values = measured(Length()).extract(frame("self-esteem", "self-xqzat"))
    assert values["syllables"].tolist() == [3, 1 + syllables("xqzat")]
    assert values["phonemes"].iloc[0] == 4 + 5
    assert math.isnan(values["phonemes"].iloc[1])


def test_a_word_outside_the_dictionary_has_syllables_and_no_phonemes():
    values = spelled("phosphorylation")
    assert values["syllables"] == 5
    assert math.isnan(values["phonemes"])


def test_a_number_has_syllables_and_no_letters():
    values = spelled("1990")
    assert values["syllables"] == 4
    assert math.isnan(spelled("…")["syllables"])
    assert math.isnan(values["vowel_share"])
    assert math.isnan(values["scrabble_mean"])
    assert (values["digits"], values["scrabble"], values["acronym"]) == (4, 0, 0)


@pytest.mark.parametrize(
    ("word", "vowels", "run"),
    [("strength", 1, 4), ("yearly", 3, 2), ("na\u00efve", 3, 1), ("rhythm", 1, 3), ("DNA", 1, 2)],
)
def test_vowels_are_aeiou_and_y_except_at_the_beginning(word, vowels, run):
    values = spelled(word)
    assert values["vowels"] == vowels
    assert values["consonants_run"] == run
    assert values["vowel_share"] == pytest.approx(vowels / len(word))


def test_kinds_of_characters_are_counted():
    values = spelled("Anti-BRCA1")
    assert values["characters"] == 10
    assert values["capitals"] == 5
    assert values["initial_capital"] == 1
    assert values["digits"] == 1
    assert values["hyphens"] == 1
    assert values["acronym"] == 0
    assert values["distinct_characters"] == 9


@pytest.mark.parametrize(("word", "is_acronym"), [("DNA", 1), ("I", 0), ("mRNA", 0), ("U.S", 1)])
def test_an_acronym_has_two_or_more_letters_all_capitals(word, is_acronym):
    assert spelled(word)["acronym"] == is_acronym


@cases("features/cases/affixes", "word", "prefix", "suffix")
def test_the_longest_affix_that_leaves_three_letters_counts(word, prefix, suffix):
    values = spelled(word)
    assert (values["prefix"], values["suffix"]) == (prefix, suffix)


@pytest.mark.parametrize(
    ("word", "classical"),
    [("cardiology", 1), ("Cytoplasm", 1), ("arthritides", 1), ("river", 0), ("handsome", 0)],
)
def test_greek_and_latin_forms_are_recognised_at_both_ends(word, classical):
    assert spelled(word)["greek_latin"] == classical


def test_letters_have_the_values_of_english_scrabble():
    assert len(SCRABBLE) == 26
    # The sum of the values, each letter once.
    assert sum(SCRABBLE.values()) == 87
    assert spelled("quiz")["scrabble"] == 22
    assert spelled("quiz-1")["scrabble_mean"] == 5.5
