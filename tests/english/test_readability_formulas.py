"""Readability formulas equal those of textstat."""

from __future__ import annotations

import random

import pytest
from textstat.textstat import textstatistics

import lcp
from lcp.english import readability_formulas
from lcp.english.text import words
from lcp.features.families.readability import PLAIN, SYLLABIC, Readability
from lcp.features.family import Fitted, names_of
from lcp.resources import Store

PIECES = (
    *("a", "don't", "it's", "'tis", "we'll", "'s", "s'd'", "’s", "x-ray", "electro", "1.5", "É"),
    *("...", ".", "!", "?", "'", " ", "  ", "\n", "-", "_", "”", "\u0301", "漢字"),
)


def sentences():
    yield from lcp.load_corpus("sample")["sentence"].unique()
    generator = random.Random(0)  # noqa: S311
    for _ in range(2_000):
        yield "".join(generator.choices(PIECES, k=generator.randint(1, 30)))


@pytest.mark.parametrize("name", [feature.name for feature in PLAIN])
def test_scores_equal_those_of_textstat(name):
    textstat = textstatistics()
    compared = 0
    for sentence in filter(words, sentences()):
        counts = readability_formulas.count_texts([sentence])
        own = getattr(readability_formulas, name)(counts)
        assert own[0] == getattr(textstat, name)(sentence), sentence
        compared += 1
    assert compared > 2_000


def test_scores_by_syllables_equal_those_of_textstat(data, textstat_without_caches):
    family, textstat = Readability(), textstatistics()
    texts = [*filter(words, sentences()), "An unusually long unit. " * 40, "x " * 101]
    values = family.measure(texts, Fitted(Store(mirror=data)))
    names = names_of(family)
    for name in (feature.name for feature in SYLLABIC):
        expected = [getattr(textstat, name)(text) for text in texts]
        assert values[:, names.index(name)].tolist() == expected, name
    expected = [textstat.difficult_words(text) / textstat.lexicon_count(text) for text in texts]
    assert values[:, names.index("difficult_words")].tolist() == expected
