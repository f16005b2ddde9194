"""Load models that :mod:`lcp.model.saving` wrote. Executes no code from the files."""

from __future__ import annotations

import warnings
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError
from lcp.estimators.plain import from_plain
from lcp.model.complexity_model import ComplexityModel
from lcp.model.manifest import (
    FEATURES,
    MANIFEST,
    PLAIN,
    SKOPS,
    TRUSTED,
    WORDS,
    altered,
    read_description,
)
from lcp.model.plain import READ_ERRORS, check_unpacked_size, read_plain, unpack_plain
from lcp.model.provenance import differences
from lcp.model.state import ModelState, from_state
from lcp.model.word_predictions import WordPredictions
from lcp.recipes import recipe_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from lcp.resources import Store


def load_model(folder: str | Path | None = None, *, store: Store | None = None) -> ComplexityModel:
    """Load a model that :meth:`ComplexityModel.save` wrote. Executes no code from the files.

    The model can be fitted again: its parameter ``estimator`` is an unfitted copy of the
    regressor that was saved.

    Parameters
    ----------
    folder : path, optional
        The model's folder. Default: the model that comes with the package (feature set
        ``core``, words and expressions of CompLex).
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
    path = recipe_folder("models") / "core" if folder is None else Path(folder)
    state = read_state(path)
    try:
        model = from_state(ComplexityModel, state, store=store)
        changes = differences(state.description, store)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        what = f"The model's description does not match its files ({error!r})."
        raise altered(what, path / MANIFEST) from error
    if changes:
        warnings.warn(
            f"Predictions may differ from those of the trained model: {'; '.join(changes)}.",
            stacklevel=2,
        )
    return model


def read_state(folder: Path) -> ModelState:
    """Read the state of a model from its folder.

    Raises
    ------
    InputError
        If the folder is not a model, or a file is missing, altered or not readable.
    """
    description = read_description(folder)
    arrays = _read_plain(folder / FEATURES)
    plain = PLAIN in description["files"]
    estimator = _read_plain(folder / PLAIN, from_plain) if plain else _read_skops(folder / SKOPS)
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


def _read_skops(path: Path) -> Any:
    import skops.io
    from skops.io.exceptions import UntrustedTypesFoundException

    from lcp.estimators.sklearn_trees import TREES, check_trees

    try:
        with path.open("rb") as stream:
            check_unpacked_size(stream)
        estimator = skops.io.load(path, trusted=[*TRUSTED, *TREES])
        check_trees(estimator)
    except UntrustedTypesFoundException as error:
        raise InputError(
            f"The model contains types that lcp does not load ({error}).",
            where=str(path),
            hint="Load only models that lcp wrote.",
        ) from error
    except READ_ERRORS as error:
        raise altered(f"The model's file {path.name} is damaged ({error}).", path) from error
    return estimator
