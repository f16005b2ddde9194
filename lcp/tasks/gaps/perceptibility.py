"""Imperceptibility of words: whether people can perceive what they refer to.

Zheng et al. (2021) trained a network on the concreteness ratings of the MRC Psycholinguistic
Database (Coltheart 1981). ``tools/perceptibility.py`` writes the predictions of a
model that needs no other vectors than the lexicon's.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.english.predicted_norms import norms_of
from lcp.lexicon.arrays import stored_arrays
from lcp.lexicon.words import STEPS, load_lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lcp.arrays import Floats, Singles


SHIPPED = Path(__file__).with_suffix(".npz")


class _Scores(NamedTuple):
    """Predictions.

    `words` contains the scores of the lexicon's words, in steps; `weights` predicts other
    words from the lexicon's norms, the intercept last.
    """

    words: NDArray[np.uint8]
    weights: Singles


def perceptibility(words: Iterable[str]) -> Floats:
    """Return predicted concreteness, from 0 (abstract) to 1 (concrete), ignoring case.

    Words below 0.35 are abstract in SemEval-2021 Task 4 (Zheng et al. 2021). The score of a word
    with a rating in the MRC database was predicted without it. Words outside the lexicon are
    scored by their letters, through the norms that the lexicon predicts from them.

    Returns
    -------
    float array of shape (n_words,)

    Raises
    ------
    ResourceError
        If the file of the scores is damaged.

    Examples
    --------
    >>> perceptibility(["hammer", "objective"]).round(1).tolist()
    [0.8, 0.2]
    """
    listed = list(words)
    lexicon, scores = load_lexicon(), _shipped()
    rows = lexicon.rows(listed)
    values = scores.words[rows] / STEPS
    others = np.flatnonzero(rows < 0)
    if len(others):
        norms = norms_of(lexicon, [listed[number] for number in others])
        values[others] = np.clip(norms @ scores.weights[:-1] + scores.weights[-1], 0, 1)
    return np.asarray(values, dtype=np.float64)


@cache
def _shipped() -> _Scores:
    lexicon = load_lexicon()
    with stored_arrays(SHIPPED, "file of the scores of perceptibility") as stored:
        scores = _Scores(stored["words"], stored["weights"])
        size, norms = len(lexicon.words), len(lexicon.about["norms"])
        if (scores.words.shape, scores.weights.shape) != ((size,), (norms + 1,)):
            raise ValueError("it belongs to another lexicon")
    return scores
