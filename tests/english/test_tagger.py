"""The tags of NLTK's tagger, many sentences at once."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from nltk.tag.perceptron import PerceptronTagger
from nltk.tokenize.destructive import NLTKWordTokenizer

import lcp
from lcp.english import tagger
from lcp.english.tagger import Perceptron, penn_spans

WEIGHTS = {
    "bias": {"NN": 0.1, "DT": -0.5},
    "i word river": {"NN": 1.0},
    "i-1 tag DT": {"NN": 1.0, "VB": -1.0},
    "i-2 tag -START-": {"VB": 0.5},
    "i tag+i-2 tag DT -START2-": {"JJ": 3.0},
    "i-1 tag+i word NN rose": {"VB": 2.0},
    "i-1 word -START2-": {"DT": 2.0},
    "i+1 word -END-": {"VB": 0.25},
    "i suffix 85": {"VB": 4.0},
    "i word !YEAR": {"CD": 2.0},
    "i word !HYPHEN": {"JJ": 2.0},
    "i word !DIGITS": {"CD": 1.5},
    "i+2 word the": {"CC": 0.75},
}
TAG_OF = {"the": "DT", ".": "."}
CLASSES = ["NN", "VB", "DT", "JJ", "CD", ".", "CC"]
WORDS = ("a", "cannot", "don't", "'tis", "WE'LL", "dogs'", "gonna", "e.g.", "1,000", "x-ray", "É")
PIECES = (*WORDS, "  ", "...", "''", "--", *"    \n.,:?'`()[“”’«–$*%", '"')
SENTENCES = [
    ["the", "river", "rose", "."],
    ["River", "rose"],
    [],
    ["a", "well-fed", "ewe", "1985", "12b", "the", "x", "-", "the", "1985"],
    ["rose"],
]


@pytest.fixture
def taggers():
    nltk = PerceptronTagger.decode_json_obj((WEIGHTS, TAG_OF, CLASSES))
    return Perceptron(WEIGHTS, TAG_OF, CLASSES), nltk


def test_tags_equal_those_of_nltk(taggers):
    own, nltk = taggers
    expected = [[tag for _, tag in nltk.tag(tokens)] for tokens in SENTENCES]
    assert own.tag(SENTENCES) == expected
    assert len({tag for tags in expected for tag in tags}) > 4


def test_no_sentences_have_no_tags(taggers):
    assert taggers[0].tag([]) == []
    assert taggers[0].tag([[]]) == [[]]


def test_a_sentence_does_not_depend_on_the_others(taggers):
    own, _ = taggers
    assert [own.tag([tokens])[0] for tokens in SENTENCES] == own.tag(SENTENCES)


def test_a_sentence_that_nltk_cannot_divide_is_divided_into_words(monkeypatch):
    class Tokenizer:
        def span_tokenize(self, _):
            raise ValueError

    monkeypatch.setattr(tagger, "_tokenizer", Tokenizer)
    sentence = "He (twice) said: ''marks``here."
    words = [sentence[start:end] for start, end in penn_spans(sentence)]
    assert words == ["He", "twice", "said", "marks", "here"]


def test_tokens_equal_those_of_nltk():
    generator = random.Random(0)  # noqa: S311
    texts = [*lcp.load_corpus("sample")["sentence"].unique()]
    texts += ["".join(generator.choices(PIECES, k=generator.randint(1, 20))) for _ in range(3_000)]
    compared = 0
    for text in texts:
        with suppress(ValueError):
            assert penn_spans(text) == list(NLTKWordTokenizer().span_tokenize(text)), text
            compared += 1
    assert compared > 2_500


@pytest.mark.parametrize(
    "text",
    ["." * 50_000, "a " * 20_000, "' " * 20_000, "x" * 50_000, "a. " * 20_000, "a" + " " * 50_000],
)
def test_long_texts_take_linear_time(text):
    assert penn_spans(text)[-1][1] <= len(text)
