"""Load models that :mod:`lcp.model.saving` wrote. Executes no code from the files."""

from __future__ import annotations

import warnings
from copy import copy
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import InputError
from lcp.estimators.storage import from_plain
from lcp.features.family import family
from lcp.features.featureset import FeatureSet
from lcp.files import READ_ERRORS, conforms
from lcp.model.capabilities import Capabilities
from lcp.model.intervals import Intervals
from lcp.model.levels import LevelScale
from lcp.model.manifest import (
    DESCRIPTION,
    ESTIMATOR,
    FEATURES,
    MANIFEST,
    TABLES,
    WORDS,
    altered,
    read_description,
)
from lcp.model.model import ComplexityModel
from lcp.model.npz import read_plain
from lcp.model.percentiles import POINTS
from lcp.model.provenance import PACKAGES, differences
from lcp.model.running_text import RunningText
from lcp.model.word_predictions import WordPredictions
from lcp.recipes import recipe_folder
from lcp.scikit_learn import cloned
from lcp.task import TASKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from lcp.resources import Store


# Threads that need the bundled model at the same time load it once.
_LOCK = Lock()


def load_model(folder: str | Path | None = None, *, store: Store | None = None) -> ComplexityModel:
    """Load a model that :meth:`ComplexityModel.save` wrote. Executes no code from the files.

    The model can be fitted again: its parameters ``features`` and ``estimator`` are unfitted copies
    of what was saved.

    The bundled model is read once per process. Each call returns a copy, which shares what was
    learned with the others; to fit or change one of them does not affect the others.

    Parameters
    ----------
    folder : path or str, optional
        The model's folder. Default: the model that comes with the package.
    store : Store, optional
        Store that provides the features' resources. Default: a store of this machine.

    Raises
    ------
    InputError
        If the folder is not a model, a file is missing or altered, or the model was written by
        another version with a different file format.

    Warns
    -----
    UserWarning
        If packages or resources differ from those used in training.
    """
    if folder is None and store is None:
        shared, changes = _bundled()
        model = _copied(shared)
    else:
        model, changes = _read(model_folder(folder), store)
    if changes:
        warnings.warn(
            f"Predictions may differ from the trained model's: {'; '.join(changes)}.",
            stacklevel=2,
        )
    return model


def bundled_model() -> ComplexityModel:
    """Return the bundled model that the process shares. Nothing may change it.

    It remembers what it rated, unlike the copies that :func:`load_model` returns.
    """
    return _bundled()[0]


def _bundled() -> tuple[ComplexityModel, list[str]]:
    with _LOCK:
        return _read_once(model_folder())


@cache
def _read_once(path: Path) -> tuple[ComplexityModel, list[str]]:
    return _read(path, None)


def _copied(model: ComplexityModel) -> ComplexityModel:
    """Return a model that shares what was learned, but neither parameters nor memory."""
    copied = copy(model)
    copied.features, copied.estimator = cloned(model.features), cloned(model.estimator)
    copied.feature_set_, copied.estimator_ = copy(model.feature_set_), copy(model.estimator_)
    copied.restore(model.running_text_, model.words_)
    return copied


def _read(path: Path, store: Store | None) -> tuple[ComplexityModel, list[str]]:
    """Return the model of a folder, and what differs from its training."""
    about = read_description(path)
    if not conforms(about, DESCRIPTION) or not about["trained_on"]["corpora"]:
        reason = "a value is missing or has another type"
        raise altered(
            f"The model's description does not match its files ({reason}).", path / MANIFEST
        )
    TASKS.find(about["capabilities"]["task"])
    _check_families(about, path / MANIFEST)
    arrays = _unpacked((path / FEATURES).read_bytes(), path / FEATURES, dict)
    estimator = _unpacked((path / ESTIMATOR).read_bytes(), path / ESTIMATOR, from_plain)
    words = None
    if WORDS in about["files"]:
        content = (path / WORDS).read_bytes()
        words = _unpacked(content, path / WORDS, lambda stored: WordPredictions(**stored))
    try:
        return _restored(about, arrays, estimator, words, store), differences(about, store)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        what = f"The model's description does not match its files ({error!r})."
        raise altered(what, path / MANIFEST) from error


def _check_families(about: dict[str, Any], where: Path) -> None:
    """Raise :class:`InputError` for a family that no installed package has."""
    for name in about["feature_set"]["families"]:
        if family(name) is None:
            others = [
                f"{p} {v}" for p, v in about["versions"].items() if p not in ("lcp", *PACKAGES)
            ]
            install = f"Install {', '.join(others)}, as in training." if others else ""
            raise InputError(
                f"The model needs the feature family '{name}', which no installed package has.",
                where=str(where),
                hint=install or "Import the module that defines it before loading the model.",
            )


def model_folder(folder: str | Path | None = None) -> Path:
    """Return the folder of a model, by default of the bundled one; it may not exist."""
    return recipe_folder("models") / "bundled" if folder is None else Path(folder)


def _restored(
    about: dict[str, Any],
    arrays: dict[str, Any],
    estimator: Any,
    words: WordPredictions | None,
    store: Store | None,
) -> ComplexityModel:
    """Return the model of a description, arrays and a fitted estimator.

    Raises
    ------
    LookupError, TypeError, ValueError, AttributeError
        If the description is incomplete, or does not match the rest.
    """
    features = FeatureSet.restore(about["feature_set"], arrays["families"], store=store)
    columns = features.get_feature_names_out()
    if list(estimator.feature_names_in_) != list(columns):
        raise ValueError("the estimator was trained with other features")
    # Not the recipe's name: its file may have changed or be on another machine.
    model = ComplexityModel(
        cloned(features),
        cloned(estimator),
        task=about["capabilities"]["task"],
        random_state=about["random_state"],
    )
    model.feature_set_ = features
    model.estimator_ = estimator
    model.estimator_name_ = about["estimator"]["name"]
    model.quantiles_ = np.asarray(arrays["quantiles"], dtype=np.float32)
    if model.quantiles_.shape != (len(POINTS), len(columns)):
        raise ValueError("the percentiles are of other features")
    model.made_with_ = {key: about[key] for key in ("versions", "resources", "lexicon")}
    codes = np.asarray(arrays["trained_on"], dtype=np.uint32)
    model.trained_on_ = {**about["trained_on"], "instance_codes": codes}
    model.scores_from_ = about["scores_from"]
    model.capabilities_ = Capabilities.from_dict(about["capabilities"])
    intervals, levels = about["intervals"], about["levels"]
    model.intervals_ = None if intervals is None else Intervals.from_dict(intervals)
    model.levels_ = None if levels is None else LevelScale(**levels)
    model.restore(RunningText(about["running_text"]), words)
    for name in TABLES:
        setattr(model, f"{name}_", about[name])
    return model


def _unpacked(content: bytes, path: Path, restore: Callable[[Any], Any]) -> Any:
    """Return what is restored from the content of a file."""
    try:
        return restore(read_plain(content))
    except READ_ERRORS as error:
        raise altered(f"The model's file {path.name} is damaged ({error}).", path) from error
