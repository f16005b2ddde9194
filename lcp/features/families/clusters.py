"""Position of a word in a hierarchy of words with similar neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.features.family import Family, Feature, look_up, names_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.features.family import Floats, Known, Words

#: Numbers of leading bits of the path: coarse, medium and fine classes of words.
PREFIXES = (4, 6, 10)


@dataclass(frozen=True)
class Clusters(Family):
    """Brown clusters: the word's path in a binary tree of words with similar neighbours.

    The first bits of a path, read as a binary number, identify a class of words. Classes with
    close numbers are close in the tree (Brown et al. 1992; clusters of Owoputi et al. 2013).

    Examples
    --------
    >>> names_of(Clusters())
    ['depth', 'prefix_4', 'prefix_6', 'prefix_10', 'log_count']
    """

    name = "clusters"
    scope = "word"

    def resources(self) -> tuple[str, ...]:
        """Return the resource of the clusters."""
        return ("brown_clusters",)

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the depth, the prefixes and the count."""
        source = "Owoputi et al. (2013), Brown clusters of Twitter text"
        text = "first {} bits of the word's path as a number"
        rows = [
            ("depth", "length of the word's path in the tree", "bits"),
            *((f"prefix_{n}", text.format(n), f"0-{2**n - 1}") for n in PREFIXES),
            ("log_count", "occurrences in the clustered text", "log10(count)"),
        ]
        return [Feature(*row, source) for row in rows]

    def measure(self, given: Words, known: Known) -> Floats:
        """Look up the words by form, then by lemma."""
        values = look_up(known.store.table("brown_clusters"), given)
        values["log_count"] = np.log10(values["count"])
        names = names_of(self)
        return values[names].to_numpy(dtype=np.float64)
