"""Words of many sentences at once are those of each sentence."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from lcp.english.text import WORD
from lcp.english.token_arrays import SentenceWords, words_of

#: Letters with longer and context-dependent lower case, marks, joiners, and other characters.
CHARACTERS = "abcXYZ İΣσ'’-._09é\u0301\u0308\n\t,漢🇩\u2029ß\ud800"


def expected(sentence):
    """Return words in lower case, and spans, by the pattern."""
    lowered = sentence.lower()
    same = len(lowered) == len(sentence)
    spans = [match.span() for match in WORD.finditer(sentence)]
    return [lowered[a:b] if same else sentence[a:b].lower() for a, b in spans], spans


@pytest.mark.parametrize("length", [0, 1, 3, 12])
def test_words_and_places_are_those_of_the_pattern(length):
    generator = random.Random(length)  # noqa: S311 - not for cryptography
    for _ in range(500):
        sentences = [
            "".join(generator.choices(CHARACTERS, k=generator.randint(0, length)))
            for _ in range(generator.randint(0, 4))
        ]
        words = SentenceWords(sentences)
        lists, spans = zip(*map(expected, sentences), strict=True) if sentences else ((), ())
        assert words.counts.tolist() == [len(own) for own in lists]
        assert [words.distinct[code] for code in words.codes] == list(chain.from_iterable(lists))
        edges = list(chain.from_iterable(spans))
        assert words.first_characters.tolist() == [first for first, _ in edges]
        assert words.last_characters.tolist() == [last for _, last in edges]


def test_words_of_other_scripts_and_combining_marks_are_found():
    words = words_of(("Καλή cafe\u0301s — \u0301x", "漢字 don’t"))
    assert words.distinct == ["καλή", "cafe\u0301s", "x", "漢字", "don’t"]
    assert words.counts.tolist() == [3, 2]
