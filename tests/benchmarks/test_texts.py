"""Texts of the benchmarks have the properties that the pages report."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from texts import (
    corpus_paragraphs,
    corpus_size,
    cut,
    invented_word_paragraphs,
    new_word_paragraphs,
    random_paragraphs,
)
from wordfreq import zipf_frequency

import lcp


def words(paragraphs: list[str]) -> list[str]:
    return "".join(paragraphs).split()


@pytest.fixture
def generator():
    return np.random.default_rng(0)


def test_a_text_is_cut_to_the_number_of_words(generator):
    for size in (1, 37, 1_000):
        assert len(words(cut(random_paragraphs(generator), size))) == size


def test_the_corpus_comes_first_with_every_sentence_once(generator):
    text = "".join(cut(corpus_paragraphs("sample", generator), corpus_size("sample")))
    sentences = set(lcp.load_corpus("sample")["sentence"])
    assert all(text.count(sentence) == 1 for sentence in sentences)


def test_sentences_beyond_the_corpus_are_new_and_their_words_are_not(generator):
    paragraphs = cut(corpus_paragraphs("sample", generator), 2 * corpus_size("sample"))
    first, second = paragraphs[: len(paragraphs) // 2], paragraphs[len(paragraphs) // 2 + 1 :]
    assert set(words(second)) <= set(words(first)) | set(words(second[:1]))
    sentences = lcp.load_corpus("sample")["sentence"].unique()
    assert sum(sentence in "".join(second) for sentence in sentences) < len(sentences) / 20


def test_no_new_word_occurs_twice(generator):
    text = [word.strip(".").lower() for word in words(cut(new_word_paragraphs(generator), 5_000))]
    assert len(set(text)) == len(text)


def test_no_invented_word_is_listed_or_occurs_twice(generator):
    paragraphs = cut(invented_word_paragraphs(generator), 25_000)
    text = [word.strip(".").lower() for word in words(paragraphs)]
    assert len(set(text)) == len(text) == 25_000
    assert not any(zipf_frequency(word, "en") for word in text[::50])


def test_the_same_seed_gives_the_same_text():
    texts = [
        "".join(islice(source(np.random.default_rng(seed)), 10))
        for source in (random_paragraphs, new_word_paragraphs, invented_word_paragraphs)
        for seed in (0, 0, 1)
    ]
    assert texts[0] == texts[1] != texts[2]
    assert texts[3] == texts[4] != texts[5]
    assert texts[6] == texts[7] != texts[8]
