"""``model.json``: what a model's folder holds, sealed with checksums.

It carries the sha256 of the two files that predictions depend on, and its own: that of the
rest of its content, whatever the order of keys, spaces and ends of lines. The card is for
people, who may correct it.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError
from lcp.persistence.provenance import sha256_of

if TYPE_CHECKING:
    from pathlib import Path

    from lcp.model import ComplexityModel

#: 2: intervals. A version that reads up to 1 would drop them unsaid when it saves again.
SCHEMA = 2
FEATURES, ESTIMATOR, CARD, MANIFEST = "features.skops", "estimator.skops", "CARD.md", "model.json"
ALTERED = "Take the folder from where it came from, or train again with `lcp fit`."


def describe(model: ComplexityModel) -> dict[str, Any]:
    """Describe a fitted model in what JSON can hold; without checksums."""
    features = model.feature_set_
    trained_on = {k: v for k, v in model.trained_on_.items() if k != "instance_codes"}
    parameters = model.estimator_.get_params(deep=False)
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
            "name": model.estimator_name_,
            "parameters": json.loads(json.dumps(parameters, default=repr)),
        },
        "seed": model.seed,
        "scores": None if model.scores_ is None else model.scores_.to_dict(orient="records"),
        "scores_from": model.scores_from_,
        "breakdown": None
        if model.breakdown_ is None
        else model.breakdown_.to_dict(orient="records"),
        "interval": None if model.interval_ is None else model.interval_.to_json(),
        "interval_coverage": None
        if model.interval_coverage_ is None
        else model.interval_coverage_.to_dict(orient="records"),
        **model.made_with_,
    }


def write_description(folder: Path, description: dict[str, Any]) -> None:
    """Write ``model.json`` beside the files that it is to vouch for."""
    files = {name: sha256_of(folder / name) for name in (FEATURES, ESTIMATOR)}
    sealed = {**description, "files": files}
    sealed["sha256"] = seal(sealed)
    text = json.dumps(sealed, indent=1, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def read_description(root: Path) -> dict[str, Any]:
    """``model.json`` of a folder whose files are all there and unaltered.

    Raises
    ------
    InputError
        When there is no model, it is of a newer schema, or a file is missing or altered.
    """
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
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise InputError(
            f"The model's description cannot be read ({error}).",
            where=str(manifest),
            hint=ALTERED,
        ) from error
    if schema > SCHEMA:
        raise InputError(
            f"The model is of schema {schema}; this version of lcp reads up to {SCHEMA}.",
            where=str(manifest),
            hint="Use a newer version of lcp.",
        )
    if description.get("sha256") != seal(description):
        raise InputError(
            "The model's description was altered: its sha256 is not that of its content.",
            where=str(manifest),
            hint=ALTERED,
        )
    for name in (FEATURES, ESTIMATOR):
        path = root / name
        if not path.is_file():
            raise InputError(
                f"The model's file {name} is missing.",
                where=str(path),
                hint="Copy the whole folder, or train again with `lcp fit`.",
            )
        if sha256_of(path) != files.get(name):
            raise InputError(
                f"The model's file {name} was altered: its sha256 is not the one in {MANIFEST}.",
                where=str(path),
                hint=ALTERED,
            )
    return description


def seal(description: dict[str, Any]) -> str:
    """Compute the sha256 of a description's content, but for the key ``sha256`` itself.

    >>> seal({"seed": 0, "schema": 1}) == seal({"schema": 1, "seed": 0, "sha256": "…"})
    True
    """
    # As it will be read: JSON makes keys strings and tuples lists.
    content = json.loads(json.dumps(description))
    content.pop("sha256", None)
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
