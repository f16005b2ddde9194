"""The tokens of NLTK's tokeniser, with plain words and recurring strings looked up."""

from __future__ import annotations

import random

import pytest
from nltk.tokenize.destructive import NLTKWordTokenizer

import lcp
from lcp.english import penn_tokens
from lcp.english.penn_tokens import penn_spans

#: Strings between white space, which NLTK's rules divide.
CHUNKS = (
    *(
        "a",
        "don't",
        "it's",
        "'tis",
        "we'll",
        "“hi”",
        '"no."',
        "cannot",
        "Cannot,",
        "gonna",
        "x-ray",
    ),
    *("--", "...", ".", "!", "?", "''", "``", ",", "(", ")", "[a]", "1,000", "$5", "5%", "10:30"),
    *(
        "end.",
        "U.S.",
        "Mr.",
        "more'n",
        "d'ye",
        "é",
        "man’s",
        ":)",
        ";",
        "#x",
        "@y",
        "etc.)",
        'said,"',
    ),
    *('"Go', "x.y", "well-fed", "well-fed,", "can-not", "river's,", "2nd", "A4", "a/b", "men'"),
)


def sentences():
    yield from lcp.load_corpus("sample")["sentence"].unique()
    yield from ("", " ", " a ", "\n", "“", '"', "' '", "He left. ”", "He left. ) '", "A b . \n ")
    generator = random.Random(0)  # noqa: S311
    for _ in range(3_000):
        chunks = generator.choices(CHUNKS, k=generator.randint(1, 12))
        yield generator.choice([" ", "  ", "\n"]).join(chunks)


def test_spans_equal_those_of_nltk():
    tokenizer = NLTKWordTokenizer()
    compared = 0
    for sentence in sentences():
        try:
            expected = list(tokenizer.span_tokenize(sentence))
        except ValueError:
            continue  # NLTK cannot align its own quotation marks
        assert penn_spans(sentence) == expected, sentence
        compared += 1
    assert compared > 2_500


def test_a_string_that_nltk_cannot_align_is_divided_into_words(monkeypatch):
    class Tokenizer:
        def span_tokenize(self, _):
            raise ValueError

    monkeypatch.setattr(penn_tokens, "_tokenizer", Tokenizer)
    sentence = "He (twice) said: unalignable''marks``here."
    words = [sentence[start:end] for start, end in penn_spans(sentence)]
    assert words == ["He", "twice", "said", "unalignable", "marks", "here"]


@pytest.mark.parametrize("text", ["." * 50_000, "a " * 20_000, "' " * 20_000, "x" * 50_000])
def test_long_texts_take_linear_time(text):
    assert penn_spans(text)[-1][1] <= len(text)
