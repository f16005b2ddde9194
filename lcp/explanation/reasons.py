"""Contributions summed into a few reasons, each in plain words: "rare", "learned late".

Themes and the wording of features are in ``themes.toml``.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, get_args

from lcp.errors import check_whole, unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

#: What contributions are summed over: a theme, a family, one feature with all its aggregations,
#: or a single column.
By = Literal["theme", "family", "feature", "column"]

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
        Description of the target in this respect, such as ``"rare"``.
    contribution : float
        On the scale from 0 to 1; a positive contribution makes the target harder.
    columns : tuple of str
        The columns whose contributions are summed.
    agrees : bool
        Whether the text explains the contribution to a reader: a word is not harder because it is
        common, and components of word vectors say nothing.
    """

    title: str
    text: str
    contribution: float
    columns: tuple[str, ...]
    agrees: bool = False

    @property
    def effect(self) -> str:
        """Effect on the prediction, in words.

        >>> Reason("Length", "long (14 letters)", 0.0312, ()).effect
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


def gather(features: pd.DataFrame, by: By = "theme", limit: int | None = 8) -> list[Reason]:
    """Sum contributions into reasons, the largest first.

    Parameters
    ----------
    features : DataFrame
        See :attr:`lcp.explanation.explanation.Explanation.features`.
    by : {"theme", "family", "feature", "column"}, default="theme"
        Unit of the sums. Families without a theme are separate reasons.
    limit : int or None, default=8
        Largest number of reasons, at least 2. The last one, "everything else", sums up the rest.

    Raises
    ------
    InputError
        If `by` is none of the options, or the limit is below 2.
    """
    if by not in get_args(By):
        raise unknown("sum of contributions by", by, get_args(By), where="by")
    if limit is not None:
        check_whole("limit", limit, 2)  # one reason and everything else
    titles = _titles(features, by)
    grouped = features.groupby(titles, sort=False)
    groups = sorted(grouped, key=lambda item: -abs(item[1]["contribution"].sum()))
    largest = groups if limit is None or len(groups) <= limit else groups[: limit - 1]
    reasons = [_reason(str(title), group, by) for title, group in largest]
    rest = groups[len(largest) :]
    if rest:
        left = {title for title, _ in rest}
        everything_else = features[titles.isin(left)]
        contributing = [str(title) for title, group in rest if group["contribution"].any()]
        text = _first_titles(contributing) or "features without effect"
        total = float(everything_else["contribution"].sum())
        reasons.append(Reason("everything else", text, total, tuple(everything_else.index)))
    return reasons


def clear_reasons(features: pd.DataFrame, smallest: float = 0.005, limit: int = 5) -> list[Reason]:
    """Return the reasons that a reader can understand without the model, the largest first.

    They are at most `limit`, and their contributions at least `smallest`.
    """
    agreeing = (reason for reason in gather(features, limit=None) if reason.agrees)
    return [reason for reason in agreeing if abs(reason.contribution) >= smallest][:limit]


def _reason(title: str, group: pd.DataFrame, by: By) -> Reason:
    """Describe a group by its strongest feature whose description agrees with the sum."""
    total = float(group["contribution"].sum())
    strength = group["contribution"] * (-1 if total < 0 else 1)
    ordered = group.loc[strength.sort_values(ascending=False, kind="stable").index]
    text = ""
    if by in ("theme", "family"):
        rows = (row for _, row in ordered.iterrows())
        text = next(filter(None, (_agreeing(row, harder=total > 0) for row in rows)), "")
    return Reason(title, text or _neutral(ordered, by), total, tuple(group.index), bool(text))


def _agreeing(row: pd.Series[Any], *, harder: bool, clearly: float = 65) -> str:
    """Return a phrase that agrees with the effect of a feature, or an empty string.

    A value between the limits is compared with the training data if it differs from at least this
    percentage of them.
    """
    phrase = phrases().get(f"{row['family']}__{row['feature']}")
    if phrase is None or not phrase.harder or math.isnan(row["value"]):
        return ""
    # Whether the value must be low to agree with the effect.
    low = (phrase.harder == "low") == harder
    lean = phrase.lean(row)
    if lean:
        return phrase.text(row) if (lean < 0) == low else ""
    share, comparison = row["above" if low else "below"], phrase.compare[not low]
    return phrase.text(row, comparison) if comparison and share >= clearly else ""


def _neutral(ordered: pd.DataFrame, by: By) -> str:
    """Describe a group by its strongest feature: a theme by a phrase, others by the value."""
    names = _feature_names(ordered)
    theme = theme_of(names.iloc[0]) if by == "theme" else None
    if theme is not None:
        phrased = ordered[names.isin(list(theme.phrases))]
        measured = phrased[phrased["value"].notna()]
        if not measured.empty:
            return theme.phrases[names[measured.index[0]]].text(measured.iloc[0])
        # The feature set may lack every feature for which the theme has a phrase.
        if not theme.phrases or not phrased.empty:
            return theme.unknown
    row = ordered.iloc[0]
    head = f"{row['subject']}, {row['description']}" if row["subject"] else row["description"]
    if math.isnan(row["value"]):
        return f"{head}: unknown"
    value = f"{row['value']:,.2f}".rstrip("0").rstrip(".")
    return f"{head}: {value} ({row['unit']})"


def _titles(features: pd.DataFrame, by: By) -> pd.Series[str]:
    if by == "column":
        return features.index.to_series()
    if by == "family":
        return features["family"]
    names = _feature_names(features)
    if by == "feature":
        return names
    themes = [theme_of(name) for name in names]
    titles = [
        family if theme is None else theme.title
        for theme, family in zip(themes, features["family"], strict=True)
    ]
    return type(names)(titles, index=features.index)


def _feature_names(features: pd.DataFrame) -> pd.Series[str]:
    """Return ``family__feature`` of each column, without its aggregation."""
    return features["family"] + "__" + features["feature"]


def _first_titles(titles: Sequence[str], most: int = 8) -> str:
    """Return the first titles, and the number of the others."""
    more = len(titles) - most
    return ", ".join(titles[:most]) + (f" and {more:,} more" if more > 0 else "")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Wording of one feature.

    Attributes
    ----------
    predicates : tuple of three str
        Texts such as ``"rare"`` for a value at or below the first limit, between the limits, and
        at or above the second.
    limits : tuple of two floats
        Limits in the feature's unit.
    scaled : dict of str to tuple of two floats
        Limits in other units that the feature may have, by unit.
    compare : tuple of two str
        Texts for a value between the limits that is lower, or higher, than most of the training
        data; empty if not compared.
    value : str
        Format of the value and its unit; may be empty.
    harder : {"low", "high", ""}
        Values that make a word harder; empty if readers cannot judge the feature.
    """

    predicates: tuple[str, str, str]
    limits: tuple[float, float]
    compare: tuple[str, str] = ("", "")
    value: str = ""
    harder: str = ""
    scaled: dict[str, tuple[float, float]] = field(default_factory=dict)

    def lean(self, row: pd.Series[Any]) -> int:
        """Return -1, 0 or 1 for a low, middle or high value."""
        low, high = self.scaled.get(row["unit"], self.limits)
        return -1 if row["value"] <= low else 1 if row["value"] >= high else 0

    def text(self, row: pd.Series[Any], comparison: str = "") -> str:
        """Describe a value, with the word of an expression that has it."""
        text = comparison or self.predicates[self.lean(row) + 1]
        text = f"probably {text}" if row["predicted"] else text
        if self.value:
            text = f"{text} ({self.value.format(row['value'])})"
        return f"{text}: {row['subject']}" if row["subject"].startswith("“") else text


