"""Familiarity, imageability and other ratings of the MRC Psycholinguistic Database."""

from __future__ import annotations

from dataclasses import dataclass

from lcp.features.families.norms import NormTable


@dataclass(frozen=True)
class MRC(NormTable):
    """Ratings of the MRC Psycholinguistic Database (Coltheart 1981; Wilson 1988).

    Examples
    --------
    >>> from lcp.features.family import names_of
    >>> names_of(MRC())[:3]
    ['familiarity', 'concreteness', 'imageability']
    """

    name = "mrc"

    def resources(self) -> tuple[str, ...]:
        """Return the database."""
        return ("mrc",)
