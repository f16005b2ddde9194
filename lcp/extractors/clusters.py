"""Position of a word in a hierarchy of words with similar neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.extractors.base import Extractor, Feature, look_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

#: Numbers of leading bits of the path: coarse, medium and fine classes of words.
PREFIXES = (4, 6, 10)


class Clusters(Extractor):
    """Brown clusters: the word's path in a binary tree of words with similar neighbours.

    The first bits of a path, read as a binary number, identify a class of words. Classes with
    close numbers are close in the tree (Brown et al. 1992; clusters of Owoputi et al. 2013).

    Examples
    --------
    >>> [feature.name for feature in Clusters().features()]
    ['depth', 'prefix_4', 'prefix_6', 'prefix_10', 'log_count']
    """

    name = "clusters"
    level = "word"

    def resources(self) -> tuple[str, ...]:
        """Return the resource of the clusters."""
        return ("brown_clusters",)

    def features(self) -> Sequence[Feature]:
        """Describe the depth, the prefixes and the count."""
        source = "Owoputi et al. (2013), Brown clusters of Twitter text"
        text = "first {} bits of the word's path as a number"
        rows = [
            ("depth", "length of the word's path in the tree", "bits"),
            *((f"prefix_{n}", text.format(n), f"0-{2**n - 1}") for n in PREFIXES),
            ("log_count", "occurrences in the clustered text", "log10(count)"),
        ]
        return [Feature(*row, source) for row in rows]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look up the words by form, then by lemma."""
        values = look_up(self.store.table("brown_clusters"), frame)
        values["log_count"] = np.log10(values["count"])
        return values[self.column_names()].astype("float64")
