"""Save models as folders that can be read without running code from them.

``model.json``
    Schema version, feature set, estimator, training data, scores, intervals, package versions
    and checksums; see :mod:`lcp.model.manifest`.
``features.npz``
    Fitted attributes of the families, and percentiles of the features in the training data, as
    plain data; see :mod:`lcp.model.plain`.
``estimator.npz`` or ``estimator.skops``
    The estimator: LightGBM, XGBoost and CatBoost models as plain data, in the format of their
    library; others as scikit-learn objects of types that are safe to load.
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

import re
import shutil
import tempfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from lcp.errors import InputError
from lcp.estimators.plain import is_plain, to_plain
from lcp.model.card import model_card
from lcp.model.destination import cannot_be_written, check_destination, move_into_place
from lcp.model.manifest import CARD, FEATURES, PLAIN, SKOPS, TRUSTED, WORDS, write_description
from lcp.model.plain import write_plain

if TYPE_CHECKING:
    from lcp.model.state import ModelState

# skops indents its JSON, so that only keys are at the start of a line.
_ADDRESS = re.compile(r'^( *"(?:__id__": |file": "))(\d+)(?=[.,\n])', re.MULTILINE)

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
        if is_plain(state.estimator):
            write_plain(to_plain(state.estimator), aside / PLAIN)
        else:
            write_skops(state.estimator, aside / SKOPS)
            _check_readable(aside, Path(folder))
        (aside / CARD).write_text(model_card(state.description), encoding="utf-8")
        write_description(aside, state.description)
        aside.chmod(0o755)
        move_into_place(aside, target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return Path(folder)


def write_skops(content: Any, path: Path) -> None:
    """Write an object in the format of skops; the same object gives the same bytes.

    skops identifies objects by memory addresses and dates the members of its archives. Here
    addresses are replaced by consecutive numbers and dates by a constant.
    """
    import skops.io

    buffer = BytesIO()
    skops.io.dump(content, buffer)
    numbers: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        return match[1] + numbers.setdefault(match[2], str(len(numbers)))

    with ZipFile(buffer) as source, ZipFile(path, "w") as target:
        schema = _ADDRESS.sub(number, source.read("schema.json").decode())
        for name in source.namelist():
            address, _, suffix = name.partition(".")
            member = ZipInfo(f"{numbers.get(address, address)}.{suffix}")
            data = schema if name == "schema.json" else source.read(name)
            target.writestr(member, data, ZIP_DEFLATED, compresslevel=9)


def _check_readable(aside: Path, target: Path) -> None:
    """Refuse to write a model that :func:`lcp.load_model` would refuse to load."""
    import skops.io

    unsafe = _unsafe_types(skops.io.get_untrusted_types(file=aside / SKOPS))
    if unsafe:
        raise _unsafe(unsafe, str(target))


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
    import skops.io
    from sklearn.base import clone

    rows = np.random.default_rng(0).normal(size=(_TRIAL_ROWS, 3))
    try:
        fitted = clone(estimator).fit(rows, rows[:, 0].clip(-1, 1) / 2 + 0.5)
    except Exception as error:
        raise InputError(
            f"The estimator cannot be fitted: {' '.join(str(error).split())[:300]}",
            where=where,
            hint="Change or remove its parameters.",
        ) from error
    if is_plain(fitted):
        return
    try:
        types = skops.io.get_untrusted_types(data=skops.io.dumps(fitted))
    except Exception as error:  # of any type: skops calls methods of the estimator
        raise _unsafe([type(fitted).__name__], where) from error
    unsafe = _unsafe_types(types)
    if unsafe:
        raise _unsafe(unsafe, where)


def _unsafe_types(types: list[str]) -> list[str]:
    from lcp.estimators.sklearn_trees import TREES

    return sorted(set(types) - {*TRUSTED, *TREES})


def _unsafe(types: list[str], where: str) -> InputError:
    return InputError(
        f"The model contains types that cannot be loaded safely: {', '.join(types)}.",
        where=where,
        hint="Use a recipe of lcp or another estimator. To keep this one, train it in Python with "
        "lcp.train and store the model with joblib.dump; load such a file only if you wrote it.",
    )
