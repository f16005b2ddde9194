"""A matrix of features: its columns say what they measure, and its rows who rated what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

import numpy as np

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Bools, Floats, Ints, Objects
    from lcp.targets import Targets

    Which = Literal["first", "last", "rarest", "commonest"]


class Column(NamedTuple):
    """A column of features.

    Attributes
    ----------
    family, feature : str
        The feature family, "" if there is none, and the name of the feature in it.
    aggregation : str
        What the words of an expression are combined by, such as ``mean`` or ``first``; "" for a
        feature of the whole target.

    Examples
    --------
    >>> str(Column("frequency", "zipf", "min"))
    'frequency__zipf@min'
    """

    family: str
    feature: str
    aggregation: str = ""

    def __str__(self) -> str:
        start = f"{self.family}__" if self.family else ""
        return start + self.feature + (f"@{self.aggregation}" if self.aggregation else "")

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the column of a name.

        >>> Column.named("frequency__zipf@min")
        Column(family='frequency', feature='zipf', aggregation='min')
        """
        whole, _, aggregation = name.rpartition("@")
        if not whole:
            whole, aggregation = name, ""
        family, separator, feature = whole.partition("__")
        return cls(family, feature, aggregation) if separator else cls("", whole, aggregation)


class Rows(NamedTuple):
    """Who rated what, row by row. Estimators that treat rows differently decide by it.

    Attributes
    ----------
    source : array of str, shape (n_rows,)
        Corpus of the rating; "" if unknown, as in predictions.
    readers : array of str, shape (n_rows,)
        Who rated or reads the target, such as ``general`` or ``learner``.
    genre : array of str, shape (n_rows,)
        Genre of the sentence; "" if unknown.
    is_expression : bool array of shape (n_rows,)
        Whether the features of several words are aggregated. They are for *bread knife*, but not
        for *bye bye*.
    """

    source: Objects
    readers: Objects
    genre: Objects
    is_expression: Bools

    @classmethod
    def of(cls, targets: Targets, is_expression: Bools) -> Self:
        """Return what targets are; `is_expression` is as for the attribute."""
        source = targets.get("source", [""] * len(targets))
        columns = [[*source], targets.readers, targets.genre]
        of_rating, readers, genre = np.array(columns, dtype=object)
        return cls(of_rating, readers, genre, is_expression)

    def take(self, rows: Any) -> Rows:
        """Return some rows, by their numbers or a mask."""
        source, readers, genre, is_expression = self
        return Rows(source[rows], readers[rows], genre[rows], is_expression[rows])


@dataclass(frozen=True, eq=False)
class Matrix:
    """Features of instances.

    Attributes
    ----------
    values : ndarray of shape (n_rows, n_columns)
        NaN where unknown.
    columns : tuple of Column
        What the columns are.
    rows : Rows, optional
        What the rows are. None if unknown, as in tables of users.
    weights : ndarray of shape (n_rows,), optional
        Weight of each row in training. Default: equal weights.
    """

    values: Floats
    columns: tuple[Column, ...]
    rows: Rows | None = None
    weights: Floats | None = None

    @classmethod
    def of(cls, values: Any, names: Sequence[str] | None = None, rows: Rows | None = None) -> Self:
        """Return the matrix of a table with named columns, or of an array.

        Parameters
        ----------
        values : DataFrame or array-like of shape (n_rows, n_columns)
            Features.
        names : sequence of str, optional
            Names of the columns. Default: the table's; for an array, x0, x1 and so on.
        rows : Rows, optional
            What the rows are.
        """
        if names is None:
            names = getattr(values, "columns", None)
        array = np.asarray(values, dtype=np.float64)
        if array.ndim != 2:  # noqa: PLR2004
            raise InputError(
                f"The features have {array.ndim} dimensions.",
                hint="Give a table with a row per instance and a column per feature.",
            )
        if names is None:
            names = [f"x{number}" for number in range(array.shape[1])]
        return cls(array, _columns(tuple(map(str, names))), rows)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return _names(self.columns)

    def take(self, rows: Any) -> Matrix:
        """Return some rows, by their numbers or a mask."""
        of_rows = None if self.rows is None else self.rows.take(rows)
        weights = None if self.weights is None else self.weights[rows]
        return Matrix(self.values[rows], self.columns, of_rows, weights)

    def column(self, name: str) -> Floats:
        """Return the values of a column, shape (n_rows,); errors as :meth:`select`."""
        return np.asarray(self.select([name]).values)[:, 0]

    def select(self, names: Sequence[str]) -> Matrix:
        """Return the columns with these names, in this order.

        Raises
        ------
        InputError
            If there is no such column.
        """
        try:
            numbers, columns = _selected(self.columns, tuple(names))
        except KeyError as error:
            raise InputError(
                f"The feature {error} is missing.", hint="Use the feature set of the training."
            ) from error
        return Matrix(self.values[:, numbers], columns, self.rows, self.weights)

    def word(self, which: Which) -> Matrix:
        """Return the features of one word of each target, named as for a single word.

        Parameters
        ----------
        which : {"first", "last", "rarest", "commonest"}
            The first, last, rarest or most frequent word.

        Raises
        ------
        InputError
            If the columns have aggregations, but not the one of this word.
        """
        numbers, columns = _of_word(self.columns, which)
        return Matrix(self.values[:, numbers], columns, self.rows, self.weights)


@lru_cache(maxsize=64)
def _columns(names: tuple[str, ...]) -> tuple[Column, ...]:
    return tuple(map(Column.named, names))


@lru_cache(maxsize=64)
def _names(columns: tuple[Column, ...]) -> tuple[str, ...]:
    return tuple(map(str, columns))


@lru_cache(maxsize=64)
def _selected(
    columns: tuple[Column, ...], names: tuple[str, ...]
) -> tuple[Ints, tuple[Column, ...]]:
    """Return the numbers of some columns, and the columns."""
    index_of = {name: index for index, name in enumerate(_names(columns))}
    numbers = np.array([index_of[name] for name in names], dtype=np.intp)
    return numbers, tuple(columns[index] for index in numbers)


@lru_cache(maxsize=64)
def _of_word(columns: tuple[Column, ...], which: str) -> tuple[Ints, tuple[Column, ...]]:
    """Return the numbers of the columns of one word, then of the whole target, and the columns."""
    present = {column.aggregation for column in columns}
    if present <= {""}:
        return np.arange(len(columns)), columns
    if which not in present:
        raise InputError(
            f"The features of the {which} word of an expression are missing.",
            where="aggregations",
            hint=f"Use a feature set with '{which}' in its aggregations, or the estimator "
            "'lightgbm'.",
        )
    ends = [column.aggregation for column in columns]
    numbers = [n for wanted in (which, "") for n, end in enumerate(ends) if end == wanted]
    selected = tuple(columns[number]._replace(aggregation="") for number in numbers)
    return np.array(numbers, dtype=np.intp), selected
