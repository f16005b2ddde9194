"""Syllables and pronunciations of words."""

from pathlib import Path

import lcp.english
from lcp.english.syllables import pronunciation, sounds, syllables
from tools.syllables import Model, aligned, read_dictionary, shorter, syllabic_letters


def test_case_and_typography_do_not_matter():
    assert lcp.english.syllables is syllables
    assert syllables("COLOUR") == syllables("colour") == 2
    assert syllables("James\u2019s") == syllables("James's")
    assert syllables("cafe\u0301") == syllables("caf\u00e9") == 2


def test_pronunciations_are_of_all_parts_or_none():
    assert pronunciation("Lord\u2019s") == ("L", "AO1", "R", "D", "Z")
    assert pronunciation("self-esteem") == (*pronunciation("self"), *pronunciation("esteem"))
    assert pronunciation("self-xqzat") is None
    assert pronunciation("") is pronunciation("1990") is None


def test_the_model_is_right_for_most_words_that_it_was_not_trained_on():
    for score in sounds().about["scores"]:
        assert score["right"] > 0.96
        assert score["words"] > 5_000


DICTIONARY = """\
EVERY 1 EH1 V ER0 IY0
EVERY 2 EH1 V R IY0
TABLE 1 T EY1 B AH0 L
CAT-2 1 K AE1 T T UW1
U.S. 1 Y UW1 EH1 S
"""


def test_words_are_read_with_all_their_pronunciations(tmp_path):
    (tmp_path / "cmudict").write_text(DICTIONARY, encoding="latin-1")
    variants = read_dictionary(tmp_path / "cmudict")
    assert list(variants) == ["every", "table", "u.s."]
    assert variants["every"] == [("EH1", "V", "ER0", "IY0"), ("EH1", "V", "R", "IY0")]


FILES = Path(__file__).with_name("files")
#: Words of which letters and phonemes correspond.
PLAIN = {
    word: tuple(phonemes)
    for word, *phonemes in map(str.split, (FILES / "plain.txt").read_text().splitlines())
}


def test_letters_are_aligned_with_phonemes():
    parts = aligned(PLAIN | {"w": ("D", "AH1", "B", "AH0", "Y", "UW0")})
    assert parts["tame"] == [("T",), ("EY1",), ("M",), ()]
    assert sum(parts["taxi"], ()) == PLAIN["taxi"]
    assert "w" not in parts
    assert syllabic_letters(PLAIN)["time"] == [False, True, False, False]


def test_a_shorter_pronunciation_is_preferred_if_spelling_makes_it_likelier():
    first = PLAIN | {"tip": ("T", "IH1", "AH0", "P")}
    variants = {word: [phonemes] for word, phonemes in first.items()}
    variants["tip"].append(("T", "IH1", "P"))
    assert shorter(variants, first) == {"tip": ("T", "IH1", "P")}


def test_the_model_counts_letters_that_have_a_syllable():
    model = Model(syllabic_letters(PLAIN))
    assert model.syllables(["mat", "tamat"]).round().tolist() == [1, 2]
