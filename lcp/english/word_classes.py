"""Classes of words in sentences, from counts that ship with lcp: no tagger is needed."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.text import WordCache
from lcp.lexicon.expressions import CLASSES, load_expressions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

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
    """Return the probable classes of the words of sentences.

    A hidden Markov model of pairs of classes (Church 1988), decoded from left to right with a look
    at the next word, for all sentences at once.

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
    words = [word for row in order for word in sentences[row]]
    rows = np.array([*map(_rows().__getitem__, words)], dtype=np.intp)
    if not len(rows):
        return [[] for _ in sentences]
    _, scores, before = _listed()
    transitions = load_expressions().transitions
    starts = np.cumsum(lengths) - lengths
    totals = scores[rows]
    followed = np.ones(len(rows), dtype=bool)
    followed[(starts + lengths)[lengths > 0] - 1] = False
    totals[followed] += before[rows[1:][followed[:-1]]]
    classes = np.zeros(len(rows), dtype=np.intp)
    previous = np.full(len(sentences), len(CLASSES))
    for place in range(lengths[0]):
        # The sentences are in descending order of length.
        active = int(np.searchsorted(-lengths, -place, side="left"))
        at = starts[:active] + place
        previous = (totals[at] + transitions[previous[:active]]).argmax(axis=1)
        classes[at] = previous
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


def class_shares(word: str) -> dict[str, float]:
    """Return the share of each class in the counted occurrences of a word, empty without any.

    >>> class_shares("keeping")
    {'VBG': 1.0}
    """
    row = _listed()[0].get(word)
    if row is None:
        return {}
    steps = load_expressions().emissions[row]
    shares = zip(CLASSES, (steps / steps.sum()).tolist(), strict=True)
    return {name: share for name, share in shares if share}


@cache
def _rows() -> WordCache[int]:
    """Return the row of each word's scores, or of its ending's scores."""
    rows, *_ = _listed()

    def row(word: str) -> int:
        lowered = word.lower()
        if not lowered[-1:].isalnum() and lowered not in rows:
            lowered = "."
        endings = (f"-{lowered[-size:]}" for size in range(_LONGEST_ENDING, 0, -1))
        return next((rows[form] for form in chain([lowered], endings) if form in rows), rows["-"])

    return WordCache(row)


@cache
def _listed() -> tuple[dict[str, int], Floats, Floats]:
    """Return the row of each word and ending, the scores of its classes, and of those before it.

    A score is a log probability, apart from a constant.
    """
    lexicon = load_expressions()
    shares = np.maximum(lexicon.emissions / 255, _UNSEEN)
    rows = dict(zip(lexicon.words, range(len(lexicon.words)), strict=True))
    scores = (np.log(shares) - np.log(lexicon.about["classes"])).astype(np.float32)
    after = lexicon.transitions[:-1]
    before = np.stack([(following + scores).max(axis=1) for following in after], axis=1)
    return rows, scores, before
