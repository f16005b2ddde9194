"""Predictions and prediction intervals for different readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, get_args

import numpy as np

from lcp.base import Estimator, check_fitted
from lcp.columns import Columns, columns_of, n_rows, selected
from lcp.corpora.instances import row_name
from lcp.corpora.registry import Readers
from lcp.errors import InputError, nearest
from lcp.model.conformal import ConformalInterval

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    from lcp.model.fitted_model import FittedModel

#: Readers of an instance that does not name any.
DEFAULT_READERS = "general"
_WITHOUT_FIRST_LANGUAGE = {"", *(name for name in get_args(Readers) if ":" not in name)}


def first_language_of(readers: str) -> str:
    """Return the first language of learners, or an empty string.

    >>> first_language_of("learner:es"), first_language_of("learner")
    ('es', '')
    """
    return str(readers).partition(":")[2]


def check_readers(model: FittedModel | None, readers: Readers, *, where: str = "readers") -> None:
    """Raise :class:`InputError` if there are no such readers, or a model does not predict for them.

    Parameters
    ----------
    model : ComplexityModel or None
        A fitted model. None checks the name of the readers only.
    readers : str
        Who reads the text.
    where : str, default="readers"
        Name of the argument in the error.
    """
    if str(readers) not in get_args(Readers):
        raise InputError(
            f"There are no readers '{readers}'.",
            where=where,
            hint=nearest(str(readers), get_args(Readers)),
        )
    if model is None or readers in model.readers():
        return
    if readers == "learner" and "first_language" not in model.feature_set_.families:
        raise InputError(
            "The model was not trained on ratings by learners.",
            where=where,
            hint="Use the bundled model, or train one with `lcp fit --corpus complex "
            "--corpus cefr --features core-readers --model multi-source`.",
        )
    raise InputError(
        f"The model does not predict for readers '{readers}'.",
        where=where,
        hint=f"It predicts for {', '.join(model.readers())}.",
    )


def check_readers_column(model: FittedModel, table: pd.DataFrame) -> None:
    """Raise :class:`InputError` for the first instance whose readers do not exist.

    The same for learners with a first language that the model does not predict for. An empty cell
    or NaN stands for general readers.
    """
    if "readers" not in table:
        return
    column = table["readers"]
    for row, (name, is_missing) in enumerate(zip(column, column.isna(), strict=True)):
        if not is_missing and str(name) not in _WITHOUT_FIRST_LANGUAGE:
            check_readers(model, name, where=f"{row_name(row)}, readers")


def calibrated(
    table: pd.DataFrame, predictions: pd.DataFrame | ArrayLike
) -> ConformalInterval | ReaderIntervals:
    """Return intervals fitted to out-of-fold predictions, one for each kind of readers."""
    several = len(set(table.get("readers", ()))) > 1
    return (ReaderIntervals() if several else ConformalInterval()).fit(table, predictions)


class ReaderIntervals(Estimator):
    """A :class:`ConformalInterval` for each kind of readers, because their scales differ.

    Attributes
    ----------
    intervals_ : dict of str to ConformalInterval
        Fitted intervals by readers, such as ``general`` and ``learner``.
    """

    def fit(self, table: pd.DataFrame, predictions: pd.DataFrame | ArrayLike) -> Self:
        """Learn from out-of-fold predictions; parameters as in :meth:`ConformalInterval.fit`."""
        predicted = np.asarray(predictions, dtype=np.float64)
        self.intervals_ = {
            readers: ConformalInterval().fit(table[rows], predicted[rows])
            for readers, rows in _rows_by_readers(table).items()
        }
        return self

    def predict(
        self, table: pd.DataFrame, predicted: ArrayLike, *, coverage: float = 0.9
    ) -> pd.DataFrame:
        """Return the limits of predictions; parameters as in :meth:`ConformalInterval.predict`."""
        import pandas as pd

        names = [name for name in ("token", "genre", "readers") if name in table]
        limits = self.limits(columns_of(table[names]), predicted, coverage=coverage)
        return pd.DataFrame(limits, index=table.index, columns=["low", "high"])

    def limits(
        self, columns: Columns, predicted: ArrayLike, *, coverage: float = 0.9
    ) -> NDArray[np.float64]:
        """Return the limits as an array; see :meth:`ConformalInterval.limits`."""
        check_fitted(self)
        values = np.asarray(predicted, dtype=np.float64)
        limits = np.full((len(values), 2), np.nan)
        readers = columns.get("readers", [DEFAULT_READERS] * n_rows(columns))
        for name in dict.fromkeys(readers):
            interval = self.intervals_.get(name) or next(iter(self.intervals_.values()))
            rows = [other == name for other in readers]
            limits[rows] = interval.limits(selected(columns, rows), values[rows], coverage=coverage)
        return limits

    def to_dict(self) -> dict[str, Any]:
        """Return the fitted intervals as JSON types, for :func:`intervals_from_dict`."""
        check_fitted(self)
        return {"readers": {name: part.to_dict() for name, part in self.intervals_.items()}}


def intervals_from_dict(about: dict[str, Any]) -> ConformalInterval | ReaderIntervals:
    """Restore what ``to_dict`` of either class returned.

    Raises
    ------
    KeyError, TypeError, ValueError
        If `about` was not made by ``to_dict``.
    """
    if "readers" not in about:
        return ConformalInterval.from_dict(about)
    intervals = ReaderIntervals()
    intervals.intervals_ = {
        name: ConformalInterval.from_dict(part) for name, part in about["readers"].items()
    }
    return intervals


def _rows_by_readers(table: pd.DataFrame) -> dict[str, Any]:
    if "readers" not in table:
        return {DEFAULT_READERS: np.ones(len(table), dtype=bool)}
    return {name: table["readers"].eq(name).to_numpy() for name in table["readers"].unique()}
