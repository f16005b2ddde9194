"""Contributions of the features to predictions, as tables and as explanations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np
import pandas as pd

from lcp.base.caches import cached_property
from lcp.english.english_words import is_english
from lcp.english.spellings import merge_spellings
from lcp.explanation.reasons import By, Reason, clear_reasons, gather, signed
from lcp.features.aggregation import BY_FREQUENCY
from lcp.model.saved_model import as_model
from lcp.tables.formatting import Table, notebook_html, number
from lcp.targets import Targets

if TYPE_CHECKING:
    from pathlib import Path

    from lcp.base.array_types import Floats, Singles
    from lcp.model.model import ComplexityModel
    from lcp.targets.targets import Instances


#: Number of instances that a notebook shows.
SHOWN = 20


@dataclass(frozen=True, repr=False)
class Explanation:
    """Explanation of the predicted complexity of one target.

    Attributes
    ----------
    sentence, target, genre : str
        The instance.
    base : float
        Base value: about the mean training complexity.
    total : float
        Sum of base and contributions: the prediction before it is clipped.
    complexity : float
        The prediction, from 0 (very easy) to 1 (very difficult).
    measured : str
        The target as its features measure it, perhaps in another spelling.
    features : DataFrame of shape (n_features, 11)
        Indexed by column: ``family``, ``feature``, ``aggregation`` (of an expression's words),
        ``description``, ``unit``, ``predicted`` (whether the value is), ``value``, ``subject`` (the
        word of an expression that has the value), ``below`` and ``above`` (percentages of the
        training data with a lower and a higher value; NaN if unknown) and ``contribution``, on
        the scale from 0 to 1.
    """

    sentence: str
    target: str
    genre: str
    base: float
    total: float
    complexity: float
    measured: str
    features: pd.DataFrame

    def __repr__(self) -> str:
        reasons = (f"{signed(each.contribution)} {each.title}" for each in self.reasons(limit=4))
        start = f"{self.target!r} {self.complexity:.4f} = {number(self.base, 3)}"
        return f"<Explanation of {' '.join([start, *reasons])}>"

    def _repr_html_(self) -> str:
        head = f"“{self.target}” {self.complexity:.4f}"
        return notebook_html(head, self.note, self.table())

    def table(self, by: By = "theme") -> Table:
        """Return the sum of the base and the reasons as a table of text with bars."""
        reasons = self.reasons(by)
        rows = [
            ["average prediction", number(self.base, 3)],
            *([f"{each.title}: {each.text}", signed(each.contribution)] for each in reasons),
            ["prediction", number(self.total, 3)],
        ]
        bars = [0.0, *(reason.contribution for reason in reasons), 0.0]
        return Table("", ["reason", "easier (−) or harder (+)"], rows, bars=bars)

    @property
    def note(self) -> str:
        """Sentences on another spelling that is measured, and on a prediction that is clipped."""
        other = self.measured.lower() != self.target.lower()
        spelling = f"The features of the target are those of “{self.measured}”." if other else ""
        if 0 <= self.total <= 1:
            return spelling
        total = f"{self.total:.3f}".replace("-", "−")
        return f"{spelling} ".lstrip() + (
            f"The contributions add up to {total}, outside the scale from 0 to 1; the prediction "
            f"is clipped to {self.complexity:.0f}."
        )

    def reasons(self, by: By = "theme", limit: int = 8) -> list[Reason]:
        """Sum contributions into reasons; see :func:`lcp.explanation.reasons.gather`."""
        return gather(self.features, by, limit)

    def clear_reasons(self) -> list[Reason]:
        """Return the reasons that a reader can understand without the model, the largest first."""
        return clear_reasons(self.features)

    def to_frame(self) -> pd.DataFrame:
        """Return `features` below a row ``base``; its contributions add up to the total."""
        base = pd.DataFrame({"contribution": [self.base]}, index=["base"])
        table = pd.concat([base, self.features])[list(self.features.columns)]
        table.index.name = "column"
        return table


@dataclass(frozen=True, eq=False, repr=False)
class Explanations(Sequence[Explanation]):
    """Contributions of every feature to the predictions of instances: a sequence of explanations.

    Parameters
    ----------
    model : ComplexityModel
        A fitted model.
    targets : Targets
        Instances.
    forms : sequence of str
        The form in which each target is measured.
    values : DataFrame of shape (n_instances, n_features)
        Their features; NaN if unknown.
    contributions : DataFrame of shape (n_instances, n_features)
        On the scale from 0 to 1. Each row and its base add up to the prediction before it is
        clipped.
    base : Series of shape (n_instances,)
        Start of each explanation: about the mean complexity of the training instances.
    """

    model: ComplexityModel
    targets: Targets
    forms: Sequence[str]
    values: pd.DataFrame
    contributions: pd.DataFrame
    base: pd.Series[float]

    @cached_property
    def totals(self) -> pd.Series[float]:
        """Predictions before they are clipped."""
        total = self.contributions.sum(axis=1) + self.base
        # The sum differs from the prediction in its last digits too.
        same = np.isclose(total, self.predictions, rtol=0, atol=1e-9)
        return total.mask(same, self.predictions)

    @cached_property
    def predictions(self) -> pd.Series[float]:
        """Complexity, 0-1."""
        return pd.Series(self.model.predict(self.targets), name="complexity")

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, index: int) -> Explanation: ...

    @overload
    def __getitem__(self, index: slice) -> Explanations: ...

    def __getitem__(self, index: int | slice) -> Explanation | Explanations:
        """Return the explanation of an instance, or of several, by position in the table."""
        position = range(len(self))[index]
        if isinstance(position, range):
            return self._part(list(position))
        total = float(self.totals.iloc[position])
        return Explanation(
            sentence=self.targets.sentence[position],
            target=self.targets.target[position],
            genre=self.targets.genre[position],
            base=float(self.base.iloc[position]),
            total=total,
            complexity=float(self.predictions.iloc[position]),
            measured=self._measured(position),
            features=self._features_of(position),
        )

    def _part(self, rows: list[int]) -> Explanations:
        tables = (self.values, self.contributions)
        values, contributions = (each.iloc[rows].reset_index(drop=True) for each in tables)
        forms = [self.forms[row] for row in rows]
        base = self.base.iloc[rows].reset_index(drop=True)
        return Explanations(self.model, self.targets.take(rows), forms, values, contributions, base)

    def __repr__(self) -> str:
        shown = zip(self.targets.target[:5], self.predictions, strict=False)
        words = [f"{target!r} {value:.2f}" for target, value in shown]
        more = ["…"] if len(self) > len(words) else []
        return f"<{len(self):,} Explanations: {', '.join([*words, *more])}>"

    def _repr_html_(self) -> str:
        rows = []
        for each in self[:SHOWN]:
            main = each.reasons(limit=4)[:3]
            reasons = ", ".join(f"{r.title} {signed(r.contribution)}" for r in main)
            rows.append([each.target, number(each.complexity), reasons])
        table = Table("", ["target", "complexity", "main reasons"], rows)
        return notebook_html(f"{len(self):,} explanations", table)

    def _measured(self, position: int) -> str:
        target = self.targets.target[position]
        merges = self.model.state_.feature_set.merge_spellings
        return merge_spellings([target])[0] if merges else target

    def _features_of(self, position: int) -> pd.DataFrame:
        """Return :attr:`Explanation.features` of an instance."""
        words = self.forms[position].split()
        # The verb may be measured in another form ("kicked the bucket"), and without its object.
        names = self.targets.target[position].split()
        names = names if len(names) == len(words) else [*names[:1], *words[1:]]
        table = self._described.copy()
        table["value"] = values = self.values.iloc[position].to_numpy(dtype=np.float64)
        if not is_english(self.targets.target[position]):
            families = self.model.state_.feature_set.families_.items()
            of_english = [name for name, member in families if member.of_english]
            table["value"] = values = np.where(table["family"].isin(of_english), np.nan, values)
        table["subject"] = self._subjects(table, words, names) if len(words) > 1 else ""
        table["below"], table["above"] = shares(values, self.model.state_.quantiles)
        table["contribution"] = self.contributions.iloc[position].to_numpy()
        return table

    @cached_property
    def _described(self) -> pd.DataFrame:
        """Family, feature, aggregation, description, unit and provenance of each column."""
        features = self.model.state_.feature_set.feature_table()
        names = self.values.columns.str.partition("@").to_frame(index=False)
        table = features.loc[names[0], ["family", "feature", "description", "unit", "predicted"]]
        table.index = self.values.columns
        table.insert(2, "aggregation", names[2].to_numpy())
        return table

    def _subjects(self, table: pd.DataFrame, words: list[str], names: list[str]) -> list[str]:
        """Name the word of an expression that has each value."""
        # The features of words are the same in any sentence.
        word_values = self.model.feature_set_.transform(Targets.words(words))
        return [
            _subject(aggregation, value, names, word_values[column].tolist())
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
    if aggregation in ("min", "max", *BY_FREQUENCY) and value in word_values:
        return f"“{words[word_values.index(value)]}”"
    return ""


def explain(X: Instances, *, model: ComplexityModel | str | Path | None = None) -> Explanations:
    """Attribute each prediction of a model to the features, exactly.

    Parameters
    ----------
    X : Targets, DataFrame of shape (n_instances, ...) or list of dict
        As for :meth:`lcp.ComplexityModel.predictions`.
    model : ComplexityModel, path or str, optional
        A model, or its folder. Default: the bundled model.

    Returns
    -------
    Explanations
        Contributions as tables, and an :class:`Explanation` for each instance.

    Raises
    ------
    InputError
        If the estimator cannot be explained; the message names the recipes that can.

    Examples
    --------
    >>> import lcp
    >>> instances = [{"sentence": "A deep river.", "token": "river"}]
    >>> str(lcp.explain(instances)[0].clear_reasons()[0])
    'Age of learning: probably learned early (about age 6); makes it easier by 0.05.'
    """
    targets = Targets.table(X)
    explained = as_model(model)
    forms, values, contributed = explained.predictor_.contributions(targets)
    columns = explained.feature_set_.get_feature_names_out()
    return Explanations(
        explained,
        targets,
        forms,
        pd.DataFrame(values, columns=columns),
        pd.DataFrame(contributed[:, :-1], columns=columns),
        pd.Series(contributed[:, -1], name="base"),
    )


def shares(values: Floats, percentiles: Singles) -> tuple[Floats, Floats]:
    """Return the percentages of the training data below and above each value.

    Parameters
    ----------
    values : ndarray of shape (n_features,)
        One value for each column of `percentiles`.
    percentiles : float32 array of shape (101, n_features)
        Percentiles of :func:`lcp.model.fitting.percentiles`.

    Returns
    -------
    below, above : ndarrays of shape (n_features,)
        Whole numbers from 0 to 100, rounded down; 100 only for a value outside the range of
        the training data. NaN if the value or the distribution is unknown.

    Examples
    --------
    >>> percentiles = np.column_stack([np.arange(101.0), np.repeat([0.0, 1.0], [51, 50])])
    >>> shares(np.array([92.5, 1.0]), percentiles)
    (array([92., 50.]), array([7., 0.]))
    """
    points = percentiles.astype(np.float64)
    # Round the values as the stored percentiles were.
    rounded = values.astype(percentiles.dtype).astype(np.float64)
    unknown = np.isnan(rounded) | np.isnan(points).any(axis=0)
    last = len(points) - 1
    below, above = (
        np.where(unknown, np.nan, np.where(count > last, 100, (count - 1).clip(0)))
        for count in ((points < rounded).sum(axis=0), (points > rounded).sum(axis=0))
    )
    return below, above
