"""A model as a folder that can be read without running any code from it.

``model.json``
    Schema version, feature set, estimator, what it was trained on, scores, intervals,
    versions of the packages and checksums; see :mod:`lcp.persistence.manifest`.
``features.skops``
    What the families learned, and percentiles of the features in the training data.
``estimator.skops``
    The estimator: LightGBM models in LightGBM's own text format, the rest as scikit-learn
    objects of types that are known to be safe.
``CARD.md``
    The same for people, who may correct it: it is not needed to load the model.

A folder is written aside and moved into place when it is complete, ``model.json`` last. A
model that is there is replaced only when asked, and put back when something fails.
"""

from __future__ import annotations

import shutil
import tempfile
import warnings
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
from sklearn.base import clone

from lcp.errors import InputError
from lcp.explanation.distribution import POINTS
from lcp.featureset import FeatureSet
from lcp.intervals import ConformalInterval
from lcp.persistence.manifest import (
    ALTERED,
    CARD,
    ESTIMATOR,
    FEATURES,
    MANIFEST,
    describe,
    read_description,
    write_description,
)
from lcp.persistence.placement import cannot_be_written, check_target, move_into_place
from lcp.persistence.provenance import differences
from lcp.reports.card import model_card

if TYPE_CHECKING:
    from lcp.model import ComplexityModel
    from lcp.resources import Store

__all__ = ["check_target", "load", "read_description", "save"]

#: What a model file may hold beside the types that skops trusts: ours; NumPy's dtypes, which
#: skops writes as an empty array and reads with ``allow_pickle=False``; and scikit-learn's
#: dictionary with attributes, in which a blend keeps its members by name.
TRUSTED = (
    "lcp.estimators.Blend",
    "lcp.estimators.BoostedTrees",
    "lcp.estimators.GaussianProcess",
    "lcp.estimators.WordsThenExpressions",
    "numpy.dtype",
    "sklearn.utils._bunch.Bunch",
)


def save(model: ComplexityModel, folder: str | Path, *, overwrite: bool = False) -> Path:
    """Write a fitted model; see :meth:`lcp.ComplexityModel.save`."""
    import skops.io
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(model)
    check_target(Path(folder), overwrite=overwrite)
    target = Path(folder).resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise cannot_be_written(Path(folder), error) from error
    try:
        learned = _learned(model.feature_set_) | {"trained_on": model.trained_on_["instance_codes"]}
        if model.quantiles_ is not None:
            learned["quantiles"] = model.quantiles_.to_numpy()
        compression = {"compression": zipfile.ZIP_DEFLATED, "compresslevel": 9}
        skops.io.dump(learned, aside / FEATURES, **compression)
        skops.io.dump(model.estimator_, aside / ESTIMATOR, **compression)
        _check_readable(aside, Path(folder))
        description = describe(model)
        (aside / CARD).write_text(model_card(description), encoding="utf-8")
        write_description(aside, description)
        aside.chmod(0o755)
        move_into_place(aside, target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return Path(folder)


def load(folder: str | Path, *, store: Store | None = None) -> ComplexityModel:
    """Read a model; see :func:`lcp.load_model`."""
    root = Path(folder)
    description = read_description(root)
    try:
        model = _restore(root, description, store)
        changed = differences(description, store)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"The model's description does not fit its files ({error!r}).",
            where=str(root / MANIFEST),
            hint=ALTERED,
        ) from error
    if changed:
        warnings.warn(
            f"Predictions may differ from the trained model's: {'; '.join(changed)}.",
            stacklevel=3,
        )
    return model


def _restore(root: Path, description: dict[str, Any], store: Store | None) -> ComplexityModel:
    from lcp.model import ComplexityModel

    learned = _read_skops(root / FEATURES)
    chosen = description["feature_set"]
    features = FeatureSet(
        chosen["families"],
        combine=chosen["combine"],
        drop=chosen["drop"],
        name=chosen["name"],
        store=store,
    )
    features.restore(learned["families"], multiword=chosen["multiword"])
    features.set_output(transform="pandas")
    estimator = _read_skops(root / ESTIMATOR)
    _check_columns(root, features, estimator)
    # Not the recipe's name: its file may have changed or be on another machine.
    model = ComplexityModel(features, clone(estimator), seed=description["seed"])
    model.feature_set_ = features
    model.estimator_ = estimator
    model.estimator_name_ = description["estimator"]["name"]
    # A model of an earlier version explains its predictions without percentiles.
    known = learned.get("quantiles")
    columns = features.get_feature_names_out()
    model.quantiles_ = None if known is None else pd.DataFrame(known, POINTS, columns)
    model.made_with_ = {key: description[key] for key in ("versions", "resources")}
    model.trained_on_ = {**description["trained_on"], "instance_codes": learned["trained_on"]}
    scores = description["scores"]
    model.scores_ = None if scores is None else pd.DataFrame(scores)
    model.scores_from_ = description["scores_from"]
    errors = description["breakdown"]
    model.breakdown_ = None if errors is None else pd.DataFrame(errors)
    # Schema 1 had no intervals.
    interval, measured = description.get("interval"), description.get("interval_coverage")
    model.interval_ = None if interval is None else ConformalInterval.from_json(interval)
    model.interval_coverage_ = None if measured is None else pd.DataFrame(measured)
    return model


def _check_columns(root: Path, features: FeatureSet, estimator: Any) -> None:
    """Refuse features that are not those, or not in the order, that the estimator learned."""
    learned = getattr(estimator, "feature_names_in_", None)
    if learned is not None and list(learned) != list(features.get_feature_names_out()):
        raise InputError(
            "The model's description does not fit its files: its features are not the estimator's.",
            where=str(root / MANIFEST),
            hint=ALTERED,
        )


def _learned(features: FeatureSet) -> dict[str, Any]:
    """Fitted attributes of the families, by scikit-learn's trailing underscore."""
    return {
        "families": {
            name: {
                key: value
                for key, value in vars(extractor).items()
                if key.endswith("_") and not key.startswith("_")
            }
            for name, extractor in features.extractors_.items()
        }
    }


def _read_skops(path: Path) -> Any:
    import skops.io
    from skops.io.exceptions import UntrustedTypesFoundException

    try:
        return skops.io.load(path, trusted=list(TRUSTED))
    except UntrustedTypesFoundException as error:
        raise InputError(
            f"The model holds something that lcp does not load ({error}).",
            where=str(path),
            hint="Load only models that lcp wrote.",
        ) from error
    except zipfile.BadZipFile as error:
        raise InputError(
            f"The model's file {path.name} is not of its format ({error}).",
            where=str(path),
            hint=ALTERED,
        ) from error


def _check_readable(aside: Path, target: Path) -> None:
    """Refuse to write what :func:`load` would refuse to read."""
    import skops.io

    paths = (aside / FEATURES, aside / ESTIMATOR)
    found = {name for path in paths for name in skops.io.get_untrusted_types(file=path)}
    unsafe = sorted(found - set(TRUSTED))
    if unsafe:
        raise InputError(
            f"The model holds what could not be loaded without trusting it: {', '.join(unsafe)}.",
            where=str(target),
            hint="Use a recipe of `lcp`, or an estimator that skops trusts.",
        )
