"""A model as plain data, between :mod:`lcp.model.saving` and :mod:`lcp.model.loading`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from lcp.base import cloned
from lcp.estimators.native import is_native
from lcp.features.featureset import FeatureSet
from lcp.model.levels import LevelScale
from lcp.model.readers import intervals_from_dict
from lcp.model.running_text import RunningText

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from lcp.model.complexity_model import ComplexityModel
    from lcp.resources import Store

#: Attributes of a model that are tables or None, without the underscore.
_TABLES = ("scores", "breakdown", "interval_coverage")


@dataclass(frozen=True)
class ModelState:
    """A model as plain data.

    Attributes
    ----------
    description : dict
        Everything that JSON can represent.
    arrays : dict
        Arrays, and the fitted attributes of the feature families.
    estimator : scikit-learn regressor
        The fitted estimator.
    word_predictions : WordPredictions, callable or None
        Precomputed predictions for words, or a function that reads them.
    """

    description: dict[str, Any]
    arrays: dict[str, Any]
    estimator: Any
    word_predictions: Any = None


def to_state(model: ComplexityModel) -> ModelState:
    """Return everything that :func:`from_state` needs to restore a fitted model."""
    parameters = json.dumps(model.estimator_.get_params(deep=False), default=repr)
    tables = {name: getattr(model, f"{name}_") for name in _TABLES}
    description = {
        "trained_on": {k: v for k, v in model.trained_on_.items() if k != "instance_codes"},
        "feature_set": model.feature_set_.to_dict(),
        "estimator": {"name": model.estimator_name_, "parameters": json.loads(parameters)},
        "random_state": model.random_state,
        "scores_from": model.scores_from_,
        "interval": None if model.interval_ is None else model.interval_.to_dict(),
        "levels": None if model.levels_ is None else model.levels_.to_dict(),
        "running_text": model.running_text_.to_dict(),
        **{
            name: None if table is None else table.to_dict(orient="records")
            for name, table in tables.items()
        },
        **model.made_with_,
    }
    arrays = {
        "families": model.feature_set_.learned(),
        "trained_on": model.trained_on_["instance_codes"],
        "quantiles": model.quantiles_.to_numpy(),
    }
    return ModelState(description, arrays, model.estimator_, model.word_predictions_)


def from_state(
    model_type: type[ComplexityModel], state: ModelState, *, store: Store | None = None
) -> ComplexityModel:
    """Restore a model from :func:`to_state`.

    Raises
    ------
    KeyError, TypeError, ValueError, AttributeError
        If the parts of the state contradict each other.
    """
    about, arrays = state.description, state.arrays
    features = FeatureSet.restore(about["feature_set"], arrays["families"], store=store)
    columns = features.get_feature_names_out()
    names = getattr(state.estimator, "feature_names_in_", columns)
    # Native models check their features themselves. CatBoost's have the number 0 when loaded.
    n_features = getattr(state.estimator, "n_features_in_", len(columns))
    is_right = is_native(state.estimator) or n_features == len(columns)
    if list(names) != list(columns) or not is_right:
        raise ValueError("the estimator was trained with other features")
    # Not the recipe's name: its file may have changed or be on another machine.
    model = model_type(features, cloned(state.estimator), random_state=about["random_state"])
    model.feature_set_ = features
    model.estimator_ = state.estimator
    model.estimator_name_ = about["estimator"]["name"]
    if arrays["quantiles"].shape[1] != len(columns):
        raise ValueError("the percentiles are those of other features")
    model.defer("quantiles_", partial(_percentiles, arrays["quantiles"], columns))
    model.made_with_ = {key: about[key] for key in ("versions", "resources", "lexicon")}
    model.trained_on_ = {**about["trained_on"], "instance_codes": arrays["trained_on"]}
    model.scores_from_ = about["scores_from"]
    interval = about["interval"]
    model.interval_ = None if interval is None else intervals_from_dict(interval)
    levels = about["levels"]
    model.levels_ = None if levels is None else LevelScale.from_dict(levels)
    model.running_text_ = RunningText(about["running_text"])
    if callable(state.word_predictions):
        model.defer("word_predictions_", state.word_predictions)
    else:
        model.word_predictions_ = state.word_predictions
    for name in _TABLES:
        model.defer(f"{name}_", partial(_table, about[name]))
    return model


def _table(rows: list[dict[str, Any]] | None) -> pd.DataFrame | None:
    if rows is None:
        return None
    import pandas as pd

    return pd.DataFrame(rows)


def _percentiles(values: NDArray[np.float32], columns: NDArray[np.object_]) -> pd.DataFrame:
    import pandas as pd

    from lcp.explanation.distribution import POINTS

    return pd.DataFrame(values, POINTS, columns)
