"""The contract of a feature family.

A family is one module that defines one subclass of :class:`Extractor`. Importing the
module registers it: the command line's listing, the feature table, ablations and the
bibliography are derived from the registry. Packages outside this one register theirs
through the entry-point group ``lcp.extractors``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from sklearn.base import BaseEstimator

from lcp.resources import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

Level = Literal["word", "sentence", "context"]


@dataclass(frozen=True, slots=True)
class Feature:
    """One column of a family.

    Parameters
    ----------
    name : str
        Name within the family; the column is called ``family__name``.
    description : str
        One line, for people.
    unit : str
        Unit or scale, such as ``"characters"``, ``"years"`` or ``"1 (abstract) - 5 (concrete)"``.
    source : str
        Author and year of the norm or formula, or the package that computes it.
    """

    name: str
    description: str
    unit: str
    source: str


class Extractor(BaseEstimator):  # type: ignore[misc]
    """Base class of a feature family.

    Subclasses set `name`, `level` and a docstring whose first line describes the family,
    define ``__init__`` with keyword options only (stored unchanged, as scikit-learn asks;
    every option can be set in a feature set's TOML), and implement :meth:`features` and
    :meth:`extract`. Families that learn from the training fold set `learns`, override
    :meth:`fit` and keep what they learned in attributes that end with an underscore, as
    plain Python values, NumPy arrays or scikit-learn objects (they are saved with skops).

    Attributes
    ----------
    name : str
        The family's name, the prefix of its columns.
    level : {"word", "sentence", "context"}
        What a row of the input of :meth:`extract` is.

        - ``word``: a distinct word form; columns ``word`` (as written) and ``lemma``
          (lower case).
        - ``sentence``: a distinct sentence; column ``sentence``.
        - ``context``: an instance; the instance table's columns (``corpus``,
          ``sentence``, ``token``, ``start``, ``end``).
    learns : bool
        Whether :meth:`fit` learns anything; such a family is fitted inside every fold.
    """

    name: ClassVar[str]
    level: ClassVar[Level]
    learns: bool = False

    _store: Store | None = None

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            _REGISTRY[cls.name] = cls

    @property
    def store(self) -> Store:
        """Where the family's resources come from; the default store unless one is set."""
        return self._store if self._store is not None else Store()

    def use_store(self, store: Store) -> Self:
        """Read resources through `store`; returns the extractor itself."""
        self._store = store
        return self

    def resources(self) -> tuple[str, ...]:
        """Names of the resources that these options need; none unless overridden."""
        return ()

    def features(self) -> Sequence[Feature]:
        """Describe the columns that :meth:`extract` yields with these options, in order."""
        raise NotImplementedError

    def fit(self, table: pd.DataFrame) -> Self:  # noqa: ARG002 - most families learn nothing
        """Learn from the training instances (an instance table, whatever the level)."""
        return self

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Compute the family's features.

        Parameters
        ----------
        frame : DataFrame of shape (n_rows, ...)
            Distinct words, distinct sentences or instances, according to `level`.

        Returns
        -------
        DataFrame of shape (n_rows, n_features)
            Floats, NaN where unknown; the index is that of `frame`, the columns are the
            names of :meth:`features` without the family's prefix.
        """
        raise NotImplementedError


_REGISTRY: dict[str, type[Extractor]] = {}


def look_up(table: pd.DataFrame, frame: pd.DataFrame) -> pd.DataFrame:
    """Values of a norm by word form, then by lemma; NaN when both fail.

    Parameters
    ----------
    table : DataFrame of shape (n_known, n_values)
        Indexed by distinct lower-case words.
    frame : DataFrame of shape (n_rows, 2)
        Columns ``word`` and ``lemma``.

    Returns
    -------
    DataFrame of shape (n_rows, n_values)
        With the index of `frame`.
    """
    by_form = table.reindex(frame["word"].str.lower()).set_axis(frame.index, axis=0)
    by_lemma = table.reindex(frame["lemma"]).set_axis(frame.index, axis=0)
    return by_form.where(by_form.notna(), by_lemma)
