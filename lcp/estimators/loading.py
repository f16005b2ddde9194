"""Build the estimator that a recipe describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

from lcp.errors import InputError, unknown
from lcp.estimators.adapter import ScikitLearn, imputed, normal_scores
from lcp.estimators.blend import Blend
from lcp.estimators.registry import ESTIMATORS, estimator_of_recipe
from lcp.recipes import Recipe, check_keys, read_recipe, recipe_names, recipe_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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


def load_estimator(
    name_or_path: str | Path, *, random_state: int = 0, n_jobs: int | None = None
) -> Regressor:
    """Build the estimator that a recipe describes.

    Parameters
    ----------
    name_or_path : str or Path
        Name of a recipe in ``models/``, or path of a TOML file.
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
        check_keys(recipe, recipe.data, ["description", "estimator", *composed.stages])
        stages = (_blend(recipe, stage, random_state, n_jobs) for stage in composed.stages)
        return composed(*stages)  # type: ignore[no-any-return]
    check_keys(recipe, recipe.data, ["description", "estimator", "parameters"])
    kind, before = _kind(recipe)
    values = {"random_state": random_state, "n_jobs": n_jobs}
    if before is not None and n_jobs is None:
        values["n_jobs"] = -1  # without a number, scikit-learn's estimators use one thread
    valid = kind().get_params(deep=False)
    regressor = kind(
        **_parameters(recipe, kind, valid),
        **{key: value for key, value in values.items() if key in valid},
    )
    if before is None:
        return regressor  # type: ignore[no-any-return]
    return ScikitLearn(make_pipeline(*before(random_state), regressor))


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
    kind = estimator_of_recipe(name)
    if kind is None:
        raise unknown("estimator named", name, valid, where=recipe.where("estimator"))
    return kind, None


def _parameters(recipe: Recipe, kind: type[Any], defaults: dict[str, Any]) -> dict[str, Any]:
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
        kind(**parameters)._validate_params()  # noqa: SLF001 - what `fit` calls first
    except (ValueError, TypeError) as error:
        raise InputError(
            " ".join(str(error).split()),
            where=recipe.where("parameters"),
            hint="Change the value, or remove it to use the default.",
        ) from error
    return parameters
