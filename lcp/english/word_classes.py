"""Classes of words in sentences, from counts that ship with lcp: no tagger is needed."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lcp.columns import factorized
from lcp.english.text import CACHED_WORDS
from lcp.lexicon.expressions import CLASSES, load_expressions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Class of each Penn Treebank tag that is not a class itself, and other than punctuation.
_JOINED = {
    **dict.fromkeys(("NNS", "FW"), "NN"),
    **dict.fromkeys(("VBD", "VBP", "VBZ"), "VB"),
    **dict.fromkeys(("JJR", "JJS"), "JJ"),
    **dict.fromkeys(("RBR", "RBS", "WRB", "UH"), "RB"),
    **dict.fromkeys(("PRP$", "WP$", "PDT", "WDT"), "DT"),
    **dict.fromkeys(("WP", "EX"), "PRP"),
    **dict.fromkeys(("$", "LS"), "CD"),
    "NNPS": "NNP",
    "TO": "IN",
}
#: Share of classes that a word never had in the counted texts.
_UNSEEN = 0.0005
_LONGEST_ENDING = 3


def word_classes(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the classes of the words of sentences: the most probable sequence of each.

    A hidden Markov model of pairs of classes (Church 1988), decoded by Viterbi's (1967) algorithm
    for all sentences at once.

    Parameters
    ----------
    sentences : sequence of sequences of str
        Words and punctuation marks.

    Returns
    -------
    list of lists of str
        One of :data:`lcp.lexicon.expressions.CLASSES` for each word.

    Examples
    --------
    >>> word_classes([["He", "took", "the", "book", "."]])
    [['PRP', 'VB', 'DT', 'NN', 'PUNCT']]
    """
    lengths = np.array([len(words) for words in sentences], dtype=np.intp)
    order = np.argsort(-lengths, kind="stable")
    lengths = lengths[order]
    codes, distinct = factorized(word for row in order for word in sentences[row])
    if not len(codes):
        return [[] for _ in sentences]
    scores = np.stack([_emission(word) for word in distinct])[codes]
    transitions = load_expressions().transitions.astype(np.float64)
    starts = np.cumsum(lengths) - lengths
    best = scores[starts[lengths > 0]] + transitions[-1]
    previous = np.zeros(scores.shape, dtype=np.int8)
    ends = np.zeros((len(best), len(CLASSES)))
    ends[:] = best
    for place in range(1, lengths[0]):
        active = int(np.searchsorted(-lengths, -place, side="left"))
        at = starts[:active] + place
        paths = best[:active, :, None] + transitions[:-1]
        previous[at] = paths.argmax(axis=1)
        best = paths.max(axis=1) + scores[at]
        ends[:active] = best
    classes = np.zeros(len(codes), dtype=np.int8)
    state = ends.argmax(axis=1)
    for place in range(lengths[0] - 1, -1, -1):
        active = int(np.searchsorted(-lengths, -place, side="left"))
        at = starts[:active] + place
        classes[at] = state[:active]
        state[:active] = previous[at, state[:active]]
    names = [CLASSES[number] for number in classes.tolist()]
    result: list[list[str]] = [[] for _ in sentences]
    for row, start, length in zip(order, starts.tolist(), lengths.tolist(), strict=True):
        result[row] = names[start : start + length]
    return result


def class_of(tag: str) -> str:
    """Return the class of a Penn Treebank tag.

    >>> class_of("NNS"), class_of("VBN"), class_of("PRP$"), class_of(",")
    ('NN', 'VBN', 'DT', 'PUNCT')
    """
    name = _JOINED.get(tag, tag)
    return name if name in CLASSES else "PUNCT"


@lru_cache(CACHED_WORDS)
def _emission(word: str) -> Floats:
    """Return the log of the probability of a word in each class, apart from a constant."""
    rows, scores = _listed()
    lowered = word.lower()
    if not lowered[-1:].isalnum() and lowered not in rows:
        lowered = "."
    endings = (f"-{lowered[-size:]}" for size in range(_LONGEST_ENDING, 0, -1))
    row = next((rows[form] for form in (lowered, *endings) if form in rows), rows["-"])
    return np.asarray(scores[row])


@cache
def _listed() -> tuple[dict[str, int], Floats]:
    """Return the row of each word and ending, and the scores of their classes."""
    lexicon = load_expressions()
    shares = np.maximum(lexicon.emissions / 255, _UNSEEN)
    rows = dict(zip(lexicon.words, range(len(lexicon.words)), strict=True))
    return rows, np.log(shares) - np.log(lexicon.about["classes"])
