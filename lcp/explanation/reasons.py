"""Contributions summed into a few reasons, and each reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import pandas as pd

from lcp.errors import InputError
from lcp.explanation.themes import theme_of
from lcp.explanation.wording import describe

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What contributions are summed over: a theme, a family, one feature with all its aggregations,
#: or a single column.
By = Literal["theme", "family", "feature", "column"]

#: Number of titles listed in the reason "everything else".
LISTED = 8

#: Smaller contributions are 0 when rounded to three decimals.
NEGLIGIBLE = 0.0005


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of an explanation.

    Attributes
    ----------
    title : str
        Theme, family, feature or column.
    text : str
        Description of the target in this respect.
    contribution : float
        On the scale from 0 to 1; a positive contribution makes the target harder.
    columns : tuple of str
        The columns whose contributions are summed.
    """

    title: str
    text: str
    contribution: float
    columns: tuple[str, ...]

    @property
    def effect(self) -> str:
        """Effect on the prediction, in words.

        >>> Reason("Length", "long: 14 letters", 0.0312, ()).effect
        'makes it harder by 0.03'
        """
        if abs(self.contribution) < NEGLIGIBLE:
            return "makes no difference"
        amount = f"{abs(self.contribution):.2f}"
        direction = "harder" if self.contribution > 0 else "easier"
        return f"makes it {direction} by {'less than 0.01' if amount == '0.00' else amount}"

    def __str__(self) -> str:
        """Return the reason as one sentence."""
        return f"{self.title}: {self.text}; {self.effect}."


def signed(value: float) -> str:
    """Format a contribution with its sign and three decimals.

    >>> signed(0.0312), signed(-0.2), signed(-0.00001)
    ('+0.031', '−0.200', ' 0.000')
    """
    sign = " " if abs(value) < NEGLIGIBLE else "+" if value > 0 else "−"
    return f"{sign}{abs(value):.3f}"


def gather(
    features: pd.DataFrame,
    by: By = "theme",
    limit: int = 8,
    *,
    training_data: str = "the training data",
) -> list[Reason]:
    """Sum contributions into reasons, and describe the largest of them.

    Parameters
    ----------
    features : DataFrame of shape (n_features, ...)
        :attr:`lcp.explanation.Explanation.features`.
    by : {"theme", "family", "feature", "column"}, default="theme"
        What contributions are summed over. Columns of no theme are summed over their family.
    limit : int, default=8
        Maximum number of reasons. If there are more, the last one sums up the rest.
    training_data : str, default="the training data"
        Name of the data that values are compared with.

    Returns
    -------
    list of Reason
        Largest absolute contribution first. They add up to the sum of the contributions.

    Raises
    ------
    InputError
        If `by` is not one of the options, or the limit is below 2.
    """
    if by not in get_args(By):
        raise InputError(
            f"Contributions cannot be summed by '{by}'.",
            where="by",
            hint=f"Choose one of: {', '.join(get_args(By))}.",
        )
    if limit < 2:  # noqa: PLR2004 - one reason and everything else
        raise InputError(f"{limit} is too few reasons.", where="limit", hint="Give 2 or more.")
    grouped = features.groupby(_titles(features, by), sort=False)
    groups = sorted(grouped, key=lambda item: -abs(item[1]["contribution"].sum()))
    largest = groups if len(groups) <= limit else groups[: limit - 1]
    reasons = [
        _reason(str(title), _describe_group(group, by, training_data), group)
        for title, group in largest
    ]
    rest = groups[len(largest) :]
    if rest:
        titles = [str(title) for title, _ in rest]
        everything_else = pd.concat([group for _, group in rest])
        reasons.append(_reason("everything else", _listed(titles), everything_else))
    return reasons


def _describe_group(group: pd.DataFrame, by: By, training_data: str) -> str:
    """Describe features that make up one reason by the most important of them."""
    theme = theme_of(_names(group).iloc[0]) if by == "theme" else None
    if theme is None:
        return describe(_strongest(group, group), training_data)
    phrased = group[_names(group).isin([phrase.column for phrase in theme.phrases])]
    with_value = phrased[phrased["value"].notna()]
    if not with_value.empty:
        return describe(_strongest(with_value, group), training_data)
    # The feature set may lack every feature for which the theme has a phrase.
    if theme.phrases and phrased.empty:
        return describe(_strongest(group, group), training_data)
    return theme.unknown


def _reason(title: str, text: str, group: pd.DataFrame) -> Reason:
    return Reason(title, text, float(group["contribution"].sum()), tuple(group.index))


def _titles(features: pd.DataFrame, by: By) -> pd.Series[str]:
    if by == "column":
        return features.index.to_series()
    if by == "family":
        return features["family"]
    names = _names(features)
    if by == "feature":
        return names
    themes = [theme_of(name) for name in names]
    titles = [
        family if theme is None else theme.title
        for theme, family in zip(themes, features["family"], strict=True)
    ]
    return pd.Series(titles, index=features.index)


def _names(features: pd.DataFrame) -> pd.Series[str]:
    """Return ``family__feature`` of each column, without its aggregation."""
    return features["family"] + "__" + features["feature"]


def _listed(titles: Sequence[str]) -> str:
    more = len(titles) - LISTED
    return ", ".join(titles[:LISTED]) + (f" and {more:,} more" if more > 0 else "")


def _strongest(candidates: pd.DataFrame, group: pd.DataFrame) -> pd.Series[Any]:
    """Return the candidate that contributes most to the group's sum.

    Contributions are summed over the aggregations to choose the feature, and over the whole
    group to choose the aggregation.
    """
    sign = -1 if group["contribution"].sum() < 0 else 1
    strength = candidates["contribution"] * sign
    feature = strength.groupby(_names(candidates), sort=False).sum().idxmax()
    rows = candidates[_names(candidates) == feature]
    same = group[group["aggregation"].isin(rows["aggregation"])]
    strength = (same["contribution"] * sign).groupby(same["aggregation"], sort=False).sum()
    return rows[rows["aggregation"] == strength.idxmax()].iloc[0]
