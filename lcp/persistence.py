"""A model as a folder that can be read without running any code from it.

``model.json``
    Schema version, feature set, estimator, what it was trained on, scores, versions of the
    packages and resources, and the sha256 of the other files.
``features.skops``
    What the families learned.
``estimator.skops``
    The estimator: LightGBM models in LightGBM's own text format, the rest as scikit-learn
    objects of types that are known to be safe.
``CARD.md``
    The same for people.

A folder is written aside and moved into place whole; one that is there is replaced only
when asked, and kept until the new one is complete.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import warnings
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

import lcp
from lcp.errors import InputError
from lcp.featureset import FeatureSet
from lcp.resources import registry

if TYPE_CHECKING:
    from lcp.model import ComplexityModel
    from lcp.resources import Store

SCHEMA = 1
FEATURES, ESTIMATOR, CARD, MANIFEST = "features.skops", "estimator.skops", "CARD.md", "model.json"
#: What a model file may hold beside the types that skops trusts: ours, and NumPy's dtypes,
#: which skops writes as an empty array and reads with ``allow_pickle=False``.
TRUSTED = ("lcp.estimators.BoostedTrees", "numpy.dtype")
ALTERED = "Take the folder from where it came from, or train again with `lcp fit`."
#: Packages whose version can change a prediction.
PACKAGES = ("lightgbm", "scikit-learn", "wordfreq", "nltk", "textstat", "simplemma", "pyphen")


def save(model: ComplexityModel, folder: str | Path, *, overwrite: bool = False) -> Path:
    """Write a fitted model; see :meth:`lcp.ComplexityModel.save`."""
    import skops.io
    from sklearn.utils.validation import check_is_fitted

    from lcp.reports.card import model_card

    check_is_fitted(model)
    target = Path(folder)
    check_target(target, overwrite=overwrite)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise InputError(
            f"The model cannot be written ({error.strerror}).",
            where=str(target),
            hint="Choose a folder that you may write to.",
        ) from error
    try:
        learned = _learned(model.feature_set_) | {"trained_on": model.trained_on_["instance_codes"]}
        compression = {"compression": zipfile.ZIP_DEFLATED, "compresslevel": 9}
        skops.io.dump(learned, aside / FEATURES, **compression)
        skops.io.dump(model.estimator_, aside / ESTIMATOR, **compression)
        _check_readable(aside, target)
        description = _describe(model)
        (aside / CARD).write_text(model_card(description), encoding="utf-8")
        description["files"] = {name: _sha256(aside / name) for name in (FEATURES, ESTIMATOR, CARD)}
        text = json.dumps(description, indent=1, ensure_ascii=False)
        (aside / MANIFEST).write_text(text + "\n", encoding="utf-8")
        aside.chmod(0o755)
        _move_into_place(aside, target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return target


def load(folder: str | Path, *, store: Store | None = None) -> ComplexityModel:
    """Read a model; see :func:`lcp.load_model`."""
    root = Path(folder)
    description = read_description(root)
    try:
        model = _restore(root, description, store)
        changed = _differences(description)
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
    model = ComplexityModel(features, description["estimator"]["name"], seed=description["seed"])
    model.feature_set_ = features
    model.estimator_ = _read_skops(root / ESTIMATOR)
    model.trained_on_ = {**description["trained_on"], "instance_codes": learned["trained_on"]}
    scores = description["scores"]
    model.scores_ = None if scores is None else pd.DataFrame(scores)
    model.scores_from_ = description["scores_from"]
    return model


def read_description(root: Path) -> dict[str, Any]:
    """``model.json`` of a folder whose files are all there and unaltered."""
    manifest = root / MANIFEST
    if not manifest.is_file():
        raise InputError(
            "There is no model here." if root.is_dir() else "There is no such folder.",
            where=str(root),
            hint=f"A model is a folder that holds {MANIFEST}; `lcp fit` writes one.",
        )
    try:
        description: dict[str, Any] = json.loads(manifest.read_text(encoding="utf-8"))
        schema, files = int(description["schema"]), dict(description["files"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"The model's description cannot be read ({error}).",
            where=str(manifest),
            hint=ALTERED,
        ) from error
    if schema > SCHEMA:
        raise InputError(
            f"The model is of schema {schema}; this version of lcp reads up to {SCHEMA}.",
            where=str(manifest),
            hint="Upgrade: pip install --upgrade lcp.",
        )
    for name in (FEATURES, ESTIMATOR, CARD):
        path = root / name
        if not path.is_file():
            raise InputError(
                f"The model's file {name} is missing.",
                where=str(path),
                hint="Copy the whole folder, or train again with `lcp fit`.",
            )
        if _sha256(path) != files.get(name):
            raise InputError(
                f"The model's file {name} was altered: its sha256 is not the one in {MANIFEST}.",
                where=str(path),
                hint=ALTERED,
            )
    return description


def check_target(target: Path, *, overwrite: bool) -> None:
    """Refuse a folder that a model may not be written to."""
    if not target.exists():
        return
    empty = target.is_dir() and not any(target.iterdir())
    model = (target / MANIFEST).is_file()
    if empty or (overwrite and model):
        return
    raise InputError(
        "There is a model here already." if model else "There is something else here already.",
        where=str(target),
        hint="Choose another folder" + (", or give --overwrite." if model else "."),
    )


def _describe(model: ComplexityModel) -> dict[str, Any]:
    features = model.feature_set_
    known = registry()
    trained_on = {k: v for k, v in model.trained_on_.items() if k != "instance_codes"}
    return {
        "schema": SCHEMA,
        "trained_on": trained_on,
        "feature_set": {
            "name": features.name,
            "families": {name: dict(options) for name, options in features.families.items()},
            "combine": list(features.combine),
            "drop": list(features.drop),
            "multiword": features.multiword_,
            "columns": len(features.get_feature_names_out()),
        },
        "estimator": {
            "name": model.estimator if isinstance(model.estimator, str) else "custom",
            "parameters": json.loads(
                json.dumps(model.estimator_.get_params(deep=False), default=repr)
            ),
        },
        "seed": model.seed,
        "scores": None if model.scores_ is None else model.scores_.to_dict(orient="records"),
        "scores_from": model.scores_from_,
        "versions": {"lcp": lcp.__version__, **{name: version(name) for name in PACKAGES}},
        "resources": {
            name: {
                "title": known[name].title,
                "licence": known[name].licence,
                "citation": known[name].citation,
                "sha256": [file.sha256 for file in known[name].files],
            }
            for name in features.resources()
        },
    }


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


def _differences(description: dict[str, Any]) -> list[str]:
    """What is not as it was when the model was trained and may change predictions."""
    known = registry()
    changed = [
        f"{name} {then} then, {version(name)} now"
        for name, then in description["versions"].items()
        if name in PACKAGES and version(name) != then
    ]
    return changed + [
        f"the resource '{name}' has another checksum now"
        for name, facts in description["resources"].items()
        if name not in known or facts["sha256"] != [file.sha256 for file in known[name].files]
    ]


def _move_into_place(aside: Path, target: Path) -> None:
    if not target.exists():
        aside.rename(target)
        return
    before = target.with_name(f".{target.name}-before")
    shutil.rmtree(before, ignore_errors=True)
    target.rename(before)
    try:
        aside.rename(target)
    except OSError:
        before.rename(target)
        raise
    shutil.rmtree(before, ignore_errors=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
