"""Readability formulas as in textstat, for many texts at once.

Every count is a sum over the strings between white space, so each distinct string is examined once.
textstat imports NLTK and takes a second to import, so the formulas that count no syllables are
computed without it.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.english.text import CACHED_WORDS
from lcp.english.tokens import Tokens

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
#: Number of words from which the Linsear Write formula ignores further words.
LINSEAR_WORDS = 100


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
    """Counts of syllables, and of difficult words: those that are not on Dale and Chall's list.

    Attributes
    ----------
    syllables : int
        Syllables of all words.
    few, several : int
        Words of one or two syllables, and of three or more.
    difficult, difficult_two, difficult_three : int
        Difficult words of any number of syllables, of two or more, and of three or more.
    distinct_difficult : int
        Distinct difficult words of two or more syllables.
    """

    syllables: Number
    few: Number
    several: Number
    difficult: Number
    difficult_two: Number
    difficult_three: Number
    distinct_difficult: Number


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
    """Count syllables and difficult words of each text with textstat; shape (n_texts,)."""
    words = Tokens([_without_punctuation(text).split() for text in texts])
    values = words.each(_describe_word).reshape(-1, 6)
    *_, difficult_two, _ = values.T
    sums = (words.total(column) for column in values.T)
    return Syllables(*[*sums, words.total_once(difficult_two)])


@lru_cache(CACHED_WORDS)
def _count_token(token: str) -> tuple[int, int, bool, bool, bool]:
    """Return characters and letters, and whether a token is a word, a long and a short one."""
    letters = len(_PUNCTUATION.sub("", token))
    is_word = bool(_without_punctuation(token))
    return len(token), letters, is_word, letters >= _LONG, 0 < letters <= _SHORT


@lru_cache(CACHED_WORDS)
def _describe_word(word: str) -> tuple[int, ...]:
    """Return the counts of :class:`Syllables` for a word, without the last."""
    syllables = textstat().syllable_count(word)
    several = syllables >= 3  # noqa: PLR2004 - as in the formulas' definitions
    difficult = (textstat().is_difficult_word(word, threshold) for threshold in (0, 2, 3))
    return (syllables, syllables > 0 and not several, several, *difficult)


def _without_punctuation(text: str) -> str:
    return _PUNCTUATION_WITHOUT_APOSTROPHES.sub("", _QUOTE.sub("", text))


def _count_sentences(text: str) -> int:
    stop = _STOP.search(text)
    if stop is None or not _WORD_CHARACTER.search(text, stop.end()):
        return 1
    fragments = _SENTENCE.findall(text)
    long = sum(len(_without_punctuation(fragment).split()) > _FRAGMENT for fragment in fragments)
    return max(1, long)


@cache
def textstat() -> Any:
    """Return a new instance of textstat: other code may change the settings of the shared one."""
    from textstat.textstat import textstatistics

    return textstatistics()


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


def smog_index(counts: Counts, several: Number) -> Number:
    """Return the grade from the words of `several` syllables per sentence (McLaughlin 1969)."""
    return 1.043 * (30 * (several / counts.sentences)) ** 0.5 + 3.1291


def dale_chall_readability_score(counts: Counts, difficult: Number) -> Number:
    """Return the score from the share of `difficult` words and words per sentence (1948)."""
    percent = 100 * difficult / counts.words
    score = 0.1579 * percent + 0.0496 * (counts.words / counts.sentences)
    return score + np.where(percent > 5, 3.6365, 0.0)  # noqa: PLR2004 - as in the definition


def gunning_fog(counts: Counts, difficult: Number) -> Number:
    """Return 0.4 (words/sentences + percentage of `difficult` words) (Gunning 1952)."""
    return 0.4 * (counts.words / counts.sentences + 100 * difficult / counts.words)


def spache_readability(counts: Counts, difficult: Number) -> Number:
    """Return the grade from words per sentence and `difficult` words (Spache 1953)."""
    percent = 100 * difficult / counts.words
    return 0.141 * (counts.words / counts.sentences) + 0.086 * percent + 0.839


def linsear_write_formula(counts: Counts, few: Number, several: Number) -> Number:
    """Return the grade from the words of `few` and of `several` syllables (O'Hayre 1966).

    For texts of up to `LINSEAR_WORDS` words; textstat ignores further words.
    """
    number = (few + 3 * several) / counts.sentences
    return np.where(number <= 20, number - 2, number) / 2  # noqa: PLR2004 - as in the definition
