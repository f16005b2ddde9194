"""Norms of a word: age of acquisition, concreteness, affect and more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.errors import InputError, unknown
from lcp.features.family import Family, Feature, look_up, names_of
from lcp.resources import registry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.features.family import Fitted, Floats, Words
    from lcp.resources import Resource

#: Default norms.
SOURCES = (
    "aoa_kuperman",
    "aoa_test",
    "concreteness",
    "conversationalign",
    "glasgow",
    "affect",
    "maddela_xu",
)


@dataclass(frozen=True)
class NormTable(Family):
    """Base class of families of norms, looked up by form, then by lemma.

    Each resource of a subclass is a table of words. Its columns, with their descriptions and
    units, are declared in ``registry.toml``.
    """

    scope = "word"

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the columns of each norm."""
        return [feature for name in self.resources() for feature in _registered(registry()[name])]

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Look up the words in each norm.

        NaN where a norm contains neither the word, nor its other spelling, nor its lemma.

        Raises
        ------
        InputError
            If there is no such norm.
        ResourceError
            If a norm is missing.
        """
        parts = [look_up(fitted.store.table(name), inputs) for name in self.resources()]
        if not parts:
            return np.empty((len(inputs), 0))
        names = names_of(self)
        return pd.concat(parts, axis=1)[names].to_numpy(dtype=np.float64)


@dataclass(frozen=True)
class Norms(NormTable):
    """Ratings and other norms of a word, looked up by form, then by lemma.

    Parameters
    ----------
    sources : sequence of str
        Names of resources that contain norms; see ``lcp resources list``.

    Examples
    --------
    >>> names_of(Norms(sources=["aoa_test", "maddela_xu"]))
    ['aoa_test_min', 'aoa_test_mean', 'maddela_xu']
    """

    name = "norms"

    sources: Sequence[str] = SOURCES

    def resources(self) -> tuple[str, ...]:
        """Return the sources.

        Raises
        ------
        InputError
            If a source does not contain norms, or two sources have the same column.
        """
        norms = [name for name, resource in registry().items() if resource.columns]
        owners: dict[str, str] = {}
        for name in self.sources:
            if name not in norms:
                raise unknown("norm called", name, norms, where="norms.sources")
            for feature in _registered(registry()[name]):
                if feature.name in owners:
                    raise InputError(
                        f"The column '{feature.name}' is in '{owners[feature.name]}' and "
                        f"in '{name}'.",
                        where="norms.sources",
                        hint="Remove one of the two.",
                    )
                owners[feature.name] = name
        return tuple(self.sources)


def _registered(resource: Resource) -> list[Feature]:
    """Return a feature for each column of a resource, or for each aggregation of each column."""
    aggregations = resource.read.get("aggregate", [])
    suffixes = {name: f", {name} over the word's meanings" for name in aggregations}
    return [
        Feature(
            f"{name}_{aggregation}" if aggregation else name,
            column.description + suffixes.get(aggregation, ""),
            column.unit,
            resource.citation,
        )
        for aggregation in aggregations or [""]
        for name, column in resource.columns.items()
    ]
