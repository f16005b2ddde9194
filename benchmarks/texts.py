"""Texts that benchmarks annotate. None of them is stored.

A sentence of the two random kinds has 5 to 30 words, begins with a capital and ends with a full
stop. Their words are those of wordfreq's large English list that consist of ASCII letters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from wordfreq import get_frequency_dict

import lcp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Number of words drawn at once, and of those among them that consist of random letters.
DRAWN = 20_000
MADE_UP = DRAWN // 20
#: Letters of the shortest words whose halves make invented words.
HALVED = 4
SENTENCES_TO_A_PARAGRAPH = 5
#: The same for sentences of a corpus: about 500 words.
CORPUS_SENTENCES_TO_A_PARAGRAPH = 20


def corpus_paragraphs(corpus: str, generator: np.random.Generator) -> Iterator[str]:
    """Yield paragraphs of the sentences of a corpus, without end.

    First every distinct sentence once, in random order. After that, sentences that consist of the
    first half of one sentence and the second half of another, so that whole sentences do not
    repeat. They add no vocabulary.
    """
    sentences = lcp.load_corpus(corpus)["sentence"].drop_duplicates().to_numpy(dtype=object)
    heads, tails = np.array([_halves(sentence) for sentence in sentences], dtype=object).T
    texts = generator.permutation(sentences)
    while True:
        for begin in range(0, len(texts), CORPUS_SENTENCES_TO_A_PARAGRAPH):
            yield " ".join(texts[begin : begin + CORPUS_SENTENCES_TO_A_PARAGRAPH]) + "\n\n"
        texts = generator.permutation(heads) + " " + generator.permutation(tails)


def corpus_size(corpus: str) -> int:
    """Return the number of words in the distinct sentences of a corpus."""
    return sum(len(text.split()) for text in set(lcp.load_corpus(corpus)["sentence"]))


def new_word_paragraphs(generator: np.random.Generator) -> Iterator[str]:
    """Yield paragraphs in which no word occurs twice, until all words of the list have occurred.

    The order of the words is random and independent of their frequency: most are rare.
    """
    words = generator.permutation(np.array(list(_listed()), dtype=object))
    yield from _paragraphs(_sentences(words, generator))


def invented_word_paragraphs(generator: np.random.Generator) -> Iterator[str]:
    """Yield paragraphs in which no word occurs twice and none is in wordfreq's list, without end.

    Words consist of the first half of one word of the list and the second half of another.
    """
    listed = _listed()
    words = np.array([word for word in listed if len(word) >= HALVED], dtype=object)
    used = set(listed)
    while True:
        first, second = generator.choice(words, (2, DRAWN))
        invented = (a[: len(a) // 2] + b[len(b) // 2 :] for a, b in zip(first, second, strict=True))
        new = [word for word in dict.fromkeys(invented) if word not in used]
        used.update(new)
        yield from _paragraphs(_sentences(np.array(new, dtype=object), generator))


def random_paragraphs(generator: np.random.Generator) -> Iterator[str]:
    """Yield paragraphs of words drawn by frequency, without end.

    One word in twenty consists of random letters, so that new words keep occurring.
    """
    frequencies = _listed()
    words = np.array(list(frequencies), dtype=object)
    shares = np.cumsum(list(frequencies.values()))
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    while True:
        drawn = words[np.searchsorted(shares, generator.random(DRAWN) * shares[-1])]
        for place in generator.choice(DRAWN, MADE_UP, replace=False):
            drawn[place] = "".join(generator.choice(letters, generator.integers(4, 13)))
        yield from _paragraphs(_sentences(drawn, generator))


def cut(paragraphs: Iterable[str], words: int) -> list[str]:
    """Return the first paragraphs, which have the given number of words; the last is shortened."""
    taken: list[str] = []
    for paragraph in paragraphs:
        tokens = paragraph.split()
        if len(tokens) >= words:
            return [*taken, " ".join(tokens[:words])]
        words -= len(tokens)
        taken.append(paragraph)
    return taken


def _listed() -> dict[str, float]:
    listed = get_frequency_dict("en", "large")
    return {word: listed[word] for word in listed if word.isascii() and word.isalpha()}


def _halves(sentence: str) -> tuple[str, str]:
    words = sentence.split()
    return " ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])


def _sentences(words: np.ndarray, generator: np.random.Generator) -> list[str]:
    ends = np.cumsum(generator.integers(5, 31, len(words) // 5))
    parts = np.split(words, ends[ends < len(words)])
    return [f"{' '.join(part).capitalize()}." for part in parts]


def _paragraphs(sentences: list[str]) -> Iterator[str]:
    for begin in range(0, len(sentences), SENTENCES_TO_A_PARAGRAPH):
        yield " ".join(sentences[begin : begin + SENTENCES_TO_A_PARAGRAPH]) + "\n\n"
