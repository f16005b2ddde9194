"""How near a target is to its sentence, in the lexicon's vectors and norms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.extractors.base import Feature
from lcp.extractors.lexicon import LexiconFamily, norm_features
from lcp.lexicon.file import Lexicon, load_lexicon
from lcp.text import expression_words, word_spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Rows = NDArray[np.intp]

_COSINE = "cosine, -1 to 1"


class LexiconContext(LexiconFamily):
    """Similarity of the target to the other content words, from the lexicon that ships.

    An expression's vector and norms are the means of its words'. Content words are those that
    the lexicon holds, without its most frequent ones and without the target's own.

    Parameters
    ----------
    file : str, default=""
        A lexicon that `lcp lexicon build` made; the one that ships unless given.
    templates : bool, default=False
        Whether to give, for each predicted norm V, the product of V of the target and the mean
        V of the content words, and their distance (the contextual templates of team Andi,
        SemEval-2021 Task 1).

    Examples
    --------
    >>> table = pd.DataFrame({"sentence": ["The ship sailed across the sea."], "token": ["sea"],
    ...                       "start": [27], "end": [30]})
    >>> bool(LexiconContext().extract(table)["similarity"].iloc[0] > 0)
    True
    """

    name = "lexicon_context"
    level = "context"

    def __init__(self, *, file: str = "", templates: bool = False) -> None:
        self.file = file
        self.templates = templates

    def features(self) -> Sequence[Feature]:
        """Describe the similarities, and the templates where they are asked for."""
        listed = [
            Feature("similarity", "nearness to the mean of the content words", _COSINE, "lcp"),
            Feature("similarity_max", "nearness to the nearest content word", _COSINE, "lcp"),
        ]
        if self.templates:
            for norm in norm_features(load_lexicon(self.file)):
                told = norm.description
                source = f"template of Andi (2021); {norm.source}"
                listed += [
                    Feature(f"{norm.name}_product", f"{told}: times the sentence's", "", source),
                    Feature(f"{norm.name}_distance", f"{told}: from the sentence's", "", source),
                ]
        return listed

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Compare the targets with their sentences; each distinct sentence is read once.

        Parameters
        ----------
        frame : DataFrame of shape (n_instances, ...)
            Columns ``sentence``, ``token``, ``start`` and ``end``.

        Returns
        -------
        DataFrame of shape (n_instances, n_features)
            NaN where no word of the target, or no other content word, has a vector.

        Raises
        ------
        ResourceError
            When the lexicon is missing, damaged, or not that of the training.
        """
        lexicon = self.load()
        columns = [feature.name for feature in self.features()]
        values = np.full((len(frame), len(columns)), np.nan)
        tokens = frame["token"].tolist()
        starts, ends = (
            frame[side].to_numpy("float64", na_value=np.nan) for side in ("start", "end")
        )
        for text, places in frame.reset_index(drop=True).groupby("sentence").indices.items():
            sentence = _Sentence(lexicon, str(text), templates=self.templates)
            for place in places:
                values[place] = sentence.around(
                    expression_words(tokens[place]), starts[place], ends[place]
                )
        return pd.DataFrame(values, index=frame.index, columns=columns)


class _Sentence:
    """The content words of a sentence, found once for all targets in it."""

    def __init__(self, lexicon: Lexicon, text: str, *, templates: bool) -> None:
        self.lexicon = lexicon
        self.templates = templates
        spans = word_spans(text)
        words = [text[begin:end] for begin, end in spans]
        rows = lexicon.rows(words)
        content = np.flatnonzero((rows >= 0) & ~np.isin(rows, lexicon.function_words))
        self.rows: Rows = rows[content]
        self.spans = np.array(spans, dtype=np.float64).reshape(-1, 2)[content]
        self.units = _units(lexicon.vector_values(self.rows))
        if templates:
            self.norms = lexicon.norm_values([words[number] for number in content])

    def around(self, target: list[str], start: float, end: float) -> Floats:
        """Similarities and templates of a target that stands in ``[start, end)``."""
        own = self.lexicon.rows(target)
        apart = ~((self.spans[:, 1] > start) & (self.spans[:, 0] < end)) & ~np.isin(self.rows, own)
        vectors = self.units[apart]
        vectors = vectors[~np.isnan(vectors).any(axis=1)]
        mine = _units(self.lexicon.vector_values(own))
        mine = mine[~np.isnan(mine).any(axis=1)]
        similarities = [np.nan, np.nan]
        if len(mine) and len(vectors):
            vector = _units(mine.mean(axis=0, keepdims=True))[0]
            mean = _units(vectors.mean(axis=0, keepdims=True))[0]
            similarities = [float(mean @ vector), float((vectors @ vector).max())]
        if not self.templates:
            return np.array(similarities)
        value = self.lexicon.norm_values(target).mean(axis=0)
        others = self.norms[apart].mean(axis=0) if apart.any() else np.full(len(value), np.nan)
        pairs = np.column_stack([value * others, np.abs(value - others)])
        return np.concatenate([similarities, pairs.ravel()])


def _units(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0))
