"""Columns of a feature set by family, feature or resource."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from lcp.evaluation.coverage import feature_name

if TYPE_CHECKING:
    from lcp.features.featureset import FeatureSet

By = Literal["family", "feature", "resource"]


def feature_groups(features: FeatureSet, by: By) -> dict[str, list[str]]:
    """Group the columns of a fitted feature set.

    Parameters
    ----------
    features : FeatureSet
        Fitted.
    by : {"family", "feature", "resource"}
        Grouping. A resource is what features name as their source; ``lcp`` is the source of
        features that this package computes without one.

    Returns
    -------
    dict of str to list of str
        Columns of each group, in the set's order. All aggregations of a feature are in one group.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample", task=1)
    >>> features = lcp.FeatureSet({"length": {"cmudict": False}}).fit(table)
    >>> feature_groups(features, "resource")["Scrabble, English edition"]
    ['length__scrabble', 'length__scrabble_mean']
    """
    described = features.feature_table()
    names = described["family"] + "__" + described["feature"]
    sources = dict(zip(names, described["source"], strict=True))
    groups: dict[str, list[str]] = {}
    for column in map(str, features.get_feature_names_out()):
        name = feature_name(column)
        group = {"family": name.split("__")[0], "feature": name, "resource": sources[name]}[by]
        groups.setdefault(group, []).append(column)
    return groups
