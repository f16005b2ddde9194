"""The contract of a feature family.

A family is a module that defines a subclass of :class:`Extractor`. Importing the module registers
it: the command line's listing, the documentation's tables and ablations are derived from the
registry. Other packages register their families through the entry-point group ``lcp.extractors``.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np

from lcp.base import Estimator
from lcp.columns import columns_of
from lcp.errors import InputError
from lcp.resources.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns

_FOLDER = str(Path(__file__).parent)

Level = Literal["word", "sentence", "context"]


@dataclass(frozen=True, slots=True)
class Feature:
    """One column of a family.

    Parameters
    ----------
    name : str
        Name within the family. The column is called ``family__name``.
    description : str
        Description in one line.
    unit : str
        Unit or scale, such as ``"characters"``, ``"years"`` or ``"1 (abstract) - 5 (concrete)"``.
    source : str
        Author and year of the norm or formula, or the package that computes it.
    """

    name: str
    description: str
    unit: str
    source: str


class Extractor(Estimator):
    """Base class of a feature family.

    Subclasses set `name`, `level` and a docstring whose first line describes the family. They
    implement :meth:`features`, one of :meth:`extract` and :meth:`measure`, and ``__init__`` if they
    have options: keyword-only parameters that are stored unchanged and that feature sets can set
    in TOML. Families of the bundled model implement :meth:`measure` and import neither pandas nor
    scikit-learn, so that a single prediction does not wait for them.

    Families that learn from training instances set `learns` and implement :meth:`fit`. It sets
    attributes whose names end with an underscore and whose values are plain Python values or NumPy
    arrays. :meth:`learned` and :meth:`restore` save them with a model.

    Attributes
    ----------
    name : str
        Name of the family, and prefix of its columns.
    level : {"word", "sentence", "context"}
        Meaning of a row of the table that :meth:`extract` receives.

        - ``word``: a distinct word form. Columns ``word`` and ``lemma`` (lower case).
        - ``sentence``: a distinct sentence. Column ``sentence``.
        - ``context``: an instance. Columns ``genre``, ``sentence``, ``token``, ``start`` and
          ``end``.
    needs_sentence : bool
        Whether the features of a ``context`` family are missing for a word without a sentence.
    learns : bool
        Whether :meth:`fit` learns from training instances. Such a family is fitted in every fold.
    """

    name: ClassVar[str]
    level: ClassVar[Level]
    learns: bool = False
    needs_sentence: ClassVar[bool] = False

    _store: Store | None = None

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            _check_name(cls)
            _REGISTRY[cls.name] = cls

    @property
    def store(self) -> Store:
        """Source of the family's resources. Default: the default store."""
        return self._store if self._store is not None else Store()

    def use_store(self, store: Store) -> Self:
        """Read resources from `store`. Returns the extractor itself."""
        self._store = store
        return self

    def resources(self) -> tuple[str, ...]:
        """Return the names of the resources that these options require. Default: none."""
        return ()

    def check(self) -> None:
        """Raise an error if anything but a resource is missing, before long work. Default: none."""

    def features(self) -> Sequence[Feature]:
        """Describe the columns that :meth:`extract` returns with these options, in order."""
        raise NotImplementedError

    def column_names(self) -> list[str]:
        """Return the names of :meth:`features`."""
        return [feature.name for feature in self.features()]

    def fit(self, table: pd.DataFrame) -> Self:  # noqa: ARG002 - most families do not learn
        """Learn from a table of training instances, at every level. Default: do nothing."""
        return self

    def learned(self) -> dict[str, Any]:
        """Return the fitted attributes: those whose names end with an underscore."""
        return {
            name: value
            for name, value in vars(self).items()
            if name.endswith("_") and not name.startswith("_")
        }

    def restore(self, learned: Mapping[str, Any]) -> Self:
        """Set the fitted attributes that :meth:`learned` returned."""
        for name, value in learned.items():
            setattr(self, name, value)
        return self

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Compute the features of a table.

        Parameters
        ----------
        frame : DataFrame of shape (n_rows, ...)
            Distinct words, distinct sentences or instances; see `level`.

        Returns
        -------
        DataFrame of shape (n_rows, n_features)
            Floats, NaN where unknown, with the index of `frame`. The columns are the names of
            :meth:`features`, without the prefix.

        Raises
        ------
        sklearn.exceptions.NotFittedError
            If the family learns and was not fitted.
        ResourceError
            If a resource is missing or damaged.
        """
        if type(self).measure is Extractor.measure:
            raise NotImplementedError
        import pandas as pd

        return pd.DataFrame(self.measure(columns_of(frame)), frame.index, self.column_names())

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Compute the features of plain columns: :meth:`extract` without pandas.

        Parameters
        ----------
        columns : mapping of str to sequence
            The columns of :meth:`extract`'s table, as lists of equal length.

        Returns
        -------
        float array of shape (n_rows, n_features)
            Features in the order of :meth:`features`; NaN where unknown.
        """
        import pandas as pd

        text = self.level != "context"
        frame = pd.DataFrame(dict(columns), dtype=str if text else None)
        return self.extract(frame)[self.column_names()].to_numpy(dtype=np.float64)


_REGISTRY: dict[str, type[Extractor]] = {}


def _check_name(kind: type[Extractor]) -> None:
    """Raise :class:`InputError` if a family of another module has the same name.

    A class may be defined again in its module, as in a notebook.
    """
    registered = _REGISTRY.get(kind.name)
    owner = kind.__module__ if registered is None else registered.__module__
    # A module of this package has the name of its family, and may not be imported yet.
    if kind.name in {entry.name for entry in iter_modules([_FOLDER])}:
        owner = f"{__package__}.{kind.name}"
    if owner != kind.__module__:
        raise InputError(
            f"The name of the feature family '{kind.name}' belongs to {owner}.",
            where=f"{kind.__module__}.{kind.__qualname__}",
            hint="Give the family another name.",
        )


def indicator(values: Sequence[object], name: str) -> NDArray[np.float64]:
    """Return 1 for each value that equals a name, and 0 for others and missing ones.

    >>> indicator(["bible", None, "europarl"], "bible").tolist()
    [1.0, 0.0, 0.0]
    """
    return np.array([isinstance(value, str) and value == name for value in values], dtype=float)


def as_matrix(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> NDArray[np.float64]:
    """Return values by name as an array of shape (n_rows, n_names); NaN where a row has none.

    >>> as_matrix([{"a": 1, "b": 2}, {"b": 3}], ["b", "a"]).tolist()
    [[2.0, 1.0], [3.0, nan]]
    """
    try:
        values = list(map(itemgetter(*names), rows))
    except KeyError:
        values = [[row.get(name, np.nan) for name in names] for row in rows]
    return np.array(values, dtype=np.float64).reshape(len(rows), len(names))


def look_up(table: pd.DataFrame, frame: pd.DataFrame) -> pd.DataFrame:
    """Look up words by their form, then by their lemma; NaN where neither has a value.

    `table` is indexed by distinct lower-case words. `frame` has the columns ``word`` and
    ``lemma``; the result, of shape (n_words, n_values), has its index.
    """
    by_form = table.reindex(frame["word"].str.lower()).set_axis(frame.index, axis=0)
    by_lemma = table.reindex(frame["lemma"]).set_axis(frame.index, axis=0)
    return by_form.where(by_form.notna(), by_lemma)
