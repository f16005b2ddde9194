"""Contributions gathered into a few reasons, and each reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import pandas as pd

from lcp.errors import InputError
from lcp.explanation.themes import theme_of
from lcp.explanation.wording import describe

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What contributions are summed over: what people ask about, a family, one feature with its
#: ways to combine words, or nothing.
By = Literal["theme", "family", "feature", "column"]

#: Titles that are named among everything else.
LISTED = 8

#: Contributions that are nothing when rounded to three decimals.
NOTHING = 0.0005


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of an explanation.

    Parameters
    ----------
    title : str
        What it is about.
    text : str
        What is so about this target.
    contribution : float
        On the scale from 0 to 1; above 0 makes the target harder.
    columns : tuple of str
        The columns whose contributions it sums.
    """

    title: str
    text: str
    contribution: float
    columns: tuple[str, ...]

    @property
    def effect(self) -> str:
        """What it does to the prediction.

        >>> Reason("Length", "long: 14 letters", 0.0312, ()).effect
        'makes it harder by .03'
        """
        if abs(self.contribution) < NOTHING:
            return "changes nothing"
        amount = f"{abs(self.contribution):.2f}".removeprefix("0")
        direction = "harder" if self.contribution > 0 else "easier"
        return f"makes it {direction} by {'less than .01' if amount == '.00' else amount}"

    def __str__(self) -> str:
        """One sentence."""
        return f"{self.title}: {self.text}; {self.effect}."


def signed(value: float) -> str:
    """A contribution as it is printed: sign, no zero before the point, three decimals.

    >>> signed(0.0312), signed(-0.2), signed(-0.00001)
    ('+.031', '−.200', ' .000')
    """
    text = f"{abs(value):.3f}".removeprefix("0")
    sign = " " if abs(value) < NOTHING else "+" if value > 0 else "−"
    return sign + text


def gather(features: pd.DataFrame, by: By = "theme", limit: int = 8) -> list[Reason]:
    """Sum contributions and find words for the largest sums.

    Parameters
    ----------
    features : DataFrame of shape (n_features, ...)
        As :attr:`lcp.explanation.Explanation.features`.
    by : {"theme", "family", "feature", "column"}
        What they are summed over; columns of no theme are summed over their family.
    limit : int
        Most reasons; where there are more, the last is the sum of all others.

    Returns
    -------
    list of Reason
        By size; they add up to the sum of the contributions.

    Raises
    ------
    InputError
        For another `by`, or a limit below 2.
    """
    if by not in get_args(By):
        raise InputError(
            f"Contributions cannot be summed by '{by}'.",
            where="by",
            hint=f"Choose one of: {', '.join(get_args(By))}.",
        )
    if limit < 2:  # noqa: PLR2004 - a reason and all others
        raise InputError(f"{limit} is too few reasons.", where="limit", hint="Give 2 or more.")
    grouped = features.groupby(_titles(features, by), sort=False)
    parts = sorted(grouped, key=lambda named: -abs(named[1]["contribution"].sum()))
    kept = parts if len(parts) <= limit else parts[: limit - 1]
    reasons = [_reason(str(title), _words(part, by), part) for title, part in kept]
    rest = parts[len(kept) :]
    if rest:
        left = pd.concat([part for _, part in rest])
        reasons.append(_reason("everything else", _list([str(title) for title, _ in rest]), left))
    return reasons


def _reason(title: str, text: str, part: pd.DataFrame) -> Reason:
    return Reason(title, text, float(part["contribution"].sum()), tuple(part.index))


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
    """Names without the way that an expression's words were combined in."""
    return features["family"] + "__" + features["feature"]


def _list(titles: Sequence[str]) -> str:
    shown = titles[:LISTED]
    more = len(titles) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")


def _words(part: pd.DataFrame, by: By) -> str:
    """Words for columns that are one reason: those of the feature that says most."""
    theme = theme_of(_names(part).iloc[0]) if by == "theme" else None
    if theme is None:
        return describe(_strongest(part, part))
    spoken = part[_names(part).isin([phrase.column for phrase in theme.phrases])]
    known = spoken[spoken["value"].notna()]
    if not known.empty:
        return describe(_strongest(known, part))
    # A theme's phrases may be about features that this feature set has not got.
    silent = not theme.phrases or not spoken.empty
    return theme.unknown if silent else describe(_strongest(part, part))


def _strongest(candidates: pd.DataFrame, part: pd.DataFrame) -> pd.Series[Any]:
    """Row of the feature, and of the way to combine words, that most make the reason's sum."""
    sign = -1 if part["contribution"].sum() < 0 else 1
    strength = candidates["contribution"] * sign
    feature = strength.groupby(_names(candidates), sort=False).sum().idxmax()
    rows = candidates[_names(candidates) == feature]
    ways = part[part["way"].isin(rows["way"])]
    way = (ways["contribution"] * sign).groupby(ways["way"], sort=False).sum().idxmax()
    return rows[rows["way"] == way].iloc[0]
