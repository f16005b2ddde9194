"""Position of a word in a hierarchy of words with similar neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.features.families.norms import NormTable
from lcp.features.family import Words

if TYPE_CHECKING:
    from lcp.features.family import Fitted, Floats


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

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Look up the words; the count is that of the form, also if its cluster is the lemma's."""
        values = super().measure(inputs, fitted).copy()
        forms = Words.without_lemmas(inputs.form, "form")
        values[:, -1] = super().measure(forms, fitted)[:, -1]
        return values
