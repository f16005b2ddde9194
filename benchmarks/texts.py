"""Texts that ``speed.py`` annotates. None of them is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from wordfreq import get_frequency_dict

import lcp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: About 500 words of a corpus.
SENTENCES_IN_A_PARAGRAPH = 20
WORDS_IN_A_SENTENCE = 18
#: Letters of the shortest words whose halves make invented words.
HALVED = 4


def corpus_paragraphs(corpus: str, generator: np.random.Generator) -> Iterator[str]:
    """Yield paragraphs of the distinct sentences of a corpus in random order, without end.

    After that, sentences consist of the first half of one sentence and the second half of another:
    whole sentences do not repeat, and no vocabulary is added.
    """
    sentences = lcp.load_corpus(corpus)["sentence"].drop_duplicates().to_numpy(dtype=object)
    words = [sentence.split() for sentence in sentences]
    heads = np.array([" ".join(own[: len(own) // 2]) for own in words], dtype=object)
    tails = np.array([" ".join(own[len(own) // 2 :]) for own in words], dtype=object)
    texts = generator.permutation(sentences)
    while True:
        for begin in range(0, len(texts), SENTENCES_IN_A_PARAGRAPH):
            yield " ".join(texts[begin : begin + SENTENCES_IN_A_PARAGRAPH]) + "\n\n"
        texts = generator.permutation(heads) + " " + generator.permutation(tails)


def new_words(size: int, generator: np.random.Generator) -> str:
    """Return a text of words of wordfreq's list in random order; no word occurs twice."""
    return _text(generator.permutation(_listed())[:size])


def invented_words(size: int, generator: np.random.Generator) -> str:
    """Return a text of words that join halves of listed words; none is listed or occurs twice."""
    listed = _listed()
    words = np.array([word for word in listed if len(word) >= HALVED], dtype=object)
    first, second = generator.choice(words, (2, 2 * size))
    joined = (a[: len(a) // 2] + b[len(b) // 2 :] for a, b in zip(first, second, strict=True))
    known = set(listed)
    return _text([word for word in dict.fromkeys(joined) if word not in known][:size])


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


def _listed() -> list[str]:
    return [w for w in get_frequency_dict("en", "large") if w.isascii() and w.isalpha()]


def _text(words: Iterable[str]) -> str:
    words = list(words)
    parts = (words[i : i + WORDS_IN_A_SENTENCE] for i in range(0, len(words), WORDS_IN_A_SENTENCE))
    return "\n\n".join(f"{' '.join(part).capitalize()}." for part in parts)
