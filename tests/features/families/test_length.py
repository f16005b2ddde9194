"""Length, letters, sounds and affixes of words."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from lcp.english.lemmas import lemma
from lcp.errors import ResourceError
from lcp.features.families.length import SCRABBLE, Length, pattern_syllables
from lcp.resources import Store
from tests.features.families.measuring import measured

PRONUNCIATIONS = """\
CRESCENT 1 K R EH1 S AH0 N T
LORD'S 1 L AO1 R D Z
READ 1 R EH1 D
READ 2 R IY1 D IH0
SELF 1 S EH1 L F
ESTEEM 1 AH0 S T IY1 M
"""


def frame(*words: str) -> pd.DataFrame:
    return pd.DataFrame({"word": words, "lemma": [lemma(word) for word in words]})


def spelled(word: str) -> pd.Series:
    return measured(Length(cmudict=False)).extract(frame(word)).iloc[0]


@pytest.fixture
def dictionary(tmp_path, own_nltk_path) -> Length:
    """Return the family with a pronouncing dictionary of five words."""
    folder = tmp_path / "corpora" / "cmudict"
    folder.parent.mkdir(mode=0o700)
    folder.mkdir(mode=0o700)
    (folder / "cmudict").write_text(PRONUNCIATIONS)
    # NLTK does not read files that other users can write.
    (folder / "cmudict").chmod(0o600)
    return measured(Length(), Store(paths={"cmudict": tmp_path}))


def test_without_the_dictionary_there_are_no_resources_and_no_phonemes():
    family = Length(cmudict=False)
    assert family.resources() == ()
    assert "phonemes" not in [feature.name for feature in family.features({})]
    assert Length().resources() == ("cmudict",)


def test_a_missing_dictionary_raises_an_error(tmp_path, no_data, monkeypatch):
    with pytest.raises(ResourceError, match="cmudict"):
        measured(Length(), Store(mirror=tmp_path)).extract(frame("read"))


def test_syllables_and_phonemes_are_those_of_the_first_pronunciation(dictionary):
    values = dictionary.extract(frame("crescent", "Read", "Lord\u2019s"))
    assert values["syllables"].tolist() == [2, 1, 1]
    assert values["phonemes"].tolist() == [7, 3, 5]


def test_a_hyphenated_word_is_the_sum_of_its_parts(dictionary):
    values = dictionary.extract(frame("self-esteem", "self-xqzat"))
    assert values["syllables"].tolist() == [3, 1 + pattern_syllables("xqzat")]
    assert values["phonemes"].iloc[0] == 4 + 5
    assert math.isnan(values["phonemes"].iloc[1])


def test_an_unknown_word_has_syllables_by_pattern_and_no_phonemes(dictionary):
    values = dictionary.extract(frame("gastronomy")).iloc[0]
    assert values["syllables"] == pattern_syllables("gastronomy") == 4
    assert math.isnan(values["phonemes"])


def test_a_number_has_no_syllables():
    values = spelled("1990")
    assert math.isnan(values["syllables"])
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


@pytest.mark.parametrize(
    ("word", "prefix", "suffix"),
    [
        ("unhappiness", 2, 4),
        ("interpretations", 5, 5),  # inter-, and -ation of the lemma
        ("real", 0, 0),
        ("river", 0, 2),
        ("cloth", 0, 2),
        ("counterproductive", 7, 3),
    ],
)
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
