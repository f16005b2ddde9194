"""Contributions of instances, and what is to be said of one of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import pandas as pd

from lcp.corpora.instances import as_instances
from lcp.estimators.contributions import contributions
from lcp.explanation.distribution import shares
from lcp.explanation.reasons import By, Reason, gather
from lcp.text import expression_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.featureset import FeatureSet

#: Ways to combine whose value is one word's own.
OF_ONE_WORD = ("first", "last", "min", "max")


@dataclass(frozen=True)
class Explanation:
    """Why one target gets its complexity.

    Attributes
    ----------
    sentence, target, corpus : str
        The instance.
    base : float
        Where every explanation starts: about the mean complexity of the training instances.
    total : float
        Base and contributions together: the prediction before it is clipped.
    complexity : float
        The prediction, from 0 (very easy) to 1 (very difficult).
    features : DataFrame of shape (n_features, 11)
        Indexed by column: ``family``, ``feature``, ``way`` (that the words of an expression
        are combined in), ``level``, ``description``, ``unit``, ``value``, ``subject`` (the
        word that the value is of, in an expression), ``below`` and ``above`` (percent of the
        training data whose value is lower and higher; NaN where the model does not know it)
        and ``contribution``, on the scale from 0 to 1.
    """

    sentence: str
    target: str
    corpus: str
    base: float
    total: float
    complexity: float
    features: pd.DataFrame

    @property
    def clipped(self) -> bool:
        """Whether the contributions lead out of the scale from 0 to 1."""
        return self.total != self.complexity

    def families(self) -> pd.Series[float]:
        """Contribution of each family; they and the base add up to the total."""
        return self.features.groupby("family", sort=False)["contribution"].sum()

    def reasons(self, by: By = "theme", limit: int = 8) -> list[Reason]:
        """Sum contributions into a few reasons in words; see :func:`lcp.explanation.gather`."""
        return gather(self.features, by, limit)

    def to_frame(self) -> pd.DataFrame:
        """Give `features` below a row for the base: the contributions add up to the total."""
        base = pd.DataFrame({"contribution": [self.base]}, index=["base"])
        table = pd.concat([base, self.features])[list(self.features.columns)]
        table.index.name = "column"
        return table

    def to_dict(self, by: By = "theme", limit: int = 8) -> dict[str, Any]:
        """Everything in what JSON can hold; None where a number is unknown."""
        rows = self.features.reset_index(names="column").to_dict(orient="records")
        return {
            "sentence": self.sentence,
            "target": self.target,
            "corpus": self.corpus,
            "complexity": self.complexity,
            "base": self.base,
            "total": self.total,
            "clipped": self.clipped,
            "reasons": [
                {
                    "title": reason.title,
                    "text": reason.text,
                    "effect": reason.effect,
                    "contribution": reason.contribution,
                    "columns": list(reason.columns),
                }
                for reason in self.reasons(by, limit)
            ],
            "families": {str(name): float(value) for name, value in self.families().items()},
            "features": [{str(key): _known(value) for key, value in row.items()} for row in rows],
        }


class Explanations(Sequence[Explanation]):
    """Contributions of every feature to the predictions of instances.

    Parameters
    ----------
    features : FeatureSet
        Fitted.
    estimator : scikit-learn regressor
        Fitted; see :func:`lcp.estimators.contributions.contributions`.
    table : DataFrame of shape (n_instances, ...)
        Instances.
    quantiles : DataFrame of shape (101, n_features) or None
        The features in the training data, where they are known.

    Attributes
    ----------
    base : Series of shape (n_instances,)
        Where each explanation starts: about the mean complexity of the training instances.
    contributions : DataFrame of shape (n_instances, n_features)
        On the scale from 0 to 1. Each row and its base add up to the prediction before it is
        clipped.
    values : DataFrame of shape (n_instances, n_features)
        The features; NaN where unknown.
    predictions : Series of shape (n_instances,)
        Complexity from 0 to 1.

    Raises
    ------
    InputError
        When the estimator's predictions cannot be shared out over its features.
    """

    def __init__(
        self,
        features: FeatureSet,
        estimator: Any,
        table: pd.DataFrame,
        quantiles: pd.DataFrame | None,
    ) -> None:
        table = as_instances(table)
        self.values = features.transform(table)
        shared = contributions(estimator, self.values)
        index, columns = self.values.index, self.values.columns
        self.contributions = pd.DataFrame(shared[:, :-1], index=index, columns=columns)
        self.base = pd.Series(shared[:, -1], index=index, name="base")
        predicted = estimator.predict(self.values) if len(table) else np.empty(0)
        self._totals = pd.Series(predicted, index=index, dtype=np.float64)
        self.predictions = self._totals.clip(0, 1).rename("complexity")
        self._table, self._features, self._quantiles = table, features, quantiles

    def families(self) -> pd.DataFrame:
        """Contributions summed over each family; shape (n_instances, n_families)."""
        family = self.contributions.columns.str.split("__").str[0]
        return self.contributions.T.groupby(family, sort=False).sum().T

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, index: int) -> Explanation: ...
    @overload
    def __getitem__(self, index: slice) -> list[Explanation]: ...
    def __getitem__(self, index: int | slice) -> Explanation | list[Explanation]:
        """Explanation of an instance by its place in the table."""
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        row = self._table.iloc[index]
        values = self.values.iloc[index].to_numpy(dtype=np.float64)
        table = self._described.copy()
        table["value"] = values
        words = expression_words(str(row["token"]))
        table["subject"] = "" if len(words) == 1 else self._subjects(words, table)
        known = self._quantiles
        unknown = np.full(len(values), np.nan)
        table["below"], table["above"] = (
            (unknown, unknown) if known is None else shares(values, known)
        )
        table["contribution"] = self.contributions.iloc[index].to_numpy()
        return Explanation(
            sentence=str(row["sentence"]),
            target=str(row["token"]),
            corpus=str(row.get("corpus", "")),
            base=float(self.base.iloc[index]),
            total=float(self._totals.iloc[index]),
            complexity=float(self.predictions.iloc[index]),
            features=table,
        )

    @cached_property
    def _described(self) -> pd.DataFrame:
        """Family, feature, way, level, description and unit of each column."""
        told = self._features.describe()
        told.index = pd.Index(told["family"] + "__" + told["feature"])
        names = self.values.columns.str.partition("@").to_frame(index=False)
        table = told.loc[names[0], ["family", "feature", "level", "description", "unit"]]
        table.index = self.values.columns
        table.insert(2, "way", names[2].to_numpy())
        return table

    def _subjects(self, words: list[str], table: pd.DataFrame) -> list[str]:
        """Whose value it is: that of one of an expression's words, or their mean."""
        alone = pd.DataFrame({"corpus": "", "sentence": words, "token": words})
        own = self._features.transform(alone)
        return [
            _subject(way, words, own[column].to_numpy(), value)
            for column, way, value in zip(table.index, table["way"], table["value"], strict=True)
        ]


def _subject(way: str, words: list[str], own: NDArray[np.float64], value: float) -> str:
    if way == "mean":
        return "on average"
    if way not in OF_ONE_WORD:
        return ""
    places = {"first": [0], "last": [len(words) - 1]}.get(way, np.flatnonzero(own == value))
    return f"“{words[places[0]]}”" if len(places) else ""


def _known(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value
