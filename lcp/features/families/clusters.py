"""Position of a word in a hierarchy of words with similar neighbours."""

from __future__ import annotations

from dataclasses import dataclass

from lcp.features.families.norms import NormTable


@dataclass(frozen=True)
class Clusters(NormTable):
    """Brown clusters: the word's path in a binary tree of words with similar neighbours.

    The first bits of a path, read as a binary number, identify a class of words. Classes with
    close numbers are close in the tree (Brown et al. 1992; clusters of Owoputi et al. 2013).

    Examples
    --------
    >>> from lcp.features.family import names_of
    >>> names_of(Clusters())
    ['depth', 'prefix_4', 'prefix_6', 'prefix_10', 'log_count']
    """

    name = "clusters"

    def resources(self) -> tuple[str, ...]:
        """Return the resource of the clusters."""
        return ("brown_clusters",)
