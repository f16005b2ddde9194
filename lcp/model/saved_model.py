"""Load models by the path of their folder."""

from __future__ import annotations

import warnings
from functools import cache
from typing import TYPE_CHECKING

from lcp.model.input_folder import model_folder, read_state
from lcp.model.model import ComplexityModel
from lcp.model.predictor import Predictor, read_bundled

if TYPE_CHECKING:
    from pathlib import Path

    from lcp.resources import Store


def load_model(folder: str | Path | None = None, *, store: Store | None = None) -> ComplexityModel:
    """Load a model that :meth:`ComplexityModel.save` wrote. Executes no code from the files.

    The model can be fitted again: its parameters ``features`` and ``estimator`` are unfitted copies
    of what was saved.

    The bundled model is read once per process. Each call returns a model of its own, which shares
    what was learned with the others; to fit or change one of them does not affect the others.

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
        predictor, changes = read_bundled()
    else:
        state, changes = read_state(model_folder(folder), store)
        predictor = Predictor(state)
    if changes:
        warnings.warn(
            f"Predictions may differ from the trained model's: {'; '.join(changes)}.",
            stacklevel=2,
        )
    fitted = predictor.state
    # Not the recipe's name: its file may have changed or be on another machine.
    unfitted = ComplexityModel(
        fitted.feature_set,
        fitted.estimator,
        task=fitted.capabilities.task,
        random_state=fitted.random_state,
    )
    return unfitted.with_predictor(predictor)


def as_model(model: ComplexityModel | str | Path | None) -> ComplexityModel:
    """Return a model, given the model itself or what :func:`load_model` accepts.

    The bundled model is one for all callers, which do not change it.
    """
    if model is None:
        return _bundled()
    return model if isinstance(model, ComplexityModel) else load_model(model)


@cache
def _bundled() -> ComplexityModel:
    return load_model()
