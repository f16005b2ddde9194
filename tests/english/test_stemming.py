"""Stems equal those of NLTK's Snowball stemmer."""

from __future__ import annotations

import random

import pytest
from nltk.stem.snowball import SnowballStemmer

from lcp.english.stemming import _STEP_2, _STEP_3, _STEP_4, snowball_stem
from lcp.lexicon.file import load_lexicon

SUFFIXES = [
    *(suffix for suffix, *_ in (*_STEP_2, *_STEP_3)),
    *_STEP_4,
    *("ed", "ing", "ingly", "edly", "eed", "eedly", "s", "ies", "ied", "sses"),
    *("'s'", "'s", "'", "y", "e", "l", "ll", "ly"),
]


@pytest.fixture(scope="module")
def stem():
    return SnowballStemmer("english").stem


def test_words_of_the_lexicon_have_the_stems_of_nltk(stem):
    words = load_lexicon().words[::7]
    assert [snowball_stem(word) for word in words] == [stem(word) for word in words]


def test_any_letters_before_any_suffixes_have_the_stems_of_nltk(stem):
    generator = random.Random(0)  # noqa: S311
    for _ in range(20_000):
        letters = "".join(generator.choices("abcdeghilmnorstuyvzwx'Y’é", k=generator.randint(0, 6)))
        word = letters + "".join(generator.choices(SUFFIXES, k=generator.randint(0, 3)))
        assert snowball_stem(word) == stem(word), word


@pytest.mark.parametrize(
    ("word", "expected"),
    [("", ""), ("BY", "by"), ("dying", "die"), ("succeeded", "succeed"), ("漢字", "漢字")],
)
def test_short_words_and_exceptions(word, expected):
    assert snowball_stem(word) == expected
