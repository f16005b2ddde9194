"""How strongly the words of an expression belong together in the lexicon's texts."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.extractors.base import Feature
from lcp.extractors.lexicon import LexiconFamily
from lcp.lexicon.association import MEASURES, measures
from lcp.text import expression_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.lexicon.file import Lexicon

_SOURCE = "Church & Hanks (1990); Evert (2005); counts: lcp, the lexicon's texts"


class Association(LexiconFamily):
    """Association of neighbouring words of an expression; NaN for a single word.

    An expression of three or more words gets the mean over its neighbouring pairs. A pair
    with one of the most frequent words, or with a word that the lexicon does not hold, was
    not counted and is NaN; a pair that was counted too rarely to be kept has a count of 0.

    Parameters
    ----------
    file : str, default=""
        A lexicon that `lcp lexicon build` made; the one that ships unless given.

    Examples
    --------
    >>> table = pd.DataFrame({"token": ["natural selection", "mountain"]})
    >>> Association().extract(table)["pmi"].notna().tolist()
    [True, False]
    """

    name = "association"
    level = "context"

    def __init__(self, *, file: str = "") -> None:
        self.file = file

    def features(self) -> Sequence[Feature]:
        """Describe the measures and the words' cosine."""
        told = "nearness of the two words' vectors"
        return [
            *(Feature(name, text, unit, _SOURCE) for name, text, unit in MEASURES),
            Feature("cosine", told, "cosine, -1 to 1", "lcp, the lexicon's vectors"),
        ]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Measure the pairs of neighbouring words of each distinct target.

        Parameters
        ----------
        frame : DataFrame of shape (n_instances, ...)
            Column ``token``.

        Returns
        -------
        DataFrame of shape (n_instances, 9)

        Raises
        ------
        ResourceError
            When the lexicon is missing, damaged, or not that of the training.
        """
        lexicon = self.load()
        codes, tokens = pd.factorize(frame["token"])
        columns = [feature.name for feature in self.features()]
        values = np.full((len(tokens), len(columns)), np.nan)
        for number, token in enumerate(tokens):
            words = expression_words(str(token))
            if len(words) > 1:
                values[number] = _mean_over_pairs(lexicon, lexicon.rows(words).tolist())
        return pd.DataFrame(values[codes], index=frame.index, columns=columns)


def _mean_over_pairs(lexicon: Lexicon, rows: list[int]) -> NDArray[np.float64]:
    """Measures of each pair of neighbours, averaged over those that have a value."""
    pairs = list(pairwise(rows))
    known = np.array([first >= 0 and second >= 0 for first, second in pairs])
    never = {-1, *lexicon.function_words.tolist()}
    counts = [
        np.nan if never & {first, second} else lexicon.pair_count(first, second)
        for first, second in pairs
    ]
    firsts, seconds = (np.array(side) for side in zip(*pairs, strict=True))
    found = measures(
        counts, lexicon.counts[firsts], lexicon.counts[seconds], lexicon.about["tokens"]
    )
    left, right = lexicon.vector_values(firsts), lexicon.vector_values(seconds)
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    cosine = np.einsum("ij,ij->i", left, right) / lengths
    values = np.column_stack([found, np.where(known, cosine, np.nan)])
    present = ~np.isnan(values)
    total = np.where(present, values, 0.0).sum(axis=0)
    return np.where(present.any(axis=0), total / np.maximum(present.sum(axis=0), 1), np.nan)
