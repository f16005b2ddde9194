"""Adapted Lesk: overlaps between the extended glosses of a target and of the words around it.

Banerjee & Pedersen (2002) compare the gloss of each sense of a target, and the glosses of its
hypernyms, hyponyms, meronyms and so on, with those of each sense of the words around it. A phrase
of L words that two glosses share adds the square of L to the score of the sense. Here, a phrase
counts once for a pair of relations, however often they repeat it.

The square is a sum over n-grams: a shared phrase of L words has L - n + 1 shared n-grams, so that
1 for each word and 2 for each longer n-gram add up to L². Scores are therefore products of sparse
vectors of n-grams, which are computed once per sense and once per word.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from cachetools import LRUCache, cached

from lcp.english.text import lemma, words
from lcp.lexicon.file import load_lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.intp]
    #: Distinct n-grams by number, and the weight of each.
    Grams = tuple[Numbers, Floats]

#: Number of words of the longest n-gram. Longer shared phrases count a little less than L².
LONGEST = 4

#: Content words before and after the target whose glosses are compared. Banerjee & Pedersen
#: compare one to three; more are better here, see benchmarks/abstractness.md.
WINDOW = 10

#: WordNet's pointers to the senses whose glosses extend that of a sense (Banerjee & Pedersen 2002,
#: table 1): hypernyms, hyponyms or troponyms, meronyms, holonyms, attributes, causes and
#: entailments, similar adjectives, and adjectives' and adverbs' "see also" and pertainyms.
RELATIONS = (
    ("hypernyms", "instance_hypernyms"),
    ("hyponyms", "instance_hyponyms"),
    ("part_meronyms", "member_meronyms", "substance_meronyms"),
    ("part_holonyms", "member_holonyms", "substance_holonyms"),
    ("attributes",),
    ("causes", "entailments"),
    ("similar_tos", "also_sees"),
)

#: Senses and words whose n-grams are cached.
_CACHED_SENSES, _CACHED_WORDS = 65_536, 16_384


def content(text: str) -> set[str]:
    """Return the lemmas of a text, without the most frequent words of the lexicon."""
    return {lemma(word) for word in words(text) if not is_function_word(word)}


def is_function_word(word: str) -> bool:
    """Return whether a word is one of the most frequent words of the lexicon."""
    return word.lower() in _function_words()


def gloss_overlaps(
    reader: Any,
    senses: Sequence[Any],
    before: Sequence[str],
    after: Sequence[str],
    *,
    relative: bool = True,
) -> Floats:
    """Score the senses of a target by Adapted Lesk.

    Parameters
    ----------
    reader : WordNetCorpusReader
        WordNet.
    senses : sequence of NLTK's Synset
        The senses of the target.
    before, after : sequence of str
        The words before and after it. The `WINDOW` content words next to it on each side count.
    relative : bool, default=True
        Whether to divide the score of a sense by the size of its extended gloss. Otherwise senses
        with many hyponyms have the highest scores, as in the published algorithm.

    Returns
    -------
    ndarray of shape (n_senses,)
        Sum of the squared lengths of the phrases that the extended glosses share with those of the
        words around it, divided by the number of n-grams of the former if `relative`; 0 without
        any.
    """
    around = [*nearest_words(before[::-1]), *nearest_words(after)]
    rows = [_sense_grams(reader, sense) for sense in senses]
    context = [grams for word in around if len((grams := _word_grams(reader, word))[0])]
    if not context or not rows:
        return np.zeros(len(rows))
    total = np.zeros(2 * len(_numbers()))
    for numbers, weights in context:
        total[numbers] += weights
    scores = [total[numbers] @ counts for numbers, counts in rows]
    sizes = [counts.sum() + 1 if relative else 1 for _, counts in rows]
    return np.array(scores, dtype=np.float64) / np.array(sizes, dtype=np.float64)


def nearest_words(ordered: Iterable[str]) -> list[str]:
    """Return the first `WINDOW` content words."""
    return list(islice((word for word in ordered if not is_function_word(word)), WINDOW))


def _by_word(reader: Any, word: str) -> tuple[str, str]:
    return str(reader.root), word


def _by_sense(reader: Any, sense: Any) -> tuple[str, str]:
    return str(reader.root), sense.name()


@cached(LRUCache(_CACHED_WORDS), key=_by_word)
def _word_grams(reader: Any, word: str) -> Grams:
    """Return the n-grams of all senses of a word around a target, weighted by their length."""
    grams = [_sense_grams(reader, sense) for sense in reader.synsets(word.lower())]
    if not grams:
        return np.zeros(0, dtype=np.intp), np.zeros(0)
    every = np.concatenate([numbers for numbers, _ in grams])
    distinct, places = np.unique(every, return_inverse=True)
    totals = np.bincount(places, np.concatenate([counts for _, counts in grams])).astype(np.float64)
    return distinct, totals * np.where(distinct % 2, 2.0, 1.0)


@cached(LRUCache(_CACHED_SENSES), key=_by_sense)
def _sense_grams(reader: Any, sense: Any) -> Grams:  # noqa: ARG001 - part of the cache's key
    """Return the n-grams of a sense's extended gloss, and in how many relations each occurs."""
    glosses = [[sense]] + [
        [other for name in names for other in getattr(sense, name)()] for names in RELATIONS
    ]
    numbers = np.array([gram for gloss in glosses for gram in _gloss_grams(gloss)], dtype=np.intp)
    distinct, counts = np.unique(numbers, return_counts=True)
    return distinct.astype(np.intp), counts.astype(np.float64)


def _gloss_grams(senses: Iterable[Any]) -> set[int]:
    """Return the numbers of the n-grams of the senses' definitions, without function words alone.

    Words have even numbers, longer n-grams odd ones.
    """
    numbers, grams = _numbers(), set()
    for sense in senses:
        forms = [word.lower() for word in words(sense.definition())]
        text = [lemma(form) for form in forms]
        for start, _ in enumerate(text):
            for stop in range(start + 1, min(start + LONGEST, len(text)) + 1):
                if not all(map(is_function_word, forms[start:stop])):
                    gram = tuple(text[start:stop])
                    odd = len(gram) > 1
                    grams.add(numbers.setdefault(gram, 2 * len(numbers) + odd))
    return grams


@cache
def _numbers() -> dict[tuple[str, ...], int]:
    return {}


@cache
def _function_words() -> frozenset[str]:
    lexicon = load_lexicon()
    return frozenset(lexicon.words[number] for number in lexicon.function_words)
