"""Regressors of other packages that a recipe names, such as ``xgboost:XGBRegressor``."""

from __future__ import annotations

import inspect
import re
from importlib import import_module, metadata
from typing import Any

from sklearn.base import is_regressor
from sklearn.utils import get_tags

from lcp.errors import InputError, unknown

_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z]\w*", re.ASCII)
#: Extras of lcp by the package that a recipe names.
_EXTRAS = ("catboost", "xgboost")
#: Parameters that recipes cannot set, with the argument of the command that sets them.
ARGUMENTS = {
    "random_state": "random_state",
    "random_seed": "random_state",
    "n_jobs": "n_jobs",
    "thread_count": "n_jobs",
}
#: Values of parameters that write to the terminal or the current folder otherwise.
_QUIET = {"catboost": {"verbose": False, "allow_writing_files": False}}


def is_named(name: object) -> bool:
    """Return whether the name of an estimator consists of a module and a class.

    >>> is_named("sklearn.ensemble:HistGradientBoostingRegressor"), is_named("ridge")
    (True, False)
    """
    return isinstance(name, str) and ":" in name


def import_regressor(name: str, where: str) -> type[Any]:
    """Import a class of regressors.

    Only installed packages that work with scikit-learn are imported, so that a recipe from someone
    else cannot run files of the current folder or other programs.

    Parameters
    ----------
    name : str
        Module and class, such as ``sklearn.ensemble:HistGradientBoostingRegressor``.
    where : str
        File and line, for error messages.

    Raises
    ------
    InputError
        If there is no such regressor.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            f"'{name}' is not the name of a class.",
            where=where,
            hint='Write the module and the class, such as "sklearn.ensemble:ExtraTreesRegressor".',
        )
    module_name, _, class_name = name.partition(":")
    package = module_name.partition(".")[0]
    _check_package(package, where)
    try:
        module = import_module(module_name)
    except ImportError as error:
        raise InputError(
            f"The module '{module_name}' cannot be imported ({error}).",
            where=where,
            hint="Check the name in the documentation of the package.",
        ) from error
    kind = getattr(module, class_name, None)
    regressors = [
        key for key in dir(module) if not key.startswith("_") and _is_class(getattr(module, key))
    ]
    if kind is None:
        raise unknown(f"class in {module_name} named", class_name, regressors, where=where)
    if not _is_class(kind):
        raise InputError(
            f"'{name}' is not a regressor for scikit-learn.",
            where=where,
            hint="Name a class of regressors whose arguments all have defaults.",
        )
    return kind  # type: ignore[no-any-return]


def accepts_nan(kind: type[Any]) -> bool:
    """Return whether regressors of a class accept NaN in the features."""
    return bool(get_tags(kind()).input_tags.allow_nan)


def defaults_of(kind: type[Any]) -> dict[str, Any]:
    """Return the parameters of a class with their defaults."""
    # Those of CatBoost are in the signature, those of XGBoost in `get_params`.
    signature = inspect.signature(kind).parameters.values()
    own = {p.name: p.default for p in signature if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}
    own |= kind().get_params(deep=False)
    return own


def fixed_parameters(
    kind: type[Any], parameters: dict[str, Any], random_state: int, n_jobs: int | None
) -> dict[str, Any]:
    """Return the seed, the number of threads and other parameters that a recipe does not set."""
    package = kind.__module__.partition(".")[0]
    threads = "n_jobs" if package != "catboost" else "thread_count"
    # Without a number, scikit-learn's estimators use one thread.
    values = {"random_state": random_state, threads: -1 if n_jobs is None else n_jobs}
    valid = defaults_of(kind)
    quiet = {} if "logging_level" in parameters or "silent" in parameters else _QUIET
    values = {key: value for key, value in values.items() if key in valid}
    return values | quiet.get(package, {})


def _check_package(package: str, where: str) -> None:
    distributions = metadata.packages_distributions().get(package, [])
    if any(_works_with_scikit_learn(name) for name in distributions):
        return
    if distributions:
        raise InputError(
            f"The package '{package}' has no estimators for scikit-learn.",
            where=where,
            hint="Name a class of a package that requires scikit-learn, or pass the regressor "
            "itself to lcp.train in Python.",
        )
    extra = f'Run `pip install "lcp[{package}]"`.' if package in _EXTRAS else None
    raise InputError(
        f"The package '{package}' is not installed.",
        where=where,
        hint=extra
        or "Install it. A regressor of your own can be passed to lcp.train in Python instead.",
    )


def _works_with_scikit_learn(distribution: str) -> bool:
    if distribution in {"scikit-learn", "catboost"}:  # CatBoost does not declare it
        return True
    required = metadata.requires(distribution) or []
    return any(re.match(r"scikit[-_.]learn\b", line, re.IGNORECASE) for line in required)


def _is_class(kind: object) -> bool:
    """Return whether this is a class of regressors that can be constructed without arguments."""
    if not isinstance(kind, type) or not all(
        callable(getattr(kind, name, None)) for name in ("fit", "predict", "get_params")
    ):
        return False
    try:
        return bool(is_regressor(kind()))
    except Exception:  # noqa: BLE001 - of another package: any reason means no
        return False
