"""Words, spans, expressions and lemmas of texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcp.english.lemmas import lemma
from lcp.english.text import expression_words, word_spans, words


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("", ()),
        (" \t…!? — ", ()),
        ("Go, you well-fed men!", ("Go", "you", "well-fed", "men")),
        ("gene-by-gene", ("gene-by-gene",)),
        ("I don't; you can’t.", ("I", "don't", "you", "can’t")),
        ("the U.S. and e.g. it", ("the", "U.S", "and", "e.g", "it")),
        ("'quoted' -dash- end.", ("quoted", "dash", "end")),
        ("a--b a..b", ("a", "b", "a", "b")),
        ("1,5 CD4 x_y", ("1", "5", "CD4", "x_y")),
        ("Ελένη и Анна, 漢字", ("Ελένη", "и", "Анна", "漢字")),
        ("cats 😀 dogs", ("cats", "dogs")),
    ],
)
def test_words_exclude_the_punctuation_around_them(sentence, expected):
    assert words(sentence) == expected


def test_a_combining_mark_belongs_to_its_letter():
    assert words("re\u0301sume\u0301s count") == ("re\u0301sume\u0301s", "count")
    assert words("\u0301 a") == ("a",)


@given(st.text())
def test_spans_mark_the_words_in_order(sentence):
    spans = word_spans(sentence)
    assert tuple(sentence[start:end] for start, end in spans) == words(sentence)
    boundaries = [boundary for span in spans for boundary in span]
    assert boundaries == sorted(boundaries)


@given(st.text())
def test_every_letter_and_digit_belongs_to_a_word(sentence):
    joined = "".join(words(sentence))
    assert [c for c in sentence if c.isalnum()] == [c for c in joined if c.isalnum()]


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("river", ["river"]),
        ("gene expression", ["gene", "expression"]),
        (" one\u00a0two  three\n", ["one", "two", "three"]),
        ("well-fed men", ["well-fed", "men"]),
        ("", []),
    ],
)
def test_an_expression_is_split_at_white_space_only(token, expected):
    assert expression_words(token) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Mice", "mouse"),
        ("RUNNING", "run"),
        ("AM", "be"),
        ("States", "state"),
        ("Xqzzt", "xqzzt"),
        ("漢字", "漢字"),
        ("😀", "😀"),
    ],
)
def test_a_lemma_is_lower_case_and_an_unknown_word_is_its_own_lemma(word, expected):
    assert lemma(word) == expected
