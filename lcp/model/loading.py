"""Load models that :mod:`lcp.model.saving` wrote. Executes no code from the files."""

from __future__ import annotations

import os
import warnings
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.estimators.storage import from_plain
from lcp.model.manifest import (
    ESTIMATOR,
    FEATURES,
    MANIFEST,
    WORDS,
    altered,
    read_description,
)
from lcp.model.model import ComplexityModel
from lcp.model.plain import READ_ERRORS, read_plain, unpack_plain
from lcp.model.provenance import differences
from lcp.model.state import ModelState, from_state
from lcp.model.word_predictions import WordPredictions
from lcp.recipes import recipe_folder
from lcp.tasks import BUILT_IN, find_task

if TYPE_CHECKING:
    from collections.abc import Callable

    from lcp.resources import Store


def load_model(folder: str | Path | None = None, *, store: Store | None = None) -> ComplexityModel:
    """Load a model that :meth:`ComplexityModel.save` wrote. Executes no code from the files.

    The model can be fitted again: its parameter ``estimator`` is an unfitted copy of the
    regressor that was saved.

    Parameters
    ----------
    folder : path or str, optional
        The model's folder, or the name of a model in :func:`models_folder`. Default: the model
        that comes with the package.
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
    path = model_folder(folder)
    state = read_state(path)
    try:
        model = from_state(ComplexityModel, state, store=store)
        changes = differences(state.description, store)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        what = f"The model's description does not match its files ({error!r})."
        raise altered(what, path / MANIFEST) from error
    if changes:
        warnings.warn(
            f"Predictions may differ from the trained model's: {'; '.join(changes)}.",
            stacklevel=2,
        )
    return model


def models_folder() -> Path:
    """Return the folder of installed models: ``$LCP_MODELS`` or one in the user's data folder."""
    environment = os.environ.get("LCP_MODELS")
    if environment:
        return Path(environment)
    from platformdirs import user_data_path

    return user_data_path("lcp") / "models"


def model_folder(name: str | Path | None = None) -> Path:
    """Return the folder of a model by its path or name, or of the bundled model; it may not exist.

    A name is that of an installed model, unless there is such a path.
    """
    if name is None:
        return recipe_folder("models") / "core"
    path = Path(name)
    if path.exists() or len(path.parts) > 1:
        return path
    installed = models_folder() / path
    return installed if installed.exists() else path


def read_state(folder: Path) -> ModelState:
    """Read the state of a model from its folder.

    Raises
    ------
    InputError
        If the folder is not a model, a file is missing, altered or not readable, or there is no
        room of the model's task.
    """
    description = read_description(folder)
    find_task(str(description.get("capabilities", {}).get("task", BUILT_IN)))
    arrays = _read_plain(folder / FEATURES)
    estimator = _read_plain(folder / ESTIMATOR, from_plain)
    words = None
    if WORDS in description["files"]:
        # Unpacked when a text is annotated. The folder may be gone by then.
        words = partial(_unpack_words, (folder / WORDS).read_bytes(), folder / WORDS)
    return ModelState(description, arrays, estimator, words)


def _unpack_words(content: bytes, path: Path) -> WordPredictions:
    try:
        return WordPredictions(**unpack_plain(BytesIO(content)))
    except READ_ERRORS as error:
        raise altered(f"The model's file {path.name} is damaged ({error}).", path) from error


def _read_plain(path: Path, restore: Callable[[Any], Any] = dict) -> Any:
    try:
        return restore(read_plain(path))
    except READ_ERRORS as error:
        raise altered(f"The model's file {path.name} is damaged ({error}).", path) from error
