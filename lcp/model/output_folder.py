"""Save models as folders that can be read without running code from them.

``model.json``
    Schema version, feature set, estimator, training data, scores, intervals, package versions
    and checksums; see :mod:`lcp.model.manifest`.
``features.npz``
    Fitted attributes of the families, and percentiles of the features in the training data, as
    plain data; see :mod:`lcp.model.plain_data`.
``estimator.npz``
    The estimator as plain data; see :mod:`lcp.estimators.storage`.
``words.npz``
    Predictions for listed words, if they were precomputed; see
    :mod:`lcp.model.word_predictions`.
``out-of-fold.csv``, ``coefficients.csv``
    Tables of :func:`lcp.train` for people; loading ignores them.
``CARD.md``
    A description for people, who may edit it; loading ignores it.

A folder is written under a temporary name and moved into place when it is complete,
``model.json`` last. An existing model is replaced only on request, when the new one is complete.
The same model gives the same files, byte for byte.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.base.estimator_base import cloned
from lcp.base.task import TASKS
from lcp.base.version import __version__
from lcp.corpora.rated_corpora import corpora as rated_corpora
from lcp.errors import InputError
from lcp.estimators.adapter import adapted
from lcp.estimators.regressor import with_threads
from lcp.estimators.storage import to_plain
from lcp.files.input_files import as_path
from lcp.files.output_files import folder_written, not_writable
from lcp.model.manifest import (
    CARD,
    ESTIMATOR,
    FEATURES,
    FILES,
    MANIFEST,
    TABLES,
    WORDS,
    write_description,
)
from lcp.model.plain_data import write_plain
from lcp.resources import registry
from lcp.tables.output_tables import write_table

if TYPE_CHECKING:
    from lcp.base.estimator_base import RegressorLike
    from lcp.model.fitted_state import FittedState
#: Keys that a description may lack.
OPTIONAL = ("breakdown", "intervals", "interval_coverage", "lexicon", "running_text")


def write_state(state: FittedState, folder: str | Path, *, overwrite: bool) -> Path:
    """Write a fitted state, with its running text, to the folder of a model.

    Raises
    ------
    InputError
        If the folder exists and `overwrite` is False, contains other files than a model's, or
        cannot be written to, or the estimator cannot be saved safely.
    """
    target = as_path(folder)
    check_destination(target, overwrite=overwrite)
    arrays = {
        "families": state.feature_set.learned_,
        "trained_on": state.trained_on["instance_codes"],
        "quantiles": state.quantiles,
    }
    description = _description(state)
    with folder_written(target) as aside:
        write_plain(arrays, aside / FEATURES)
        if state.words is not None:
            write_plain(state.words.to_dict(), aside / WORDS)
        write_plain(to_plain(state.estimator), aside / ESTIMATOR)
        for name, table in state.tables.items():
            write_table(table, aside / name)
        (aside / CARD).write_text(model_card(description), encoding="utf-8")
        write_description(aside, description)
        for name in FILES:
            if not (aside / name).exists():
                (target / name).unlink(missing_ok=True)
    return target


def _description(state: FittedState) -> dict[str, Any]:
    """Return what JSON can represent of a state."""
    # The model does not depend on the number of threads.
    estimator = with_threads(state.estimator, None)
    parameters = json.dumps(estimator.get_params(deep=False), default=repr)
    return {
        "trained_on": {k: v for k, v in state.trained_on.items() if k != "instance_codes"},
        "feature_set": state.feature_set.to_dict(),
        "estimator": {"name": state.estimator_name, "parameters": json.loads(parameters)},
        "random_state": state.random_state,
        "scores_from": state.scores_from,
        "capabilities": state.capabilities.to_dict(),
        "intervals": None if state.intervals is None else state.intervals.to_dict(),
        "levels": None if state.levels is None else state.levels.to_dict(),
        "running_text": None if state.running_text is None else state.running_text.to_dict(),
        **{name: getattr(state, name) for name in TABLES},
        **state.made_with,
    }


def check_destination(target: Path, *, overwrite: bool = False) -> None:
    """Check that a model can be written to a folder, before minutes of training.

    Raises
    ------
    InputError
        If the folder exists and `overwrite` is False, contains other files than a model's, or
        cannot be written to.
    """
    try:
        _check_replaceable(target, overwrite=overwrite)
        _check_writable(Path(os.path.realpath(target)))
    except OSError as error:
        raise not_writable(target, "model", error) from error


def _check_replaceable(target: Path, *, overwrite: bool) -> None:
    if not target.exists():
        return
    model = (target / MANIFEST).is_file()
    entries = list(target.iterdir()) if target.is_dir() else [target]
    foreign = sorted(e.name for e in entries if e.name not in FILES or not e.is_file())
    if not entries or (overwrite and model and not foreign):
        return
    if model and foreign:
        raise InputError(
            f"The folder contains other files than a model's: {', '.join(foreign)}.",
            where=str(target),
            hint="Choose another folder, or move these files.",
        )
    raise InputError(
        "The folder already contains a model." if model else "The path exists and is not a model.",
        where=str(target),
        hint="Choose another folder" + (", or remove it." if model else "."),
    )


def _check_writable(target: Path) -> None:
    """Create and remove a folder in the nearest existing parent, and in the target if it exists."""
    parent = target.parent
    while not parent.exists():
        parent = parent.parent
    for folder in (parent, target) if target.is_dir() else (parent,):
        Path(tempfile.mkdtemp(prefix=f".{target.name[:50]}-", dir=folder)).rmdir()


def check_can_be_saved(estimator: RegressorLike, where: str) -> None:
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

    # Random numbers show whether it can be fitted.
    rows = np.random.default_rng(0).normal(size=(60, 3))
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


def model_card(description: dict[str, Any]) -> str:
    """Return the Markdown card of a model, from its ``model.json``.

    >>> card = model_card({"trained_on": {"corpora": ["sample"], "instances": 3},
    ...     "feature_set": {"name": "core", "families": {}, "columns": []},
    ...     "capabilities": {"task": "complexity", "expressions": False},
    ...     "estimator": {"name": "ridge"}, "scores": None, "versions": {}, "resources": {},
    ...     "random_state": 0})
    >>> "Trained on the bundled sample corpus" in card
    True
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(  # noqa: S701 - Markdown, from our own values
        loader=PackageLoader("lcp", "model"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    corpora = description["trained_on"]["corpora"]
    registered = [rated_corpora()[name] for name in corpora if name in rated_corpora()]
    learners = [corpus.name for corpus in reversed(registered) if corpus.readers == "learner"]
    capabilities = description["capabilities"]
    task = TASKS.find(capabilities["task"])
    return environment.get_template("card.md.jinja").render(
        {
            **dict.fromkeys(OPTIONAL),
            **description,
            "lcp_version": __version__,
            "kind": "words and expressions" if capabilities["expressions"] else "single words",
            "drawn": f"{task.unit}s",
            "no_interval": "only the order of predictions is meaningful."
            if not task.intervals
            else "intervals are learned in cross-validation, which was not run.",
            "quantity": task.quantity,
            "use": task.use,
            "corpora": [
                (registry()[resource], corpus)
                for corpus in registered
                for resource in corpus.resources
            ],
            "learners_corpus": next(iter(learners), None),
        }
    )
