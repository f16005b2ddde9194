"""Norms of a word: age of acquisition, concreteness, affect and more."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.errors import InputError, unknown
from lcp.features.family import Family, Feature, names_of, registered
from lcp.features.values import look_up
from lcp.resources import registry
from lcp.tables.headers import MISSING
from lcp.tables.input_tables import read_table
from lcp.tables.output_tables import ENDINGS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted, Words

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
    units, are declared in ``resources.toml``.
    """

    scope = "word"
    of_english = True

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the columns of each norm."""
        return [feature for name in self.tables() for feature in _described(name)]

    def tables(self) -> Sequence[str]:
        """Return the names of resources with norms, or files. Default: the resources."""
        return self.resources()

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
        read = (
            _own_norms(name) if _is_file(name) else fitted.store.table(name)
            for name in self.tables()
        )
        parts = [look_up(table, inputs) for table in read]
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
        Names of resources that contain norms; see ``lcp resources list``. Or files with own norms,
        such as ``mine.tsv``: the first column has the words, further columns of numbers the values.
        An empty cell and ``NA`` are missing values; a word in several rows has their mean.

    Examples
    --------
    >>> names_of(Norms(sources=["aoa_test", "maddela_xu"]))
    ['aoa_test_min', 'aoa_test_mean', 'maddela_xu']
    """

    name = "norms"

    sources: Sequence[str] = SOURCES

    def resources(self) -> tuple[str, ...]:
        """Return the sources that are no files."""
        return tuple(name for name in self.tables() if not _is_file(name))

    def local_files(self) -> tuple[str, ...]:
        """Return the sources that are files."""
        return tuple(filter(_is_file, self.sources))

    def tables(self) -> Sequence[str]:
        """Return the sources.

        Raises
        ------
        InputError
            If a source does not contain norms, or two sources have the same column.
        """
        norms = [name for name, resource in registry().items() if resource.columns]
        owners: dict[str, str] = {}
        for name in self.sources:
            if name not in norms and not _is_file(name):
                raise unknown("norm called", name, norms, where="norms.sources")
            for feature in _described(name):
                if feature.name in owners:
                    raise InputError(
                        f"The column '{feature.name}' is in '{owners[feature.name]}' and "
                        f"in '{name}'.",
                        where="norms.sources",
                        hint="Remove one of the two.",
                    )
                owners[feature.name] = name
        return self.sources


def _is_file(name: str) -> bool:
    return name.endswith(ENDINGS)


def _own_norms(name: str) -> pd.DataFrame:
    """Read a file of norms: values of distinct lower-case words."""
    source = read_table(Path(name))
    words = [row[0].strip().lower() for row in source.rows]
    columns = {}
    for place, heading in enumerate(source.header[1:], start=1):
        cells = [row[place].strip() for row in source.rows]
        values = pd.to_numeric(
            pd.Series([None if cell.lower() in MISSING else cell for cell in cells], dtype=object),
            errors="coerce",
        )
        column = re.sub(r"\W+", "_", heading.lower()).strip("_")
        if values.notna().sum() == sum(cell.lower() not in MISSING for cell in cells):
            columns[column] = values.astype(float)
    if not columns:
        raise InputError(
            "The file has no column of numbers.",
            where=name,
            hint="Give a table with the words in the first column, and their values in others.",
        )
    return pd.DataFrame(columns).groupby(words).mean()


def _described(name: str) -> list[Feature]:
    if not _is_file(name):
        return registered(registry()[name])
    table, file = _own_norms(name), Path(name).name
    return [
        Feature(str(column), f"{column}, in {file}", "as in the file", file, n=int(values.count()))
        for column, values in table.items()
    ]
