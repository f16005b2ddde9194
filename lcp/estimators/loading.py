"""From a recipe to an estimator that is ready to be fitted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import QuantileTransformer, StandardScaler
from sklearn.svm import SVR

from lcp.errors import InputError
from lcp.estimators.boosted_trees import BoostedTrees
from lcp.recipes import Recipe, check_keys, nearest, read_recipe

if TYPE_CHECKING:
    from pathlib import Path

#: The steps of each estimator that a recipe may name; its parameters are those of the
#: last step. The boosted trees need no filling in and no scaling.
ESTIMATORS: dict[str, tuple[type[Any], ...]] = {
    "boosted-trees": (BoostedTrees,),
    "ridge": (SimpleImputer, QuantileTransformer, StandardScaler, Ridge),
    # Its features keep their scales, and with them their weights: a ridge centres by itself.
    "centred-ridge": (SimpleImputer, Ridge),
    "linear": (SimpleImputer, StandardScaler, LinearRegression),
    "svr": (SimpleImputer, QuantileTransformer, StandardScaler, SVR),
}

_FIXED: dict[type[Any], dict[str, Any]] = {
    # A feature that no training row knows keeps its column, so that columns stay in place.
    SimpleImputer: {"strategy": "median", "keep_empty_features": True},
    # Counts and frequencies are so skewed that lines fit their ranks better; a word beyond
    # what was seen in training stays at the end of the scale. Few quantiles do as well.
    QuantileTransformer: {"n_quantiles": 20, "output_distribution": "normal"},
}

_CHOSEN_AT_RUN_TIME = frozenset({"seed", "random_state", "n_jobs"})


def load_estimator(name_or_path: str | Path, *, seed: int = 0, jobs: int | None = None) -> Any:
    """Build the estimator that a recipe describes.

    Parameters
    ----------
    name_or_path : str or Path
        A recipe of ``models/`` by name, or the path of a TOML file.
    seed : int, default=0
        Seed of whatever in it is random.
    jobs : int or None, default=None
        Number of threads where the estimator can use several; -1 is every core.

    Returns
    -------
    sklearn regressor
        Not fitted. It takes NaN in the features.

    Raises
    ------
    InputError
        When the recipe cannot be read, or names an estimator or parameter that does not
        exist, or a value that the estimator refuses; with the line of the recipe.

    Examples
    --------
    >>> load_estimator("ridge")[-1]
    Ridge(alpha=...)
    """
    recipe = read_recipe("models", name_or_path)
    check_keys(recipe, recipe.data, ["description", "estimator", "parameters"])
    steps = [_construct(kind, _FIXED.get(kind, {}), seed, jobs) for kind in _steps(recipe)[:-1]]
    kind = _steps(recipe)[-1]
    regressor = _construct(kind, _parameters(recipe, kind), seed, jobs)
    if not steps:
        return regressor
    return Pipeline([(type(step).__name__.lower(), step) for step in [*steps, regressor]])


def _steps(recipe: Recipe) -> tuple[type[Any], ...]:
    name = recipe.data.get("estimator")
    if name is None:
        raise InputError(
            "The recipe does not say which estimator it is for.",
            where=recipe.where(),
            hint=f'Add a line such as estimator = "ridge"; there are: {", ".join(ESTIMATORS)}.',
        )
    if not isinstance(name, str) or name not in ESTIMATORS:
        raise InputError(
            f"There is no estimator named '{name}'.",
            where=recipe.where("estimator"),
            hint=nearest(str(name), ESTIMATORS),
        )
    return ESTIMATORS[name]


def _parameters(recipe: Recipe, kind: type[Any]) -> dict[str, Any]:
    parameters = recipe.data.get("parameters", {})
    if not isinstance(parameters, dict):
        raise InputError(
            "'parameters' is not a table.",
            where=recipe.where("parameters"),
            hint="Write [parameters] on a line of its own and the values below it.",
        )
    known = kind().get_params(deep=False)
    for key in parameters.keys() & _CHOSEN_AT_RUN_TIME & known.keys():
        raise InputError(
            f"'{key}' is not part of a recipe.",
            where=recipe.where("parameters", key),
            hint="Seed and number of threads are given when the estimator is loaded.",
        )
    valid = [key for key in known if key not in _CHOSEN_AT_RUN_TIME]
    check_keys(recipe, parameters, valid, prefix=("parameters",))
    for key, value in parameters.items():
        try:
            kind(**{key: value})._validate_params()  # noqa: SLF001 - what `fit` calls first
        except (ValueError, TypeError) as error:
            raise InputError(
                _sentence(error),
                where=recipe.where("parameters", key),
                hint=f"Change it, or leave it out for {known[key]!r}.",
            ) from error
    return parameters


def _construct(kind: type[Any], parameters: dict[str, Any], seed: int, jobs: int | None) -> Any:
    given = {"seed": seed, "random_state": seed, "n_jobs": jobs}
    known = kind().get_params(deep=False)
    return kind(**parameters, **{key: value for key, value in given.items() if key in known})


def _sentence(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text if text.endswith(".") else f"{text}."
