"""XGBoost's and CatBoost's regressors, in the formats of their own libraries.

Neither format contains code. A file is checked before the library reads it in this process.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import ResourceError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

#: Classes that this module supports, by package. The module of lcp for each has the functions
#: `is_supported`, `is_explainable`, `contributions`, `to_bytes` and `from_bytes`.
_CLASSES = {
    "catboost": ("CatBoostRegressor",),
    "xgboost": ("XGBRegressor", "XGBRFRegressor"),
}
_PARAMETER = (str, bool, int, float, type(None))


def is_native(estimator: Any) -> bool:
    """Return whether an estimator, fitted or not, can be saved in the format of its library."""
    package = _package(estimator)
    if package is None:
        return False
    parameters = _parameters(estimator).values()
    return all(map(_is_plain, parameters)) and _support(package).is_supported(estimator)


def is_explained_natively(estimator: Any) -> bool:
    """Return whether :func:`native_contributions` accepts an estimator, fitted or not."""
    package = _package(estimator)
    return package is not None and bool(_support(package).is_explainable(estimator))


def native_contributions(estimator: Any, X: pd.DataFrame) -> NDArray[np.float64]:
    """Attribute predictions to the features by the library's own TreeSHAP.

    Parameters and result are those of :func:`lcp.estimators.contributions.contributions`.
    """
    package = _package(estimator)
    if package is None:
        raise TypeError("the estimator is not of a supported library")
    return np.asarray(_support(package).contributions(estimator, X), dtype=np.float64)


def to_native(estimator: Any) -> list[Any]:
    """Return plain data for :func:`from_native`."""
    package = str(_package(estimator))
    content = np.frombuffer(_support(package).to_bytes(estimator), dtype=np.uint8)
    return [package, type(estimator).__name__, _parameters(estimator), content]


def from_native(package: Any, name: Any, parameters: Any, content: Any) -> Any:
    """Restore an estimator from :func:`to_native`.

    Raises
    ------
    ValueError, TypeError, KeyError
        If the data are not those of an estimator.
    ResourceError
        If the library is not installed.
    """
    if package not in _CLASSES or name not in _CLASSES[package]:
        raise ValueError(f"the estimator '{package}:{name}' is not supported")
    if not isinstance(parameters, dict) or not all(map(_is_plain, parameters.values())):
        raise TypeError("its parameters are not plain data")
    try:
        library = import_module(package)
    except ImportError as error:
        raise ResourceError(
            f"The model needs the package {package}.", hint=f'Run `pip install "lcp[{package}]"`.'
        ) from error
    if not isinstance(content, np.ndarray) or content.dtype != np.uint8:
        raise TypeError("its trees are missing")
    return _support(package).from_bytes(getattr(library, name), parameters, content.tobytes())


def _package(estimator: Any) -> str | None:
    package = type(estimator).__module__.partition(".")[0]
    return package if type(estimator).__name__ in _CLASSES.get(package, ()) else None


def _support(package: str) -> Any:
    return import_module(f"lcp.estimators.{package}_format")


def _parameters(estimator: Any) -> dict[str, Any]:
    """Return the parameters that are set."""
    parameters: dict[str, Any] = estimator.get_params(deep=False)
    # XGBoost's value for missing numbers is always NaN here, which is its default.
    unset = {"missing"} if _package(estimator) == "xgboost" else set()
    return {k: v for k, v in parameters.items() if v is not None and k not in unset}


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(isinstance(k, str) and _is_plain(v) for k, v in value.items())
    return isinstance(value, _PARAMETER)
