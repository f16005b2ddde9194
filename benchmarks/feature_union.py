"""Features of the published systems: which ones they share, and a feature set with all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from published import SYSTEMS

import lcp
from lcp.extractors import families
from lcp.features.aggregation import AGGREGATIONS
from lcp.features.families import KEEP

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.figure import Figure

    #: Features of each system, as ``family__feature``.
    Kept = Mapping[str, frozenset[str]]

UNION = "union"
#: Feature sets of this package, for comparison.
OURS = ("core", "full")


def sets_by_system() -> dict[str, list[str]]:
    """Return the names of the feature sets of each system; variants are one system."""
    sets: dict[str, list[str]] = {}
    for system in SYSTEMS:
        sets.setdefault(system.team.partition(":")[0], []).append(system.features)
    return sets


@cache
def loaded(name: str) -> lcp.FeatureSet:
    """Read a feature set once."""
    return lcp.FeatureSet.load(name)


def kept_features(names: Sequence[str]) -> frozenset[str]:
    """Return the features of one or more feature sets, as ``family__feature``."""
    tables = [loaded(name).feature_table() for name in names]
    return frozenset(
        f"{row.family}__{row.feature}" for table in tables for row in table.itertuples()
    )


def only_in(kept: Kept) -> dict[str, frozenset[str]]:
    """Return the features of each system that no other system has.

    >>> own = {"a": frozenset({"length__syllables"}), "b": frozenset({"length__characters"})}
    >>> only_in({**own, "c": own["a"]})["b"]
    frozenset({'length__characters'})
    """
    return {
        system: own.difference(*(kept[other] for other in kept if other != system))
        for system, own in kept.items()
    }


def family_of(feature: str) -> str:
    """Return the family of ``family__feature``."""
    return feature.partition("__")[0]


def union_of(names: Sequence[str], name: str = UNION) -> lcp.FeatureSet:
    """Return a feature set with the families, features, options and aggregations of others.

    Raises
    ------
    ValueError
        If an option differs between the sets and cannot be merged.
    """
    sets = [loaded(other) for other in names]
    merged: dict[str, dict[str, Any]] = {}
    for family in dict.fromkeys(family for other in sets for family in other.families):
        options = [other.families[family] for other in sets if family in other.families]
        merged[family] = merged_options(family, options)
    kept = kept_features(names)
    for family, parameters in merged.items():
        every = lcp.FeatureSet({family: parameters}).feature_table()["feature"]
        parameters[KEEP] = [feature for feature in every if f"{family}__{feature}" in kept]
    used = {aggregation for other in sets for aggregation in other.aggregations}
    return lcp.FeatureSet(merged, aggregations=[a for a in AGGREGATIONS if a in used], name=name)


def merged_options(family: str, several: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return options with which a family has the features of each of several options.

    Parts that one of them switches on are on, and lists are joined, in the order of the default.
    The option ``keep`` is ignored.

    Raises
    ------
    ValueError
        If an option is neither a switch nor a list and differs.
    """
    merged: dict[str, Any] = {}
    for option, default in families()[family]().get_params(deep=False).items():
        values = [options.get(option, default) for options in several]
        if all(isinstance(value, bool) for value in values):
            merged[option] = any(values)
        elif all(isinstance(value, list | tuple) for value in values):
            joined = {item: None for value in values for item in value}
            merged[option] = sorted(joined, key=[*default, *joined].index)
        elif all(value == values[0] for value in values):
            merged[option] = values[0]
        else:
            raise ValueError(f"The option {option} of {family} differs: {values}")
    return merged


def family_table(kept: Kept) -> pd.DataFrame:
    """Return the number of features of each system in each family.

    Returns
    -------
    DataFrame of shape (n_systems + 3, n_families)
        The last rows are `UNION` and `OURS`. Families that fewer systems have are further right.
        Families that no system has are left out.
    """
    every: frozenset[str] = frozenset().union(*kept.values())
    rows = {**kept, UNION: every, **{name: kept_features([name]) for name in OURS}}
    counts = pd.DataFrame.from_dict(
        {name: pd.Series(map(family_of, own)).value_counts() for name, own in rows.items()},
        orient="index",
    )
    counts = counts.reindex(list(rows)).fillna(0).astype(int)
    users = (counts.loc[list(kept)] > 0).sum()
    return counts[sorted(users.index[users > 0], key=lambda name: (-users[name], name))]


def heat_map(shared: pd.DataFrame) -> Figure:
    """Draw the table of families; the colour is the share of the union's features."""
    from matplotlib.figure import Figure

    systems = shared.drop(index=list(OURS))
    share = (systems / systems.loc[UNION]).to_numpy()
    figure = Figure(figsize=(8.2, 5.6))
    axes = figure.subplots()
    # The root makes small shares visible; families that a system does not have are white.
    shade = np.ma.masked_equal(np.sqrt(share), 0)
    axes.imshow(shade, cmap="Blues", vmin=0, vmax=1.15, aspect="auto")
    for row, column in np.argwhere(share > 0):
        axes.text(
            column, row, str(systems.iloc[row, column]), ha="center", va="center", fontsize=8,
            color="white" if shade[row, column] > 0.7 else "black",  # noqa: PLR2004 - dark blue
        )  # fmt: skip
    users = (systems.drop(index=UNION) > 0).sum()
    labels = [f"{family.replace('_', ' ')} ({users[family]})" for family in systems]
    axes.set_xticks(range(len(labels)), labels, rotation=50, ha="left", rotation_mode="anchor")
    axes.xaxis.tick_top()
    axes.set_yticks(range(len(systems)), list(systems.index))
    axes.axhline(len(systems) - 1.5, color="0.4", linewidth=1)
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_xlabel(
        "Number of features; the colour is the share of the union's features of the family.\n"
        "Parentheses: number of systems that have the family.",
        fontsize=8,
    )
    return figure


@dataclass(frozen=True)
class Selection:
    """Selection of columns by feature (``family__feature``), and by aggregation if given."""

    features: frozenset[str]
    aggregations: frozenset[str] | None = None

    def __call__(self, column: str) -> bool:
        """Return whether a column of a feature set is selected."""
        feature, _, aggregation = column.partition("@")
        return feature in self.features and (
            self.aggregations is None or not aggregation or aggregation in self.aggregations
        )


def part_selections(
    sets: Mapping[str, Sequence[str]], kept: Kept
) -> dict[str, Callable[[str], bool]]:
    """Return the selections of the union's columns that are trained, by name.

    They are the union, each system (its features and aggregations), ``without SYSTEM`` for each
    that has features of its own, and ``without family FAMILY``.
    """
    every: frozenset[str] = frozenset().union(*kept.values())
    selections: dict[str, Callable[[str], bool]] = {UNION: Selection(every)}
    for system, own in kept.items():
        used = {a for name in sets[system] for a in loaded(name).aggregations}
        selections[system] = Selection(own, frozenset(used))
    for system, own in only_in(kept).items():
        if own:
            selections[f"without {system}"] = Selection(every - own)
    for family in sorted({family_of(feature) for feature in every}):
        others = frozenset(feature for feature in every if family_of(feature) != family)
        selections[f"without family {family}"] = Selection(others)
    return selections
