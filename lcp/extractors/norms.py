"""What raters said of a word: age of acquisition, concreteness, affect and more."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import pandas as pd

from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature, look_up
from lcp.resources import registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.resources import Resource

#: The norms that the family looks up unless told otherwise.
SOURCES = (
    "aoa_kuperman",
    "aoa_test",
    "concreteness",
    "conversationalign",
    "glasgow",
    "affect",
    "maddela_xu",
)


class NormTable(Extractor):
    """Values of a word in norms, by word form and then by lemma.

    Each resource that a subclass names is a table of words; its columns, with their
    descriptions and units, are those that ``registry.toml`` declares.
    """

    level = "word"

    def features(self) -> Sequence[Feature]:
        """Describe the columns of each norm as the registry does."""
        return [feature for name in self.resources() for feature in _registered(registry()[name])]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look the words up in each norm.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``.

        Returns
        -------
        DataFrame of shape (n_words, n_features)
            NaN where a norm knows neither the word nor its lemma.

        Raises
        ------
        InputError
            When there is no such norm.
        ResourceError
            When a norm is not on this machine.
        """
        parts = [look_up(self.store.table(name), frame) for name in self.resources()]
        if not parts:
            return pd.DataFrame(index=frame.index)
        columns = [feature.name for feature in self.features()]
        return pd.concat(parts, axis=1)[columns].astype("float64")


class Norms(NormTable):
    """Ratings and other norms of a word, looked up by word form and then by lemma.

    Parameters
    ----------
    sources : sequence of str
        Names of resources that give values to words; see ``lcp resources``.

    Examples
    --------
    >>> [feature.name for feature in Norms(sources=["aoa_test", "maddela_xu"]).features()]
    ['aoa_test_min', 'aoa_test_mean', 'maddela_xu']
    """

    name = "norms"

    def __init__(self, *, sources: Sequence[str] = SOURCES) -> None:
        self.sources = sources

    def resources(self) -> tuple[str, ...]:
        """Name the chosen sources.

        Raises
        ------
        InputError
            When a source is no table of words, or two sources share a column's name.
        """
        known = [name for name, resource in registry().items() if resource.columns]
        if isinstance(self.sources, str):
            raise InputError(
                f"The sources of norms are a list, not the text '{self.sources}'.",
                where="norms.sources",
                hint=f"Write ['{self.sources}'].",
            )
        owners: dict[str, str] = {}
        for name in self.sources:
            if name not in known:
                near = difflib.get_close_matches(str(name), known, n=1)
                raise InputError(
                    f"There is no norm called '{name}'.",
                    where="norms.sources",
                    hint=f"Did you mean '{near[0]}'?" if near else f"Known: {', '.join(known)}.",
                )
            for feature in _registered(registry()[name]):
                if feature.name in owners:
                    raise InputError(
                        f"The column '{feature.name}' is in '{owners[feature.name]}' and "
                        f"in '{name}'.",
                        where="norms.sources",
                        hint="Take one of the two out.",
                    )
                owners[feature.name] = name
        return tuple(self.sources)


def _registered(resource: Resource) -> list[Feature]:
    """Features of a resource: its columns, or each aggregate of them over a word's rows."""
    ways = resource.read.get("aggregate", [])
    over = {way: f", {way} over the word's meanings" for way in ways}
    return [
        Feature(
            f"{name}_{way}" if way else name,
            column.description + over.get(way, ""),
            column.unit,
            resource.citation,
        )
        for way in ways or [""]
        for name, column in resource.columns.items()
    ]
