"""A model as plain data, between :mod:`lcp.model.saving` and :mod:`lcp.model.loading`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.base import cloned
from lcp.estimators.base import with_threads
from lcp.features.featureset import FeatureSet
from lcp.model.capabilities import Capabilities
from lcp.model.intervals import Intervals
from lcp.model.levels import LevelScale
from lcp.model.scale import RunningText

if TYPE_CHECKING:
    from lcp.model.model import ComplexityModel
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
    estimator : Regressor
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
    # The model does not depend on the number of threads.
    estimator = with_threads(model.estimator_, None)
    parameters = json.dumps(estimator.get_params(deep=False), default=repr)
    description = {
        "trained_on": {k: v for k, v in model.trained_on_.items() if k != "instance_codes"},
        "feature_set": model.feature_set_.to_dict(),
        "estimator": {"name": model.estimator_name_, "parameters": json.loads(parameters)},
        "random_state": model.random_state,
        "scores_from": model.scores_from_,
        "capabilities": model.capabilities_.to_dict(),
        "intervals": None if model.intervals_ is None else model.intervals_.to_dict(),
        "levels": None if model.levels_ is None else model.levels_.to_dict(),
        "running_text": model.running_text_.to_dict(),
        **{name: vars(model)[f"{name}_"] for name in _TABLES},
        **model.made_with_,
    }
    arrays = {
        "families": model.feature_set_.learned_,
        "trained_on": model.trained_on_["instance_codes"],
        "quantiles": model.quantiles_,
    }
    return ModelState(description, arrays, model.estimator_, model.words_)


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
    if list(state.estimator.feature_names_in_) != list(columns):
        raise ValueError("the estimator was trained with other features")
    # Not the recipe's name: its file may have changed or be on another machine.
    model = model_type(features, cloned(state.estimator), random_state=about["random_state"])
    model.feature_set_ = features
    model.estimator_ = state.estimator
    model.estimator_name_ = about["estimator"]["name"]
    if arrays["quantiles"].shape[1] != len(columns):
        raise ValueError("the percentiles are of other features")
    model.quantiles_ = np.asarray(arrays["quantiles"], dtype=np.float32)
    model.made_with_ = {key: about[key] for key in ("versions", "resources", "lexicon")}
    model.trained_on_ = {**about["trained_on"], "instance_codes": arrays["trained_on"]}
    model.scores_from_ = about["scores_from"]
    model.capabilities_ = Capabilities.from_dict(about["capabilities"])
    intervals, levels = about["intervals"], about["levels"]
    model.intervals_ = None if intervals is None else Intervals.from_dict(intervals)
    model.levels_ = None if levels is None else LevelScale(**levels)
    model.restore(RunningText(about["running_text"]), state.word_predictions)
    for name in _TABLES:
        setattr(model, f"{name}_", about[name])
    return model
