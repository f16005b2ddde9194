"""Build the estimator that a recipe describes."""

from __future__ import annotations

import re
from functools import partial
from importlib import import_module, metadata
from inspect import signature
from typing import TYPE_CHECKING, Any

from sklearn.base import is_regressor
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR
from sklearn.utils import get_tags

from lcp.base.estimator_base import Estimator
from lcp.base.installed import installed_only
from lcp.errors import InputError, unknown
from lcp.estimators.adapter import ScikitLearn, imputed, normal_scores
from lcp.estimators.blend import Blend
from lcp.estimators.estimator_names import ESTIMATORS, estimator_of_recipe
from lcp.files.recipes import Recipe, check_keys, read_recipe, recipe_names, recipe_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

    from lcp.estimators.regressor import Regressor

#: Estimators of scikit-learn that a recipe can name, and the steps before them.
SCIKIT_LEARN: dict[str, tuple[type[Any], Callable[[int], list[Any]]]] = {
    "ridge": (Ridge, normal_scores),
    # Features are not scaled: a larger scale means a smaller penalty. Ridge centres them.
    "centred-ridge": (Ridge, lambda _: imputed()),
    "linear": (LinearRegression, lambda _: [*imputed(), StandardScaler()]),
    "svr": (SVR, normal_scores),
}
#: Parameters that recipes cannot set, because they are options of the commands.
ARGUMENTS = ("random_state", "n_jobs")

_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z]\w*", re.ASCII)


def load_estimator(
    name_or_path: str | Path, *, random_state: int = 0, n_jobs: int | None = None
) -> Regressor:
    """Build the estimator that a recipe describes.

    Parameters
    ----------
    name_or_path : str or Path
        Name of a recipe in ``models/``, or path of a TOML file. Its ``estimator`` is a name of
        this package, or the module and class of any regressor for scikit-learn, such as
        ``sklearn.ensemble:ExtraTreesRegressor``. If a class does not accept NaN, missing values
        are imputed and the features are replaced by their normal scores, as in the recipe
        ``ridge``.
    random_state : int, default=0
        Seed of the estimator.
    n_jobs : int, optional
        Number of threads. Default: all processors.

    Returns
    -------
    Regressor
        Unfitted. It accepts NaN in the features.

    Raises
    ------
    InputError
        If the recipe cannot be read, or an estimator, parameter or value is invalid. The
        message names the key of the recipe.

    Examples
    --------
    >>> load_estimator("lightgbm")
    BoostedTrees()
    """
    recipe = read_recipe("models", name_or_path)
    name = recipe.data.get("estimator")
    composed = estimator_of_recipe(name) if isinstance(name, str) else None
    if composed is not None and composed.stages:
        keys = ["description", "estimator", "parameters", *composed.stages]
        check_keys(recipe, recipe.data, keys)
        stages = {name: _blend(recipe, name, random_state, n_jobs) for name in composed.stages}
        defaults = _defaults(composed)
        return composed(**stages, **_parameters(recipe, partial(composed, **stages), defaults))  # type: ignore[no-any-return]
    check_keys(recipe, recipe.data, ["description", "estimator", "parameters"])
    kind, before = _kind(recipe)
    values = {"random_state": random_state, "n_jobs": n_jobs}
    if before is not None and n_jobs is None:
        values["n_jobs"] = -1  # without a number, scikit-learn's estimators use one thread
    # CatBoost's regressors do not list the parameters that they do not have yet.
    valid = _defaults(kind) | kind().get_params(deep=False)
    regressor = kind(
        **_parameters(recipe, kind, valid),
        **{key: value for key, value in values.items() if key in valid},
    )
    if before is None:
        return regressor  # type: ignore[no-any-return]
    steps = before(random_state)
    return ScikitLearn(make_pipeline(*steps, regressor) if steps else regressor)


def _blend(recipe: Recipe, stage: str, random_state: int, n_jobs: int | None) -> Regressor:
    """Build the weighted mean of the recipes that a table names."""
    weights = recipe.data.get(stage)
    if not isinstance(weights, dict) or not weights:
        raise InputError(
            f"The recipe has no table '{stage}' with the recipes to average.",
            where=recipe.where(stage),
            hint=f"Write [{stage}] on its own line, and for example lightgbm = 1 below.",
        )
    for name, weight in weights.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not weight > 0:
            raise InputError(
                f"The weight of '{name}' is not a number above 0.",
                where=recipe.where(stage, name),
                hint="Write a positive number; weights do not have to sum to 1.",
            )
        if recipe_path("models", name) is None or name == recipe.name:
            where = recipe.where(stage, name)
            raise unknown("estimator recipe named", name, recipe_names("models"), where=where)
    members = {
        name: load_estimator(name, random_state=random_state, n_jobs=n_jobs) for name in weights
    }
    if any(member.stages or isinstance(member, Blend) for member in members.values()):
        raise InputError(
            "A recipe that names other recipes cannot be part of another recipe.",
            where=recipe.where(stage),
            hint="Name the recipes that it combines instead.",
        )
    if len(members) == 1:
        return members.popitem()[1]
    return Blend(members, [float(weight) for weight in weights.values()])


