"""The installed model for learners with a first language, and which model predicts for whom.

The training data of such a model may not be used commercially, so that none comes with the package:
``lcp fit --corpus kvl --install`` trains one and saves it here.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.errors import LCPError, ResourceError
from lcp.model.manifest import MANIFEST, read_description
from lcp.model.readers import check_readers, first_language_of

if TYPE_CHECKING:
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel
    from lcp.model.fitted_model import FittedModel

#: Name of the model's folder in :func:`models_folder`.
NAME = "learners"


def models_folder() -> Path:
    """Return the folder of installed models: ``$LCP_MODELS`` or one in the user's data folder."""
    environment = os.environ.get("LCP_MODELS")
    if environment:
        return Path(environment)
    from platformdirs import user_data_path

    return user_data_path("lcp") / "models"


def learners_folder() -> Path:
    """Return the folder of the installed model for learners; it need not exist."""
    return models_folder() / NAME


def installed_readers() -> list[Readers]:
    """Return the readers that the installed model predicts for; none without a usable model."""
    folder = learners_folder()
    try:
        return [*_readers(folder, _modified(folder))]
    except LCPError:
        return []


def predictor_for(model: FittedModel, readers: Readers) -> FittedModel:
    """Return the model that predicts complexity for readers.

    Parameters
    ----------
    model : ComplexityModel
        The model to use if it can.
    readers : str
        Who reads the text, such as ``general`` or ``learner:es``.

    Returns
    -------
    ComplexityModel
        `model`, or the installed model for learners with a first language.

    Raises
    ------
    InputError
        If there are no such readers, the models were not trained for them, or the installed model
        cannot be read.
    ResourceError
        If no model for learners with a first language is installed.
    """
    if not first_language_of(readers) or "first_language" in model.feature_set_.families:
        check_readers(model, readers)
        return model
    check_readers(None, readers)
    installed = _installed(*_found(readers))
    check_readers(installed, readers)
    return installed


def installed_sha256(readers: Readers) -> str:
    """Return the checksum of the installed model for learners with a first language.

    Raises
    ------
    InputError
        If its files are damaged.
    ResourceError
        If there is none.
    """
    return _sha256(*_found(readers))


def _found(readers: Readers) -> tuple[Path, int]:
    """Return the folder of the installed model, and when it was installed."""
    folder = learners_folder()
    modified = _modified(folder)
    if not modified:
        raise ResourceError(
            f"No model for readers '{readers}' is installed.",
            where=str(folder),
            hint="Run `lcp fetch kvl` and `lcp fit --corpus kvl --install` to train one.",
        )
    return folder, modified


def _modified(folder: Path) -> int:
    """Return when the model was installed, so that a new one replaces it in caches."""
    try:
        return (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _installed(folder: Path, _modified: int) -> ComplexityModel:
    from lcp.model.loading import load_model

    return load_model(folder)


@lru_cache(maxsize=1)
def _sha256(folder: Path, _modified: int) -> str:
    return str(read_description(folder)["sha256"])


@lru_cache(maxsize=1)
def _readers(folder: Path, modified: int) -> tuple[Readers, ...]:
    if not modified:
        return ()
    listed = read_description(folder)["running_text"]
    return tuple(readers for readers in listed if first_language_of(readers))
