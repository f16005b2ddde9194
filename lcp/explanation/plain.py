"""Reasons in plain words, without numbers of models: "rare", "learned late (about age 13)"."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.explanation.reasons import NEGLIGIBLE
from lcp.explanation.themes import phrases, theme_of

if TYPE_CHECKING:
    import pandas as pd

    from lcp.explanation.explanation import Explanation
    from lcp.explanation.themes import Phrase

#: Smallest contribution of a theme that is mentioned, and number of reasons.
SMALLEST, MOST = 0.005, 5
#: Percentage of the training data from which a value between the limits is compared.
CLEARLY = 65


class PlainReason(NamedTuple):
    """A reason in plain words.

    Attributes
    ----------
    text : str
        Description of the target, such as ``"rare"``.
    harder : bool
        Whether it makes the target harder, or easier.
    """

    text: str
    harder: bool


def plain_reasons(explanation: Explanation) -> list[PlainReason]:
    """Return the reasons that a reader can understand without the model, the largest first.

    A reason is left out if its description does not agree with its effect: a word is not harder
    because it is common. Features that readers cannot judge, such as word vectors, are left out
    too.
    """
    features = explanation.features
    names = features["family"] + "__" + features["feature"]
    themes = [theme.title if (theme := theme_of(name)) else "" for name in names]
    groups = [
        (float(group["contribution"].sum()), group)
        for title, group in features.groupby(themes, sort=False)
        if title
    ]
    reasons = []
    for total, group in sorted(groups, key=lambda item: -abs(item[0])):
        if abs(total) >= SMALLEST and (text := _text(group, harder=total > 0)):
            reasons.append(PlainReason(text, total > 0))
    return reasons[:MOST]


def _text(group: pd.DataFrame, *, harder: bool) -> str:
    """Describe the feature of a theme that contributes most and agrees with the effect."""
    sign = 1 if harder else -1
    order = (sign * group["contribution"]).sort_values(ascending=False, kind="stable").index
    for _, row in group.loc[order].iterrows():
        phrase = phrases().get(f"{row['family']}__{row['feature']}")
        if phrase is None or not phrase.harder or math.isnan(row["value"]):
            continue
        if sign * row["contribution"] > NEGLIGIBLE and (text := _agreeing(row, phrase, harder)):
            return f"{text}: {row['subject']}" if row["subject"].startswith("“") else text
    return ""


def _agreeing(row: pd.Series[Any], phrase: Phrase, harder: bool) -> str:  # noqa: FBT001
    """Return a text that agrees with the effect, or an empty string."""
    predicate, lean = phrase.predicate(row["value"])
    # Whether the value must be low to agree with the effect.
    low = (phrase.harder == "low") == harder
    if lean:
        text = predicate.removeprefix("is ") if (lean < 0) == low else ""
    else:
        share, comparative = (
            (row["above"], phrase.comparatives[0])
            if low
            else (row["below"], phrase.comparatives[1])
        )
        text = phrase.plain_compare.format(comparative) if share >= CLEARLY else ""
    if text and phrase.plain_value:
        return f"{text} ({phrase.plain_value.format(row['value'])})"
    return text
