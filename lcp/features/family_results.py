"""What families return, checked, because their code may come from another package.

Errors name the family and what was expected. Families get values that they cannot change, since
others get the same.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.base.schema import conforms
from lcp.errors import InputError, LCPError, quoted
from lcp.features.family import Family, Feature

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Bools, Floats
    from lcp.features.family import Fitted, Words
    from lcp.resources.store import Store
    from lcp.targets import Targets


def features_of(member: Family, learned: Mapping[str, object] | None = None) -> list[Feature]:
    """Return the features of a family, which have different names."""
    with errors_of(member, "features"):
        features = list(member.features(learned or {}))
    names = [str(each.name) if isinstance(each, Feature) else "" for each in features]
    if len({name for name in names if name and "@" not in name}) < len(features):
        expected = "features with different names without '@'"
        raise _faulty(member, "features", quoted(features), expected)
    return features


def resources_of(member: Family) -> list[str]:
    """Return the names of the resources that a family requires."""
    return _texts(member, "resources")


def local_files_of(member: Family) -> list[str]:
    """Return the paths of the files of the user that a family measures with."""
    return _texts(member, "local_files")


def _texts(member: Family, method: str) -> list[str]:
    with errors_of(member, method):
        values = getattr(member, method)()
    if not isinstance(values, list | tuple) or not all(isinstance(text, str) for text in values):
        raise _faulty(member, method, quoted(values), "a tuple of texts")
    return list(values)


def learned_by(
    member: Family, targets: Targets, rated: Floats | None, store: Store
) -> dict[str, Any]:
    """Return what a family learns from training instances; see :meth:`Family.fit`."""
    with errors_of(member, "fit"):
        learned = member.fit(
            unchangeable(targets), None if rated is None else _read_only(rated), store
        )
    if not conforms(learned, dict(member.learned)):
        expected = f"a dictionary with the types {dict(member.learned)}"
        raise _faulty(member, "fit", f"a {type(learned).__name__}", expected)
    return learned


def measured(
    member: Family, inputs: Words | Sequence[str] | Targets, fitted: Fitted, n_features: int
) -> Floats:
    """Return what a family measures, shape (n_rows, n_features)."""
    if not len(inputs):
        return np.empty((0, n_features))
    with errors_of(member, "measure"):
        values = member.measure(inputs, fitted)
    _check_array(member, "measure", values, (len(inputs), n_features), "fiub")
    if np.isinf(values).any():
        raise _faulty(member, "measure", "infinity", "numbers, and NaN where unknown")
    return values.astype(np.float64, copy=False)


def predicted_by(member: Family, words: Words, fitted: Fitted, n_features: int) -> Bools:
    """Return which features of words a model predicted, shape (n_words, n_features)."""
    if not len(words):
        return np.empty((0, n_features), dtype=bool)
    with errors_of(member, "predicted"):
        values = member.predicted(words, fitted)
    _check_array(member, "predicted", values, (len(words), n_features), "b")
    return values


def unchangeable(targets: Targets) -> Targets:
    """Return targets whose columns cannot be changed."""
    columns = {
        name: _read_only(values) if isinstance(values, np.ndarray) else tuple(values)
        for name, values in targets.extra.items()
    }
    start, end = _read_only(targets.start), _read_only(targets.end)
    return replace(targets, extra=MappingProxyType(columns), start=start, end=end)


def _read_only(values: ArrayLike) -> Any:
    view = np.asarray(values).view()
    view.flags.writeable = False
    return view


@contextmanager
def errors_of(member: Family | type[Family], method: str) -> Iterator[None]:
    """Raise an :class:`InputError` that names the family for errors of its code."""
    try:
        yield
    except (LCPError, MemoryError):
        raise
    except Exception as error:
        what = f"the error {type(error).__name__}: {' '.join(str(error).split())[:200]}"
        raise _faulty(member, method, what) from error


def _check_array(
    member: Family, method: str, values: object, shape: tuple[int, int], kinds: str
) -> None:
    """Raise :class:`InputError` unless a family returns an array of this shape and kind."""
    if type(values) is not np.ndarray:
        result = f"a {type(values).__name__}"
    elif values.shape != shape or values.dtype.kind not in kinds:
        result = f"an array of shape {values.shape} and type {values.dtype}"
    else:
        return
    kind = "float" if "f" in kinds else "bool"
    expected = f"a {kind} array of shape {shape}: a row for each input, a column for each feature"
    raise _faulty(member, method, result, expected)


def _faulty(
    member: Family | type[Family], method: str, result: str, expected: str = ""
) -> InputError:
    """Return the error for the result of a method of a family."""
    kind = member if isinstance(member, type) else type(member)
    return InputError(
        f"The feature family '{kind.name}' gives {result}"
        + (f", not {expected}." if expected else "."),
        where=f"{kind.__module__}.{kind.__qualname__}.{method}",
        hint="Correct the family, or leave it out of the feature set.",
    )
