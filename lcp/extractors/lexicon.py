"""What the lexicon that travels with the package knows of a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
import pandas as pd

from lcp.errors import ResourceError
from lcp.extractors.base import Extractor, Feature
from lcp.lexicon.file import Lexicon, checksum, load_lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

_PIECES = "lcp, trained on the lexicon's texts"


class LexiconFamily(Extractor):
    """A family that a lexicon feeds: the one that ships, or the one in `file`.

    Attributes
    ----------
    lexicon_ : str
        Checksum of the lexicon of the training. A model that was trained with one lexicon
        predicts nonsense from the columns of another.
    """

    file: str

    def fit(self, table: pd.DataFrame) -> Self:  # noqa: ARG002 - only the lexicon matters
        """Remember which lexicon it is."""
        self.lexicon_ = checksum(self.file)
        return self

    def load(self) -> Lexicon:
        """Read the lexicon, once per process.

        Raises
        ------
        ResourceError
            When it is missing, damaged, or not that of the training.
        """
        lexicon = load_lexicon(self.file)
        if getattr(self, "lexicon_", None) not in {None, checksum(self.file)}:
            raise ResourceError(
                "The lexicon is not the one that the model was trained with.",
                where=self.file or "the lexicon of this version of lcp",
                hint="Train the model again, or use the version of lcp that it was made with.",
            )
        return lexicon


class LexiconWords(LexiconFamily):
    """Predicted norms, compact vector and counts of a word, from the lexicon that ships.

    Words outside the lexicon get norms that are predicted from their letters and wordfreq;
    the rest is NaN for them.

    Parameters
    ----------
    file : str, default=""
        A lexicon that `lcp lexicon build` made; the one that ships unless given.
    norms, vectors, counts : bool, default=True
        Which parts to give.

    Notes
    -----
    The norms are predictions, for rated words from models that did not see their ratings;
    ``lcp/lexicon/lexicon.md`` gives their held-out correlations. Vectors: skip-gram (Mikolov
    et al. 2013) and principal components.

    Examples
    --------
    >>> words = pd.DataFrame({"word": ["mountain", "xqzztic"], "lemma": ["mountain", "xqzztic"]})
    >>> LexiconWords().extract(words)["known"].tolist()
    [1.0, 0.0]
    """

    name = "lexicon"
    level = "word"

    def __init__(
        self, *, file: str = "", norms: bool = True, vectors: bool = True, counts: bool = True
    ) -> None:
        self.file = file
        self.norms = norms
        self.vectors = vectors
        self.counts = counts

    def features(self) -> Sequence[Feature]:
        """Describe the columns, as the lexicon's file does."""
        lexicon = load_lexicon(self.file)
        listed = [Feature("known", "whether the lexicon holds the word", "0/1", "lcp")]
        if self.norms:
            listed += norm_features(lexicon)
        if self.vectors:
            listed += [
                Feature(f"pc_{i}", f"principal component {i} of the vector", "unit", _PIECES)
                for i in range(1, len(lexicon.scales) + 1)
            ]
        if self.counts:
            listed += [
                Feature(
                    f"zipf_{entry['name']}", f"frequency in {entry['name']} text", "Zipf", _PIECES
                )
                for entry in lexicon.about["registers"]
            ]
            told = "share of the occurrences inside sentences that begin with a capital"
            listed.append(Feature("capitalised", told, "0-1", _PIECES))
        return listed

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look the words up, whatever their case.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``.

        Returns
        -------
        DataFrame of shape (n_words, n_features)
            Only ``known`` and the norms have values for words outside the lexicon.

        Raises
        ------
        ResourceError
            When the lexicon is missing, damaged, or not that of the training.
        """
        lexicon = self.load()
        words = frame["word"].tolist()
        rows = lexicon.rows(words)
        blocks = [(rows >= 0).astype(np.float64)[:, None]]
        if self.norms:
            blocks.append(lexicon.norm_values(words))
        if self.vectors:
            blocks.append(lexicon.vector_values(rows))
        if self.counts:
            blocks += [lexicon.register_values(rows), lexicon.capital_share(rows)[:, None]]
        columns = [feature.name for feature in self.features()]
        return pd.DataFrame(np.hstack(blocks), columns=columns, index=frame.index)


def norm_features(lexicon: Lexicon) -> list[Feature]:
    """Describe the predicted norms, with their held-out correlation."""
    return [
        Feature(
            entry["name"],
            f"{entry['description']}, predicted (held-out r {entry['held_out'].get('r', 0):.2f})",
            entry["unit"],
            f"lcp, learned from {entry['source']}",
        )
        for entry in lexicon.about["norms"]
    ]
