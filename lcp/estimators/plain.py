"""Estimators as plain data, for those that consist of boosted trees."""

from __future__ import annotations

from typing import Any

import numpy as np

import lcp.estimators
from lcp.base import Estimator
from lcp.estimators.native import from_native, is_native, to_native

#: Estimators that can be plain data. Others are saved by skops.
PLAIN = (
    "BoostedTrees",
    "MultiSourceRegressor",
    "OrdinalTrees",
    "RankingTrees",
    "TwoStageRegressor",
)
#: Only key of a dictionary in the place of an estimator: of lcp, or of another library.
_ESTIMATOR, _NATIVE = "__estimator__", "__native__"
_NUMBERS_AND_TEXT = (str, bool, int, float, np.ndarray, np.generic, type(None))


def is_plain(value: Any) -> bool:
    """Return whether an estimator and everything in it can be plain data."""
    if isinstance(value, Estimator):
        return type(value).__name__ in PLAIN and is_plain(_state(value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(other) for key, other in value.items())
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    return isinstance(value, _NUMBERS_AND_TEXT) or is_native(value)


def to_plain(value: Any) -> Any:
    """Return plain data for :func:`from_plain`, if :func:`is_plain`."""
    if isinstance(value, Estimator):
        state = {name: to_plain(other) for name, other in _state(value).items()}
        return {_ESTIMATOR: [type(value).__name__, state]}
    if isinstance(value, dict):
        return {key: to_plain(other) for key, other in value.items()}
    return {_NATIVE: to_native(value)} if is_native(value) else value


def from_plain(value: Any) -> Any:
    """Restore an estimator from :func:`to_plain`.

    Raises
    ------
    ValueError, TypeError
        If `value` is not an estimator's data.
    """
    estimator = _restored(value)
    if not isinstance(estimator, Estimator) and not is_native(estimator):
        raise TypeError("it is not an estimator")
    return estimator


def _restored(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {_ESTIMATOR}:
        name, state = value[_ESTIMATOR]
        if name not in PLAIN:
            raise ValueError(f"the estimator '{name}' cannot be plain data")
        kind = getattr(lcp.estimators, name)
        parameters = kind._get_param_names()  # noqa: SLF001 - of this package
        if not all(key in parameters or _is_fitted_attribute(key) for key in state):
            raise ValueError(f"the estimator '{name}' has other attributes")
        estimator = kind.__new__(kind)
        own = {key: _restored(other) for key, other in state.items()}
        if hasattr(kind, "__setstate__"):
            estimator.__setstate__(own)
        else:
            vars(estimator).update(own)
        return estimator
    if isinstance(value, dict) and value.keys() == {_NATIVE}:
        return from_native(*value[_NATIVE])
    if isinstance(value, dict):
        return {key: _restored(other) for key, other in value.items()}
    return value


def _is_fitted_attribute(name: str) -> bool:
    return name.endswith("_") and not name.startswith("_")


def _state(estimator: Estimator) -> dict[str, Any]:
    parameters = estimator.get_params(deep=False)
    fitted = {k: v for k, v in vars(estimator).items() if _is_fitted_attribute(k)}
    return parameters | fitted
