"""Where a word stands in a hierarchy of words that are used alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.extractors.base import Extractor, Feature, look_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

#: Bits of the path that are kept: the coarse, the middle and the fine classes of words.
PREFIXES = (4, 6, 10)


class Clusters(Extractor):
    """Brown clusters: the word's path in a binary tree of words by their neighbours.

    A path's first bits, read as a binary number, name a class of words; classes with close
    numbers are close in the tree (Brown et al. 1992; clusters of Owoputi et al. 2013).

    Examples
    --------
    >>> [feature.name for feature in Clusters().features()]
    ['depth', 'prefix_4', 'prefix_6', 'prefix_10', 'log_count']
    """

    name = "clusters"
    level = "word"

    def resources(self) -> tuple[str, ...]:
        """Name the clusters."""
        return ("brown_clusters",)

    def features(self) -> Sequence[Feature]:
        """Describe the depth, the prefixes and the count."""
        source = "Owoputi et al. (2013), Brown clusters of Twitter text"
        return [
            Feature("depth", "length of the word's path in the tree", "bits", source),
            *(
                Feature(
                    f"prefix_{bits}",
                    f"first {bits} bits of the word's path as a number",
                    f"0-{2**bits - 1}",
                    source,
                )
                for bits in PREFIXES
            ),
            Feature("log_count", "occurrences in the clustered text", "log10(count)", source),
        ]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look the words up by form, then by lemma.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``.

        Returns
        -------
        DataFrame of shape (n_words, 5)
            NaN where the clustered text does not hold the word.

        Raises
        ------
        ResourceError
            When the clusters are not on this machine.
        """
        found = look_up(self.store.table("brown_clusters"), frame)
        found["log_count"] = np.log10(found["count"])
        return found[[feature.name for feature in self.features()]].astype("float64")
