"""Spellings of the same word, and British and American words."""

import pytest

from lcp.english.spellings import FILE, merge_spellings, preferred_spelling
from tests.cases import cases


@cases("english/cases/spellings", "british", "american")
def test_both_spellings_of_a_word_become_one(british, american):
    assert preferred_spelling(british) == preferred_spelling(american)


@pytest.mark.parametrize(
    "word",
    [
        *(
            "timbre",
            "Tyre",
            "gaol",
            "flat",
            "four",
            "advise",
            "rise",
            "poem",
            "shoes",
            "marshal",
            "zxqvy",
        ),
        *("rosé", "résumé", "exposé", "für", "co-op", "re-sign", ""),
    ],
)
def test_other_words_are_left_as_they_are(word):
    assert preferred_spelling(word) == word


def test_case_is_kept():
    spellings = ["Analyse", "ANALYSE", "analyse", "aNalyse"]
    assert merge_spellings(spellings) == ["Analyze", "ANALYZE", "analyze", "analyze"]


def test_merging_twice_changes_nothing():
    lines = ["Colour-blind people", *FILE.read_text(encoding="utf-8").splitlines()]
    merged = merge_spellings(lines)
    assert merge_spellings(merged) == merged
    assert merged[0] == "Color-blind people"
    assert len(lines) > 500
