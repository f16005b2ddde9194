"""Familiarity, imageability and other ratings of the MRC Psycholinguistic Database."""

from __future__ import annotations

from lcp.extractors.norms import NormTable


class MRC(NormTable):
    """Ratings of the MRC Psycholinguistic Database (Coltheart 1981; Wilson 1988).

    Examples
    --------
    >>> [feature.name for feature in MRC().features()][:3]
    ['familiarity', 'concreteness', 'imageability']
    """

    name = "mrc"

    def resources(self) -> tuple[str, ...]:
        """Return the database."""
        return ("mrc",)
