"""Build the estimator that a recipe describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import QuantileTransformer, StandardScaler
from sklearn.svm import SVR

from lcp.errors import InputError, unknown
from lcp.estimators.blend import Blend
from lcp.estimators.boosted_trees import BoostedTrees
from lcp.estimators.conditional_logit import ConditionalLogit
from lcp.estimators.first_languages import FirstLanguagesRegressor
from lcp.estimators.gaussian_process import GaussianProcess
from lcp.estimators.multi_source import MultiSourceRegressor
from lcp.estimators.named import (
    ARGUMENTS,
    accepts_nan,
    defaults_of,
    fixed_parameters,
    import_regressor,
    is_named,
)
from lcp.estimators.ordinal_trees import OrdinalTrees
from lcp.estimators.ranking_trees import RankingTrees
from lcp.estimators.two_stage import TwoStageRegressor
from lcp.recipes import Recipe, check_keys, read_recipe, recipe_names

if TYPE_CHECKING:
    from pathlib import Path

#: Steps of each estimator that a recipe can name. Its parameters are those of the last step.
ESTIMATORS: dict[str, tuple[type[Any], ...]] = {
    "boosted-trees": (BoostedTrees,),
    "ordinal-trees": (OrdinalTrees,),
    "ranking-trees": (RankingTrees,),
    "conditional-logit": (ConditionalLogit,),
    "ridge": (SimpleImputer, QuantileTransformer, StandardScaler, Ridge),
    # Features are not scaled: a larger scale means a smaller penalty. Ridge centres them.
    "centred-ridge": (SimpleImputer, Ridge),
    "linear": (SimpleImputer, StandardScaler, LinearRegression),
    "svr": (SimpleImputer, QuantileTransformer, StandardScaler, SVR),
    "gaussian-process": (SimpleImputer, QuantileTransformer, StandardScaler, GaussianProcess),
}

#: Estimators whose recipe names other recipes, with weights, in these tables.
COMPOSED: dict[str, tuple[type[Any], tuple[str, ...]]] = {
    "two-stage": (TwoStageRegressor, ("words", "expressions")),
    "first-languages": (FirstLanguagesRegressor, ("shared", "own")),
    "multi-source": (MultiSourceRegressor, ("home", "shared", "learner")),
}

_FIXED: dict[type[Any], dict[str, Any]] = {
    # A feature without values in training keeps its column, so that columns keep their order.
    SimpleImputer: {"strategy": "median", "keep_empty_features": True},
    # Counts and frequencies are so skewed that linear models fit their ranks better. Values
    # outside the training range get the rank of its end. More quantiles are not better.
    QuantileTransformer: {"n_quantiles": 20, "output_distribution": "normal"},
}

#: Estimator that averages the recipes that its table names, with weights.
BLEND, MEMBERS = "blend", "members"

#: Steps before a regressor of another package that does not accept NaN.
_IMPUTED = (SimpleImputer, QuantileTransformer, StandardScaler)


def load_estimator(
    name_or_path: str | Path, *, random_state: int = 0, n_jobs: int | None = None
) -> Any:
    """Build the estimator that a recipe describes.

    Parameters
    ----------
    name_or_path : str or Path
        Name of a recipe in ``models/``, or path of a TOML file. Its ``estimator`` is one of
        :data:`ESTIMATORS`, or the module and class of any regressor for scikit-learn, such as
        ``xgboost:XGBRegressor``. If a class does not accept NaN, missing values are imputed and
        the features are replaced by their normal scores, as in the recipe ``ridge``.
    random_state : int, default=0
        Seed of the estimator.
    n_jobs : int, optional
        Number of threads. Default: all processors.

    Returns
    -------
    sklearn regressor
        An unfitted regressor that accepts NaN in the features.

    Raises
    ------
    InputError
        If the recipe cannot be read, or an estimator, parameter or value is invalid. The
        message names the line of the recipe.

    Examples
    --------
    >>> load_estimator("ridge")[-1]
    Ridge(alpha=...)
    """
    recipe = read_recipe("models", name_or_path)
    name = recipe.data.get("estimator")
    if isinstance(name, str) and name in COMPOSED:
        composed, stages = COMPOSED[name]
        check_keys(recipe, recipe.data, ["description", "estimator", *stages])
        return composed(*(_blend(recipe, stage, random_state, n_jobs) for stage in stages))
    if name == BLEND:
        check_keys(recipe, recipe.data, ["description", "estimator", MEMBERS])
        return _blend(recipe, MEMBERS, random_state, n_jobs)
    check_keys(recipe, recipe.data, ["description", "estimator", "parameters"])
    *before, kind = _steps(recipe)
    steps = [_construct(step, _FIXED.get(step, {}), random_state, n_jobs) for step in before]
    parameters = _parameters(recipe, kind)
    if is_named(name):
        regressor = kind(**(fixed_parameters(kind, parameters, random_state, n_jobs) | parameters))
    else:
        regressor = _construct(kind, parameters, random_state, n_jobs)
    if not steps:
        return regressor
    named = Pipeline([(type(step).__name__.lower(), step) for step in [*steps, regressor]])
    # The kernels of a Gaussian process refer to columns by name.
    return named.set_output(transform="pandas") if kind is GaussianProcess else named


def _blend(recipe: Recipe, stage: str, random_state: int, n_jobs: int | None) -> Any:
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
        if name not in recipe_names("models") or name == recipe.name:
            where = recipe.where(stage, name)
            raise unknown("estimator recipe named", name, recipe_names("models"), where=where)
    members = [
        (name, load_estimator(name, random_state=random_state, n_jobs=n_jobs)) for name in weights
    ]
    composed: tuple[type[Any], ...] = (Blend, *(kind for kind, _ in COMPOSED.values()))
    if any(isinstance(member, composed) for _, member in members):
        raise InputError(
            "A recipe that names other recipes cannot be part of another recipe.",
            where=recipe.where(stage),
            hint="Name the recipes that it combines instead.",
        )
    return members[0][1] if len(members) == 1 else Blend(members, weights=list(weights.values()))


def _steps(recipe: Recipe) -> tuple[type[Any], ...]:
    name = recipe.data.get("estimator")
    valid = [*ESTIMATORS, *COMPOSED, BLEND]
    if name is None:
        raise InputError(
            "The recipe does not name an estimator.",
            where=recipe.where(),
            hint=f'Add a line such as estimator = "ridge". Valid names: {", ".join(valid)}.',
        )
    if is_named(name):
        kind = import_regressor(name, recipe.where("estimator"))
        return (kind,) if accepts_nan(kind) else (*_IMPUTED, kind)
    if not isinstance(name, str) or name not in ESTIMATORS:
        raise unknown("estimator named", name, valid, where=recipe.where("estimator"))
    return ESTIMATORS[name]


def _parameters(recipe: Recipe, kind: type[Any]) -> dict[str, Any]:
    parameters = recipe.data.get("parameters", {})
    if not isinstance(parameters, dict):
        raise InputError(
            "'parameters' is not a table.",
            where=recipe.where("parameters"),
            hint="Write [parameters] on its own line and the values below it.",
        )
    defaults = defaults_of(kind)
    for key in parameters.keys() & ARGUMENTS.keys() & defaults.keys():
        raise InputError(
            f"A recipe cannot set '{key}'.",
            where=recipe.where("parameters", key),
            hint="Remove it; the seed and the number of threads are options of the command.",
        )
    valid = [key for key in defaults if key not in ARGUMENTS]
    check_keys(recipe, parameters, valid, prefix=("parameters",))
    for key, value in parameters.items():
        default = defaults[key]
        # scikit-learn accepts several penalties, for several targets.
        several = isinstance(value, list | dict) and isinstance(default, int | float)
        if several or value in ([], {}):
            raise InputError(
                f"The value {value!r} of '{key}' is not valid.",
                where=recipe.where("parameters", key),
                hint=f"Change it, or remove it to use the default, {default!r}.",
            )
        try:
            one = kind(**{key: value})
            if hasattr(kind, "_constraints") or hasattr(kind, "_parameter_constraints"):
                one._validate_params()  # noqa: SLF001 - what `fit` calls first
        except (ValueError, TypeError) as error:
            raise InputError(
                _sentence(error),
                where=recipe.where("parameters", key),
                hint=f"Change it, or remove it to use the default, {default!r}.",
            ) from error
    return parameters


def _construct(
    kind: type[Any], parameters: dict[str, Any], random_state: int, n_jobs: int | None
) -> Any:
    arguments = {"random_state": random_state, "n_jobs": n_jobs}
    valid = kind().get_params(deep=False)
    return kind(**parameters, **{key: arguments[key] for key in arguments if key in valid})


def _sentence(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text if text.endswith(".") else f"{text}."
