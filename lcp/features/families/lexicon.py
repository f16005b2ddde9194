"""Norms, vectors and counts from a lexicon."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.english.lexicon.word_table import Lexicon, load_lexicon
from lcp.english.word_frequency import zipf
from lcp.errors import ResourceError
from lcp.features.family import Family, Feature
from lcp.features.letter_norms import predicted_norms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted, Words
    from lcp.resources.store import Store
    from lcp.targets import Targets

_PIECES = "lcp, trained on the lexicon's texts"


@dataclass(frozen=True)
class LexiconFamily(Family):
    """Base class of families that use the lexicon.

    The family learns the checksum of the lexicon: with the columns of another one, predictions
    would be meaningless.
    """

    learned: ClassVar[dict[str, object]] = {"lexicon_": str}

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, object]:
        """Return the checksum of the lexicon."""
        return {"lexicon_": load_lexicon().checksum}

    def load(self, fitted: Fitted) -> Lexicon:
        """Return the lexicon.

        Raises
        ------
        ResourceError
            If it is missing, damaged or not the training lexicon.
        """
        lexicon = load_lexicon()
        if fitted.learned.get("lexicon_") not in {None, lexicon.checksum}:
            raise ResourceError(
                "The lexicon is not the one that the model was trained with.",
                where="the lexicon of this version of lcp",
                hint="Train the model again, or use the version of lcp that trained it.",
            )
        return lexicon


@dataclass(frozen=True)
class LexiconWords(LexiconFamily):
    """Predicted norms, compact vector and counts of a word, from the bundled lexicon.

    A rare irregular form has the norms of its lemma if that is more frequent. The norms of words
    outside the lexicon that wordfreq lists are predicted from their letters and frequency. Their
    other features, and all of other strings, are NaN, except for ``known``.

    Notes
    -----
    All norms are predictions. Those of rated words are from models that were not trained on their
    ratings; the descriptions of the features give the held-out correlations. Vectors: skip-gram
    (Mikolov et al. 2013) and principal components.

    Examples
    --------
    >>> from lcp.features.family import Fitted, Words
    >>> words = Words(["mountain", "xqzztic"], ["mountain", "xqzztic"])
    >>> LexiconWords().measure(words, Fitted())[:, 0].tolist()
    [1.0, 0.0]
    """

    name = "lexicon"
    scope = "word"
    of_english = True

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the norms, the vector and the counts."""
        lexicon = load_lexicon()
        registers = [entry["name"] for entry in lexicon.about["registers"]]
        text = "share of the occurrences inside sentences that are capitalised"
        return [
            Feature("known", "whether the lexicon contains the word", "0/1", "lcp"),
            *norm_features(lexicon),
            *(
                Feature(f"pc_{i}", f"principal component {i} of the vector", "unit", _PIECES)
                for i in range(1, len(lexicon.scales) + 1)
            ),
            *(
                Feature(f"zipf_{register}", f"frequency in {register} text", "Zipf", _PIECES)
                for register in registers
            ),
            Feature("capitalised", text, "0-1", _PIECES),
        ]

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Look up the words, ignoring case.

        Raises
        ------
        ResourceError
            If the lexicon is missing, damaged or not the training lexicon.
        """
        lexicon = self.load(fitted)
        rows = lexicon.rows(inputs.form)
        familiar, of_norms = inputs.familiar, lexicon.rows(inputs.familiar)
        norms = lexicon.norm_values(of_norms)
        # A string that nobody uses has no norms.
        used = [
            number
            for number in np.flatnonzero(of_norms < 0).tolist()
            if familiar[number].isalpha() and not math.isnan(zipf(familiar[number]))
        ]
        if used:
            norms[used] = norms_by_letters(lexicon, [familiar[number] for number in used])
        return np.column_stack(
            [
                rows >= 0,
                norms,
                lexicon.vector_values(rows),
                lexicon.register_values(rows),
                lexicon.capital_share(rows),
            ]
        )


def norms_by_letters(lexicon: Lexicon, words: Sequence[str]) -> Floats:
    """Return the norms that a lexicon predicts for other words, shape (n_words, n_norms)."""
    limits = np.array([(entry["low"], entry["high"]) for entry in lexicon.about["norms"]])
    return predicted_norms(words, lexicon.letters).clip(*limits.reshape(-1, 2).T)


def norm_features(lexicon: Lexicon) -> list[Feature]:
    """Describe the predicted norms with their held-out correlations."""
    return [
        Feature(
            entry["name"],
            f"{entry['description']}, predicted (held-out r {entry['held_out'].get('r', 0):.2f})",
            entry["unit"],
            f"lcp, learned from {entry['source']}",
            predicted=True,
        )
        for entry in lexicon.about["norms"]
    ]
