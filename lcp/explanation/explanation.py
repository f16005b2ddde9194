"""Contributions of the features to predictions, as tables and as explanations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import pandas as pd

from lcp.corpora.instances import as_instances
from lcp.english.text import expression_words
from lcp.estimators.contributions import contributions
from lcp.explanation.distribution import shares
from lcp.explanation.reasons import By, Reason, gather

if TYPE_CHECKING:
    from lcp.features.featureset import FeatureSet


@dataclass(frozen=True)
class Explanation:
    """Explanation of the predicted complexity of one target.

    Attributes
    ----------
    sentence, target, genre : str
        The instance.
    base : float
        Start of every explanation: about the mean complexity of the training instances.
    total : float
        Sum of base and contributions: the prediction before it is clipped.
    complexity : float
        The prediction, from 0 (very easy) to 1 (very difficult).
    features : DataFrame of shape (n_features, 11)
        Indexed by column: ``family``, ``feature``, ``aggregation`` (of an expression's words),
        ``level``, ``description``, ``unit``, ``value``, ``subject`` (the word of an expression
        that has the value), ``below`` and ``above`` (percentages of the training data with a
        lower and a higher value; NaN if the model has no percentiles) and ``contribution``, on
        the scale from 0 to 1.
    training_data : str, default="the training data"
        Name of the data that values are compared with.
    """

    sentence: str
    target: str
    genre: str
    base: float
    total: float
    complexity: float
    features: pd.DataFrame
    training_data: str = "the training data"

    @property
    def clipped(self) -> bool:
        """Whether the total is outside the scale from 0 to 1."""
        return self.total != self.complexity

    def families(self) -> pd.Series[float]:
        """Return the contribution of each family; with the base they add up to the total."""
        return self.features.groupby("family", sort=False)["contribution"].sum()

    def reasons(self, by: By = "theme", limit: int = 8) -> list[Reason]:
        """Sum contributions into reasons; see :func:`lcp.explanation.reasons.gather`."""
        return gather(self.features, by, limit, training_data=self.training_data)

    def to_frame(self) -> pd.DataFrame:
        """Return `features` below a row ``base``; its contributions add up to the total."""
        base = pd.DataFrame({"contribution": [self.base]}, index=["base"])
        table = pd.concat([base, self.features])[list(self.features.columns)]
        table.index.name = "column"
        return table

    def to_dict(self, by: By = "theme", limit: int = 8) -> dict[str, Any]:
        """Return everything as JSON types; unknown numbers are None."""
        rows = self.features.reset_index(names="column").to_dict(orient="records")
        return {
            "sentence": self.sentence,
            "target": self.target,
            "genre": self.genre,
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
            "features": [
                {str(key): _none_if_nan(value) for key, value in row.items()} for row in rows
            ],
        }


class Explanations(Sequence[Explanation]):
    """Contributions of every feature to the predictions of instances.

    Parameters
    ----------
    features : FeatureSet
        A fitted feature set.
    estimator : scikit-learn regressor
        A fitted estimator; see :func:`lcp.estimators.contributions.contributions`.
    table : DataFrame of shape (n_instances, ...)
        Instances.
    quantiles : DataFrame of shape (101, n_features), optional
        Percentiles of the features in the training data. Default: no comparisons.
    training_data : str, default="the training data"
        Name of the training data in comparisons.

    Attributes
    ----------
    base : Series of shape (n_instances,)
        Start of each explanation: about the mean complexity of the training instances.
    contributions : DataFrame of shape (n_instances, n_features)
        On the scale from 0 to 1. Each row and its base add up to the prediction before it is
        clipped.
    values : DataFrame of shape (n_instances, n_features)
        The features; NaN if unknown.
    predictions : Series of shape (n_instances,)
        Complexity from 0 to 1.

    Raises
    ------
    InputError
        If the estimator's predictions cannot be attributed to its features.
    """

    def __init__(
        self,
        features: FeatureSet,
        estimator: Any,
        table: pd.DataFrame,
        quantiles: pd.DataFrame | None = None,
        *,
        training_data: str = "the training data",
    ) -> None:
        table = as_instances(table)
        self.values = features.transform(table)
        attributed = contributions(estimator, self.values)
        index, columns = self.values.index, self.values.columns
        self.contributions = pd.DataFrame(attributed[:, :-1], index=index, columns=columns)
        self.base = pd.Series(attributed[:, -1], index=index, name="base")
        predicted = estimator.predict(self.values) if len(table) else np.empty(0)
        self._totals = pd.Series(predicted, index=index, dtype=np.float64)
        self.predictions = self._totals.clip(0, 1).rename("complexity")
        self._table, self._features, self._quantiles = table, features, quantiles
        self._training_data = training_data

    def families(self) -> pd.DataFrame:
        """Return contributions summed over each family; shape (n_instances, n_families)."""
        family = self.contributions.columns.str.split("__").str[0]
        return self.contributions.T.groupby(family, sort=False).sum().T

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, index: int) -> Explanation: ...
    @overload
    def __getitem__(self, index: slice) -> list[Explanation]: ...
    def __getitem__(self, index: int | slice) -> Explanation | list[Explanation]:
        """Return the explanation of an instance by its position in the table."""
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        row = self._table.iloc[index]
        target = str(row["token"])
        return Explanation(
            sentence=str(row["sentence"]),
            target=target,
            genre=str(row.get("genre", "")),
            base=float(self.base.iloc[index]),
            total=float(self._totals.iloc[index]),
            complexity=float(self.predictions.iloc[index]),
            features=self._features_of(index, expression_words(target)),
            training_data=self._training_data,
        )

    def _features_of(self, index: int, words: list[str]) -> pd.DataFrame:
        """Return :attr:`Explanation.features` of an instance."""
        table = self._described.copy()
        table["value"] = values = self.values.iloc[index].to_numpy(dtype=np.float64)
        table["subject"] = self._subjects(table, words) if len(words) > 1 else ""
        table["below"], table["above"] = (
            (np.nan, np.nan) if self._quantiles is None else shares(values, self._quantiles)
        )
        table["contribution"] = self.contributions.iloc[index].to_numpy()
        return table

    @cached_property
    def _described(self) -> pd.DataFrame:
        """Family, feature, aggregation, level, description and unit of each column."""
        features = self._features.feature_table()
        features.index = pd.Index(features["family"] + "__" + features["feature"])
        names = self.values.columns.str.partition("@").to_frame(index=False)
        table = features.loc[names[0], ["family", "feature", "level", "description", "unit"]]
        table.index = self.values.columns
        table.insert(2, "aggregation", names[2].to_numpy())
        return table

    def _subjects(self, table: pd.DataFrame, words: list[str]) -> list[str]:
        """Name the word of an expression that has each value."""
        # A word as its own sentence: its word-level features are the same in any sentence.
        alone = pd.DataFrame({"genre": "", "sentence": words, "token": words})
        word_values = self._features.transform(alone)
        return [
            _subject(aggregation, value, words, word_values[column].tolist())
            for column, aggregation, value in zip(
                table.index, table["aggregation"], table["value"], strict=True
            )
        ]


def _subject(aggregation: str, value: float, words: list[str], word_values: list[float]) -> str:
    if aggregation == "mean":
        return "on average"
    if aggregation == "first":
        return f"“{words[0]}”"
    if aggregation == "last":
        return f"“{words[-1]}”"
    if aggregation in ("min", "max") and value in word_values:
        return f"“{words[word_values.index(value)]}”"
    return ""


def _none_if_nan(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value
