"""The prediction of a target: complexity, interval, rank in running text, and CEFR level.

Everything that reports predictions contains a :class:`Prediction` and derives its columns from
it, with :func:`columns_of` and :func:`flattened`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, get_type_hints, overload

import numpy as np

from lcp.base.caches import cached_property

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from lcp.base.array_types import Floats, Objects


#: Types of columns of tables by the type of the field.
_TYPES: dict[object, type] = {float: float, float | None: float, bool: bool}


class Prediction(NamedTuple):
    """What a model says about a target.

    Attributes
    ----------
    complexity : float
        From 0 (very easy) to 1 (very difficult).
    low, high : float or None
        Prediction interval of the mean rating of several readers, 0-1; None without one.
    harder_than : float or None
        Share of the words of running text that are easier, 0-1; None if the model compares options.
    level : str or None
        CEFR level for learners, from "A1" to "C2"; None without one.
    level_source : str or None
        "listed" (in a vocabulary profile) or "predicted"; None without a level.
    level_probability : float or None
        Probability of the level, 0-1: 1 if it is listed; None without a level, and for an
        expression whose meaning, not the model, decides it.
    """

    complexity: float
    low: float | None
    high: float | None
    harder_than: float | None
    level: str | None
    level_source: str | None
    level_probability: float | None


@dataclass(frozen=True, eq=False, repr=False)
class Predictions(Sequence[Prediction]):
    """The predictions of targets, in their order: a sequence, and columns of shape (n_targets,).

    The attributes are those of :class:`Prediction`; a missing number is NaN.
    """

    complexity: Floats
    low: Floats
    high: Floats
    harder_than: Floats
    level: Objects
    level_source: Objects
    level_probability: Floats

    def __len__(self) -> int:
        return len(self.complexity)

    @overload
    def __getitem__(self, index: int) -> Prediction: ...

    @overload
    def __getitem__(self, index: slice) -> Predictions: ...

    def __getitem__(self, index: int | slice) -> Prediction | Predictions:
        if isinstance(index, slice):
            return Predictions(*(getattr(self, name)[index] for name in Prediction._fields))
        return self._records[index]

    def __getstate__(self) -> dict[str, object]:
        """Return the columns, without the records."""
        return {name: getattr(self, name) for name in Prediction._fields}

    def __repr__(self) -> str:
        values = [f"{value:.4f}" for value in self.complexity[:6]]
        shown = ", ".join([*values[:5], *("…" for _ in values[5:])])
        return f"<{len(self):,} Predictions: complexity {shown}>"

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(max_rows=20, float_format="{:.4f}".format))

    def rows(self) -> list[Prediction]:
        """Return the prediction of each target."""
        return self._records

    @cached_property
    def _records(self) -> list[Prediction]:
        columns = [_cells(getattr(self, name)) for name in Prediction._fields]
        return list(map(Prediction._make, zip(*columns, strict=True)))

    def to_frame(self) -> pd.DataFrame:
        """Return a table of shape (n_targets, 7) with the attributes of :class:`Prediction`."""
        return table_of(Prediction, self.rows())


def _cells(column: Floats | Objects) -> list[object]:
    """Return the values of a column, with None for NaN."""
    cells = column.astype(object)
    if column.dtype.kind == "f":
        cells[np.isnan(column)] = None
    return cells.tolist()  # type: ignore[no-any-return]


@cache
def columns_of(record: type) -> dict[str, object]:
    """Return the types of a record's fields by name, with the fields of its prediction among them.

    >>> list(columns_of(Prediction))[:2]
    ['complexity', 'low']
    """
    columns: dict[str, object] = {}
    for name, kind in get_type_hints(record).items():
        columns |= get_type_hints(Prediction) if kind is Prediction else {name: kind}
    return columns


def flattened(record: object) -> dict[str, object]:
    """Return the fields of a record by name, with the fields of its prediction among them."""
    values: dict[str, object] = {}
    for name in type(record).__annotations__:
        value = getattr(record, name)
        values |= value._asdict() if isinstance(value, Prediction) else {name: value}
    return values


def table_of(record: type, rows: Iterable[object]) -> pd.DataFrame:
    """Return records of a type as a table, in which a missing number is NaN."""
    import pandas as pd

    columns = columns_of(record)
    types = {name: _TYPES[kind] for name, kind in columns.items() if kind in _TYPES}
    return pd.DataFrame(map(flattened, rows), columns=list(columns)).astype(types)