def _kind(recipe: Recipe) -> tuple[type[Any], Callable[[int], list[Any]] | None]:
    """Return a class, and the steps before a class of scikit-learn."""
    name = recipe.data.get("estimator")
    valid = [*ESTIMATORS, *SCIKIT_LEARN]
    if not isinstance(name, str):
        raise InputError(
            "The recipe does not name an estimator.",
            where=recipe.where(),
            hint=f'Add a line such as estimator = "ridge". Valid names: {", ".join(valid)}.',
        )
    if name in SCIKIT_LEARN:
        return SCIKIT_LEARN[name]
    if ":" in name:
        kind = import_regressor(name, recipe.where("estimator"))
        accepts_nan = get_tags(kind()).input_tags.allow_nan
        return kind, (lambda _: []) if accepts_nan else normal_scores
    kind = estimator_of_recipe(name)
    if kind is None:
        raise unknown("estimator named", name, valid, where=recipe.where("estimator"))
    return kind, None


def _defaults(kind: type[Any]) -> dict[str, Any]:
    """Return the parameters of a class that have defaults."""
    parameters = signature(kind).parameters.items()
    return {name: each.default for name, each in parameters if each.default is not each.empty}


def _parameters(
    recipe: Recipe, kind: Callable[..., Any], defaults: dict[str, Any]
) -> dict[str, Any]:
    parameters = recipe.data.get("parameters", {})
    if not isinstance(parameters, dict):
        raise InputError(
            "'parameters' is not a table.",
            where=recipe.where("parameters"),
            hint="Write [parameters] on its own line and the values below it.",
        )
    for key in ARGUMENTS:
        if key in parameters and key in defaults:
            raise InputError(
                f"A recipe cannot set '{key}'.",
                where=recipe.where("parameters", key),
                hint="Remove it; the seed and the number of threads are options of the command.",
            )
    valid = [key for key in defaults if key not in ARGUMENTS]
    check_keys(recipe, parameters, valid, prefix=("parameters",))
    for key, value in parameters.items():
        # scikit-learn accepts several penalties, for several targets.
        if isinstance(value, list | dict) and (isinstance(defaults[key], int | float) or not value):
            raise InputError(
                f"The value {value!r} of '{key}' is not valid.",
                where=recipe.where("parameters", key),
                hint=f"Change it, or remove it to use the default, {defaults[key]!r}.",
            )
    try:
        regressor = kind(**parameters)
        if isinstance(regressor, Estimator):
            regressor.check_params()
        # LightGBM's regressors have the method, but no constraints.
        elif hasattr(regressor, "_parameter_constraints"):
            # Private, but what `fit` calls first; without it, the error would come in `fit`.
            regressor._validate_params()  # noqa: SLF001
    except (ValueError, TypeError) as error:
        raise InputError(
            " ".join(str(error).split()),
            where=recipe.where("parameters"),
            hint="Change the value, or remove it to use the default.",
        ) from error
    return parameters


def import_regressor(name: str, where: str) -> type[Any]:
    """Import a class of regressors.

    Only installed packages that require scikit-learn are imported, so that a recipe from someone
    else cannot run files of the current folder or other programs.

    Parameters
    ----------
    name : str
        Module and class, such as ``sklearn.ensemble:ExtraTreesRegressor``.
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
    with installed_only():
        module = _imported(module_name, where)
    kind: Any = getattr(module, class_name, None)
    if not _is_regressor(kind):
        regressors = [key for key in dir(module) if _is_regressor(getattr(module, key))]
        raise unknown(f"regressor in {module_name} named", class_name, regressors, where=where)
    return kind  # type: ignore[no-any-return]


def _imported(module_name: str, where: str) -> ModuleType:
    package = module_name.partition(".")[0]
    distributions = metadata.packages_distributions().get(package, [])
    if not any(map(_works_with_scikit_learn, distributions)):
        raise InputError(
            f"The package '{package}' has no estimators for scikit-learn."
            if distributions
            else f"The package '{package}' is not installed.",
            where=where,
            hint="Install a package that requires scikit-learn, or pass the regressor itself to "
            "lcp.train in Python.",
        )
    try:
        return import_module(module_name)
    except ImportError as error:
        raise InputError(
            f"The module '{module_name}' cannot be imported ({error}).",
            where=where,
            hint="Check the name in the documentation of the package.",
        ) from error


def _works_with_scikit_learn(distribution: str) -> bool:
    required = [distribution, *(metadata.requires(distribution) or [])]
    # CatBoost has estimators for scikit-learn and does not require it.
    return any(re.match(r"scikit[-_.]learn\b|catboost$", line, re.IGNORECASE) for line in required)


def _is_regressor(kind: object) -> bool:
    """Return whether this is a class of regressors that can be constructed without arguments."""
    if not isinstance(kind, type) or not hasattr(kind, "get_params"):
        return False
    try:
        return bool(is_regressor(kind()))
    except Exception:  # noqa: BLE001 - of another package: any reason means no
        return False
