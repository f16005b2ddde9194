"""Read fitted states that :mod:`lcp.model.output_folder` wrote. Executes no code from the files."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.base.schema import SchemaError, conforms
from lcp.base.task import TASKS
from lcp.errors import InputError
from lcp.estimators.storage import from_plain
from lcp.features.family import family
from lcp.features.featureset import FeatureSet
from lcp.files.input_files import READ_ERRORS, as_path, read_at_most
from lcp.files.recipes import recipe_folder
from lcp.model.capabilities import Capabilities
from lcp.model.fitted_state import POINTS, FittedState
from lcp.model.intervals import Intervals
from lcp.model.level_scale import LevelScale
from lcp.model.manifest import (
    DESCRIPTION,
    ESTIMATOR,
    FEATURES,
    HINT,
    MANIFEST,
    TABLES,
    WORDS,
    altered,
    read_description,
)
from lcp.model.plain_data import read_plain
from lcp.model.running_text import RunningText
from lcp.model.training_record import PACKAGES, changes_since_training
from lcp.model.word_predictions import WordPredictions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lcp.estimators.regressor import Regressor
    from lcp.resources import Store


#: Types of the fitted attributes of the features, for :func:`lcp.base.schema.conforms`.
_ARRAYS = {"families": {"": dict}, "quantiles": "f2", "trained_on": "u1"}

_LOG = logging.getLogger(__name__)


def read_state(path: Path, store: Store | None = None) -> tuple[FittedState, list[str]]:
    """Return the state in the folder of a model, and what differs from its training.

    Parameters
    ----------
    path : Path
        The folder.
    store : Store, optional
        Store that provides the features' resources. Default: a store of this machine.

    Raises
    ------
    InputError
        If the folder is not a model, a file is missing or altered, or the model was written by
        another version with a different file format.
    """
    _LOG.debug("Loading the model %s.", path)
    description = read_description(path)
    if not conforms(description, DESCRIPTION) or not description["trained_on"]["corpora"]:
        reason = "a value is missing or has another type"
        raise altered(
            f"The model's description does not match its files ({reason}).", path / MANIFEST
        )
    TASKS.find(description["capabilities"]["task"])
    _check_families(description, path / MANIFEST)
    arrays = _unpacked(path / FEATURES, _arrays)
    estimator = _unpacked(path / ESTIMATOR, from_plain)
    words = None
    if WORDS in description["files"]:
        words = _unpacked(path / WORDS, WordPredictions.from_dict)
    try:
        state = _restored(description, arrays, estimator, words, store)
    except SchemaError as error:
        what = f"The model's description does not match its files ({error})."
        raise altered(what, path / MANIFEST) from error
    return state, changes_since_training(description, store)


def _check_families(description: dict[str, Any], where: Path) -> None:
    """Raise :class:`InputError` for a family that no installed package has."""
    for name in description["feature_set"]["families"]:
        if family(name) is None:
            versions = description["versions"].items()
            others = [f"{p} {v}" for p, v in versions if p not in ("lcp", *PACKAGES)]
            package = ", ".join(others) or "the package that defines it"
            raise InputError(
                f"The model needs the feature family '{name}', which no installed package has.",
                where=str(where),
                hint=f"Install {package}, as in training, or import its module first. For "
                "commands, it needs an entry point in the group 'lcp.families'.",
            )


def model_folder(folder: str | Path | None = None) -> Path:
    """Return the folder of a model, by default of the bundled one; it may not exist."""
    # Whatever is no path names no folder.
    return recipe_folder("models") / "bundled" if folder is None else as_path(str(folder))


def _restored(
    description: dict[str, Any],
    arrays: dict[str, Any],
    estimator: Regressor,
    words: WordPredictions | None,
    store: Store | None,
) -> FittedState:
    """Return the state of a description, arrays and a fitted estimator.

    Raises
    ------
    SchemaError
        If the description is incomplete, or does not match the rest.
    """
    features = FeatureSet.restore(description["feature_set"], arrays["families"], store=store)
    columns = features.get_feature_names_out()
    if list(getattr(estimator, "feature_names_in_", [])) != list(columns):
        raise SchemaError("the estimator was trained with other features")
    quantiles = arrays["quantiles"].astype(np.float32, copy=False)
    if quantiles.shape != (len(POINTS), len(columns)):
        raise SchemaError("the percentiles are of other features")
    codes = arrays["trained_on"].astype(np.uint32, copy=False)
    intervals, levels = description["intervals"], description["levels"]
    return FittedState(
        feature_set=features,
        estimator=estimator,
        estimator_name=description["estimator"]["name"],
        random_state=description["random_state"],
        capabilities=Capabilities.from_dict(description["capabilities"]),
        quantiles=quantiles,
        trained_on={**description["trained_on"], "instance_codes": codes},
        made_with={key: description[key] for key in ("versions", "resources", "lexicon")},
        scores_from=description["scores_from"],
        intervals=None if intervals is None else Intervals.from_dict(intervals),
        levels=None if levels is None else LevelScale(levels["coefficients"]),
        running_text=RunningText(description["running_text"]),
        words=words,
        **{name: description[name] for name in TABLES},
    )


def _unpacked(path: Path, restore: Callable[[Any], Any]) -> Any:
    """Return what is restored from the content of a file."""
    try:
        content = read_plain(read_at_most(path, "model", HINT))
    except READ_ERRORS as error:
        raise altered(f"The model's file {path.name} is damaged ({error}).", path) from error
    try:
        return restore(content)
    except SchemaError as error:
        raise altered(f"The model's file {path.name} is damaged ({error}).", path) from error


def _arrays(content: Any) -> dict[str, Any]:
    """Return the fitted attributes of the features, checked."""
    if not conforms(content, _ARRAYS):
        raise SchemaError("an array is missing or has another type")
    arrays: dict[str, Any] = content
    return arrays
