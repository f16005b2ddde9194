"""Words of a sentence, words of an expression, their dictionary forms and stems."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

#: A word: letters or digits of any script with their combining marks, joined by inner
#: hyphens, apostrophes or full stops ("gene-by-gene", "don't", "U.S").
WORD = re.compile(r"\w[\w\u0300-\u036f]*(?:[-'’.]\w[\w\u0300-\u036f]*)*")

#: Words (or sentences) whose results each cache of this package remembers at most, so that
#: memory does not grow with the text. Running text meets nine in ten words again within these.
REMEMBERED = 16_384


@lru_cache(maxsize=REMEMBERED)
def words(sentence: str) -> tuple[str, ...]:
    """Words of a sentence as they are written, without punctuation.

    >>> words('He said: "Go, you well-fed men!"')
    ('He', 'said', 'Go', 'you', 'well-fed', 'men')
    """
    return tuple(WORD.findall(sentence))


def word_spans(sentence: str) -> list[tuple[int, int]]:
    """Character spans ``[start, end)`` of :func:`words`, in order."""
    return [match.span() for match in WORD.finditer(sentence)]


def expression_words(token: str) -> list[str]:
    """Words of a target: one for a single word, two or more for an expression.

    >>> expression_words("gene expression")
    ['gene', 'expression']
    """
    return token.split()


@lru_cache(maxsize=REMEMBERED)
def lemma(word: str) -> str:
    """Lower-cased dictionary form (simplemma's English rules and dictionary).

    >>> lemma("Mountains"), lemma("mice")
    ('mountain', 'mouse')
    """
    return str(_lemmatizer().lemmatize(word.lower(), "en")).lower()


@lru_cache(maxsize=REMEMBERED)
def stem(word: str) -> str:
    """Lower-cased stem (NLTK's Snowball stemmer for English; Porter, 1980).

    >>> stem("Mountains"), stem("national")
    ('mountain', 'nation')
    """
    return str(_snowball().stem(word))


@lru_cache(maxsize=REMEMBERED)
def hyphenated_pieces(word: str) -> int:
    """How many pieces Pyphen's US English patterns divide a word into.

    >>> hyphenated_pieces("mountain")
    2
    """
    patterns = _pyphen()
    pieces = len(patterns.positions(word)) + 1
    # Pyphen itself would remember every word for ever.
    patterns.hd.cache.clear()
    return pieces


@cache
def _lemmatizer() -> Any:
    from simplemma import Lemmatizer

    # What it found is remembered here, and not by simplemma as well.
    return Lemmatizer(cache_max_size=0)


@cache
def _pyphen() -> Any:
    from pyphen import Pyphen

    return Pyphen(lang="en_US")


@cache
def _snowball() -> Any:
    from nltk.stem.snowball import SnowballStemmer

    return SnowballStemmer("english")
