"""Imperceptibility of the target, and nonspecificity of its sense in the sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.columns import factorized, numbers
from lcp.extractors.base import Extractor, Feature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns

_LESK = "Banerjee & Pedersen (2002), Adapted Lesk; Fellbaum (1998), WordNet"
_FEATURES = (
    Feature(
        "imperceptibility",
        "predicted concreteness, mean of the target's words",
        "0 (cannot be perceived) - 1 (can be perceived)",
        "Zheng et al. (2021); learned from Coltheart (1981)",
    ),
    Feature(
        "nonspecificity",
        "longest path from the sense to the root of WordNet's hypernyms (nouns, verbs)",
        "0 (most general) - 19",
        f"Changizi (2008); {_LESK}",
    ),
    Feature("depth", "shortest path from the sense to the root (nouns, verbs)", "steps", _LESK),
    Feature("rank", "rank of the sense by frequency, for its part of speech", "1, 2, …", _LESK),
    Feature(
        "overlap",
        "overlap of the sense's extended gloss with those of the words around the target (ln + 1)",
        "ln",
        _LESK,
    ),
)


class Abstractness(Extractor):
    """How abstract the target is in its sentence (SemEval-2021 Task 4; Zheng et al. 2021).

    Adapted Lesk chooses the target's sense in WordNet. All features are computed per instance, so
    that the family has one level, although imperceptibility depends on the words alone.

    Examples
    --------
    >>> [feature.name for feature in Abstractness().features()]
    ['imperceptibility', 'nonspecificity', 'depth', 'rank', 'overlap']
    """

    name = "abstractness"
    level = "context"

    def resources(self) -> tuple[str, ...]:
        """Return WordNet and the tagger."""
        return ("wordnet", "tagger")

    def features(self) -> Sequence[Feature]:
        """Describe the word's score, then those of its sense."""
        return _FEATURES

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Choose the senses and measure them.

        NaN without a span. The features of the sense are NaN for names and for words that WordNet
        does not list.
        """
        # These modules use the families `wordnet` and `pos`.
        from lcp.disambiguation.abstractness import measured

        owners, sentences = factorized(columns["sentence"])
        starts, ends = numbers(columns["start"]), numbers(columns["end"])
        spans = [
            (int(start), int(end)) if 0 <= start < end else None
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]
        results = measured(sentences, owners.tolist(), spans, self.store)
        values = [
            [each.imperceptibility, each.nonspecificity, each.depth, each.rank, each.overlap]
            for each in results
        ]
        table = np.array(values, dtype=np.float64).reshape(len(results), len(_FEATURES))
        table[:, -1] = np.log1p(table[:, -1])
        return table