@dataclass(frozen=True, slots=True)
class Theme:
    """Features that are summed into one reason.

    Attributes
    ----------
    title : str
        Title of the reason. It begins with a capital and never equals the name of a family.
    columns : tuple of str
        Patterns of ``family__feature``.
    phrases : dict of str to Phrase
        Wording of the features that can represent the theme, by ``family__feature``.
    unknown : str
        Text if none of these features has a value, and for a theme without phrases.
    """

    title: str
    columns: tuple[str, ...]
    phrases: dict[str, Phrase]
    unknown: str


@cache
def themes() -> tuple[Theme, ...]:
    """Return every theme in the order of ``themes.toml``."""
    text = files("lcp.explanation").joinpath("themes.toml").read_text(encoding="utf-8")
    return tuple(
        Theme(
            entry["title"],
            tuple(entry["columns"]),
            {
                column: _phrase(**options)
                for options in entry.get("phrases", ())
                for column in options["columns"]
            },
            entry.get("unknown", "no value available"),
        )
        for entry in tomllib.loads(text)["theme"]
    )


@cache
def phrases() -> dict[str, Phrase]:
    """Return the phrases of all themes by column."""
    return {column: phrase for theme in themes() for column, phrase in theme.phrases.items()}


@cache
def theme_of(column: str) -> Theme | None:
    """Return the first theme that contains a column ``family__feature``.

    >>> theme_of("frequency__zipf").title
    'Frequency'
    """
    for theme in themes():
        if any(fnmatchcase(column, pattern) for pattern in theme.columns):
            return theme
    return None


def _phrase(
    predicates: list[str], limits: list[float], compare: Sequence[str] = ("", ""), **options: Any
) -> Phrase:
    # Of two predicates, the second is also used between the limits.
    texts = predicates[0], predicates[1], predicates[-1]
    del options["columns"]
    return Phrase(texts, (limits[0], limits[1]), (compare[0], compare[1]), **options)
