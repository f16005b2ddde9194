"""Readability formulas as in textstat, for many texts at once.

Every count is a sum over the strings between white space, so each distinct string is examined once.
textstat examines them again for each formula, and takes a second to import because it imports NLTK:
it is asked only for the syllables of a word, and whether the word is difficult.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.english.text import CACHED_WORDS
from lcp.english.token_arrays import Tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    #: A number, or an array with the number of each text.
    Number = Any

#: An apostrophe that is not part of a contraction.
_QUOTE = re.compile(r"'(?![tsd]|ve|ll|re)")
_PUNCTUATION = re.compile(r"[^\w\s]")
_PUNCTUATION_WITHOUT_APOSTROPHES = re.compile(r"[^\w\s']")
_SENTENCE = re.compile(r"\b[^.!?]+[.!?]*")
_STOP, _WORD_CHARACTER = re.compile(r"[.!?]"), re.compile(r"\w")
#: Maximum number of words of a fragment that does not count as a sentence.
_FRAGMENT = 2
#: Length from which a word is long, and up to which it is short.
_LONG, _SHORT = 7, 3
#: Number of syllables from which a word has many.
_MANY = 3


class Counts(NamedTuple):
    """Counts of a text with at least one word, or arrays with the counts of several.

    Attributes
    ----------
    characters : int
        Characters that are not white space.
    letters : int
        Characters that are neither white space nor punctuation.
    tokens : int
        Strings between white space.
    words : int
        Tokens that do not consist of punctuation.
    sentences : int
        Sentences of more than two words, at least one.
    long, short : int
        Words of seven or more, and of at most three characters.
    """

    characters: Number
    letters: Number
    tokens: Number
    words: Number
    sentences: Number
    long: Number
    short: Number


class Syllables(NamedTuple):
    """Counts of the syllables of a text, or arrays with the counts of several.

    A difficult word is not on Dale and Chall's list of words that fourth-graders know.

    Attributes
    ----------
    per_word : float
        Syllables per word.
    few, many : int
        Words of one or two syllables, and of three or more.
    difficult : int
        Difficult words.
    difficult_two, difficult_many : int
        Difficult words of two or more, and of three or more syllables.
    distinct : int
        Distinct difficult words of two or more syllables.
    """

    per_word: Number
    few: Number
    many: Number
    difficult: Number
    difficult_two: Number
    difficult_many: Number
    distinct: Number


def count_texts(texts: Sequence[str]) -> Counts:
    """Count characters, words and sentences of each text; arrays of shape (n_texts,).

    >>> [int(count[0]) for count in count_texts(["The cat sat on the mat."])]
    [18, 17, 6, 6, 1, 0, 6]
    """
    tokens = Tokens([text.split() for text in texts])
    values = tokens.each(_count_token).reshape(-1, 5)
    characters, letters, words, long, short = (tokens.total(column) for column in values.T)
    sentences = np.array([_count_sentences(text) for text in texts], dtype=np.float64)
    return Counts(characters, letters, tokens.counts, words, sentences, long, short)


def count_syllables(texts: Sequence[str]) -> Syllables:
    """Count the syllables and the difficult words of each text; arrays of shape (n_texts,).

    Every text has a word, and NLTK finds the CMU Pronouncing Dictionary.
    """
    from textstat.textstat import textstatistics

    textstat = textstatistics()

    def count(word: str) -> tuple[int, ...]:
        syllables, difficult = textstat.syllable_count(word), textstat.difficult_words(word, 0)
        several = [difficult * (syllables >= least) for least in (2, _MANY)]
        return syllables, 0 < syllables < _MANY, syllables >= _MANY, difficult, *several

    words = Tokens([_without_punctuation(text).split() for text in texts])
    columns = words.each(count).T
    syllables, *totals = (words.total(column) for column in columns)
    pairs = np.column_stack([words.owners, words.codes])[columns[4] > 0]
    distinct = np.bincount(np.unique(pairs, axis=0)[:, 0], minlength=len(texts))
    return Syllables._make([syllables / words.counts, *totals, distinct])


@lru_cache(CACHED_WORDS)
def _count_token(token: str) -> tuple[int, int, bool, bool, bool]:
    """Return characters and letters, and whether a token is a word, a long and a short one."""
    letters = len(_PUNCTUATION.sub("", token))
    is_word = bool(_without_punctuation(token))
    return len(token), letters, is_word, letters >= _LONG, 0 < letters <= _SHORT


def _without_punctuation(text: str) -> str:
    return _PUNCTUATION_WITHOUT_APOSTROPHES.sub("", _QUOTE.sub("", text))


def _count_sentences(text: str) -> int:
    stop = _STOP.search(text)
    if stop is None or not _WORD_CHARACTER.search(text, stop.end()):
        return 1
    fragments = _SENTENCE.findall(text)
    long = sum(len(_without_punctuation(fragment).split()) > _FRAGMENT for fragment in fragments)
    return max(1, long)


def coleman_liau_index(counts: Counts) -> Number:
    """Return the US school grade 5.8 letters/words - 29.6 sentences/words - 15.8 (1975)."""
    letters = counts.letters / counts.words * 100
    return 0.058 * letters - 0.296 * (counts.sentences / counts.words * 100) - 15.8


def automated_readability_index(counts: Counts) -> Number:
    """Return the grade 4.71 characters/words + 0.5 words/sentences - 21.43 (1967)."""
    length = counts.words / counts.sentences
    return 4.71 * (counts.characters / counts.tokens) + 0.5 * length - 21.43


def lix(counts: Counts) -> Number:
    """Return words per sentence plus the percentage of long words (Björnsson 1968)."""
    return counts.words / counts.sentences + 100 * counts.long / counts.words


def rix(counts: Counts) -> Number:
    """Return long words per sentence (Anderson 1983)."""
    return counts.long / counts.sentences


def mcalpine_eflaw(counts: Counts) -> Number:
    """Return words and short words per sentence (McAlpine 2006)."""
    return (counts.words + counts.short) / counts.sentences


def flesch_reading_ease(counts: Counts, syllables: Number) -> Number:
    """Return 206.835 - 1.015 words/sentences - 84.6 `syllables` per word (Flesch 1948)."""
    length = counts.words / counts.sentences
    return np.where(syllables > 0, 206.835 - 1.015 * length - 84.6 * syllables, 0.0)


def flesch_kincaid_grade(counts: Counts, syllables: Number) -> Number:
    """Return the grade 0.39 words/sentences + 11.8 `syllables` per word - 15.59 (Kincaid 1975)."""
    length = counts.words / counts.sentences
    return np.where(syllables > 0, 0.39 * length + 11.8 * syllables - 15.59, 0.0)


def smog_index(counts: Counts, syllables: Syllables) -> Number:
    """Return the grade 1.043 (30 words of many syllables/sentences)^0.5 + 3.1291 (1969)."""
    return 1.043 * (30 * (syllables.many / counts.sentences)) ** 0.5 + 3.1291


def dale_chall_readability_score(counts: Counts, syllables: Syllables) -> Number:
    """Return 0.1579 times the percentage of difficult words + 0.0496 words/sentences (1948)."""
    difficult = 100 * syllables.difficult / counts.words
    score = 0.1579 * difficult + 0.0496 * (counts.words / counts.sentences)
    return np.where(difficult > 5, score + 3.6365, score)  # noqa: PLR2004 - part of the formula


def linsear_write_formula(counts: Counts, syllables: Syllables) -> Number:
    """Return the grade of O'Hayre (1966): a word of many syllables counts as three."""
    number = (syllables.few + 3 * syllables.many) / counts.sentences
    return np.where(number <= 20, number - 2, number) / 2  # noqa: PLR2004 - part of the formula


def gunning_fog(counts: Counts, syllables: Syllables) -> Number:
    """Return the grade 0.4 (words/sentences + the percentage of difficult words) (1952)."""
    difficult = 100 * syllables.difficult_many / counts.words
    return 0.4 * (counts.words / counts.sentences + difficult)


def spache_readability(counts: Counts, syllables: Syllables) -> Number:
    """Return 0.141 words/sentences + 0.086 times the percentage of difficult words + 0.839."""
    difficult = 100 * syllables.difficult_two / counts.words
    return 0.141 * (counts.words / counts.sentences) + 0.086 * difficult + 0.839
