"""Save models as folders that can be read without running code from them.

``model.json``
    Schema version, feature set, estimator, training data, scores, intervals, package versions
    and checksums; see :mod:`lcp.model.manifest`.
``features.npz``
    Fitted attributes of the families, and percentiles of the features in the training data, as
    plain data; see :mod:`lcp.model.plain`.
``estimator.npz``
    The estimator as plain data; see :mod:`lcp.estimators.storage`.
``words.npz``
    Predictions for listed words, if they were precomputed; see
    :mod:`lcp.model.word_predictions`.
``CARD.md``
    A description for people, who may edit it; loading ignores it.

A folder is written under a temporary name and moved into place when it is complete,
``model.json`` last. An existing model is replaced only on request, and restored if writing fails.
The same model gives the same files, byte for byte.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError
from lcp.estimators.storage import to_plain
from lcp.model.card import model_card
from lcp.model.destination import cannot_be_written, check_destination, move_into_place
from lcp.model.manifest import CARD, ESTIMATOR, FEATURES, WORDS, write_description
from lcp.model.plain import write_plain

if TYPE_CHECKING:
    from lcp.model.state import ModelState

_TRIAL_ROWS = 60


def write_state(state: ModelState, folder: str | Path, *, overwrite: bool = False) -> Path:
    """Write a model's state to a folder.

    Raises
    ------
    InputError
        If the folder exists and `overwrite` is False, contains other files than a model's, or
        cannot be written to, or the estimator cannot be saved safely.
    """
    check_destination(Path(folder), overwrite=overwrite)
    target = Path(folder).resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise cannot_be_written(Path(folder), error) from error
    try:
        write_plain(state.arrays, aside / FEATURES)
        if state.word_predictions is not None:
            write_plain(state.word_predictions.to_dict(), aside / WORDS)
        write_plain(to_plain(state.estimator), aside / ESTIMATOR)
        (aside / CARD).write_text(model_card(state.description), encoding="utf-8")
        write_description(aside, state.description)
        aside.chmod(0o755)
        move_into_place(aside, target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return Path(folder)


def check_can_be_saved(estimator: Any, where: str) -> None:
    """Check, before a long training, that an estimator can be fitted and saved.

    Parameters
    ----------
    estimator : scikit-learn regressor
        An unfitted estimator. A copy of it is fitted to random numbers.
    where : str
        Its recipe, for error messages.

    Raises
    ------
    InputError
        If it cannot be fitted, or contains types that cannot be loaded safely.
    """
    import numpy as np

    from lcp.base import cloned
    from lcp.estimators.scikit_learn import adapted

    rows = np.random.default_rng(0).normal(size=(_TRIAL_ROWS, 3))
    try:
        fitted = adapted(cloned(estimator)).fit(rows, rows[:, 0].clip(-1, 1) / 2 + 0.5)
    except Exception as error:
        raise InputError(
            f"The estimator cannot be fitted: {' '.join(str(error).split())[:300]}",
            where=where,
            hint="Change or remove its parameters.",
        ) from error
    try:
        to_plain(fitted)
    except InputError as error:
        raise InputError(error.what, where=where, hint=error.hint) from error
