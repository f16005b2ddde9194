"""``model.json``: the description of a model, with checksums.

It contains the sha256 of the files that predictions depend on, and of its own content, independent
of the order of keys and of white space. The card has no checksum: people may edit it.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError
from lcp.files.input_files import read_at_most, sha256_of
from lcp.model.intervals import INTERVALS

if TYPE_CHECKING:
    from pathlib import Path

#: Increased when the format changes. Models of other schemas cannot be loaded.
SCHEMA = 6
FEATURES, CARD, MANIFEST = "features.npz", "CARD.md", "model.json"
#: Tables for people that training adds.
COEFFICIENTS, OUT_OF_FOLD = "coefficients.csv", "out-of-fold.csv"
#: The estimator, as plain data.
ESTIMATOR = "estimator.npz"
#: Predictions for words, which a model may contain.
WORDS = "words.npz"
#: Fields of the fitted state that are tables or None.
TABLES = ("scores", "breakdown", "interval_coverage")
_SCORE = {"subset": str, "n": int, "metric": str, "value": float, "low": float, "high": float}
_GROUP = {"by": str, "group": str, "n": int, "pearson": float, "mae": float, "bias": float}
_COVERAGE = {"subset": str, "genre": str, "n": int} | dict.fromkeys(
    ("nominal", "coverage", "width"), float
)
_SOURCE = {"title": str, "citation": str, "licence": str}
#: Types of the values of a description, for :func:`lcp.base.schema.conforms`.
DESCRIPTION = {
    "trained_on": {"corpora": [str], "instances": int, "sha256": str},
    "feature_set": {"families": {"": dict}, "multiword": bool, "merge_spellings": bool}
    | dict.fromkeys(("name", "rank_within"), str)
    | {name: [str] for name in ("aggregations", "drop", "columns")},
    "estimator": {"name": str, "parameters": dict},
    "random_state": int,
    "scores_from": (str, None),
    "scores": (None, [_SCORE]),
    "breakdown": (None, [_GROUP]),
    "interval_coverage": (None, [_COVERAGE]),
    "versions": {"": str},
    "resources": {"": _SOURCE | {"sha256": (None, [str])}},
    "lexicon": (None, {"file": str, "bundled": bool, "norms": [_SOURCE]}),
    "capabilities": {"expressions": bool, "readers": [str], "sentence_counts": {"": [str]}}
    | {"columns": [str]}
    | dict.fromkeys(("task", "compared_within", "interval_needs"), str),
    "intervals": (None, INTERVALS),
    "levels": (None, {"coefficients": [[float]]}),
    "running_text": {"": [float]},
}
#: Files of a model in the order in which they are moved: the last one makes it a model.
FILES = (FEATURES, ESTIMATOR, WORDS, CARD, COEFFICIENTS, OUT_OF_FOLD, MANIFEST)
#: What to do about a file that is missing, damaged or altered.
HINT = "Copy the folder again from its source, or train the model again with `lcp fit`."


def altered(what: str, path: Path) -> InputError:
    """Return the error for a file of a model that is missing, damaged or altered."""
    return InputError(what, where=str(path), hint=HINT)


def write_description(folder: Path, description: dict[str, object]) -> None:
    """Write ``model.json`` with the checksums of the files in the folder."""
    names = [name for name in (FEATURES, ESTIMATOR, WORDS) if (folder / name).is_file()]
    files = {name: sha256_of(folder / name) for name in names}
    sealed = {"schema": SCHEMA, **description, "files": files}
    sealed["sha256"] = content_sha256(sealed)
    text = json.dumps(sealed, indent=1, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def read_description(root: Path) -> dict[str, Any]:
    """Read ``model.json`` and check that all files are present and unaltered.

    Raises
    ------
    InputError
        If there is no model, it has another schema, or a file is missing or altered.
    """
    manifest = root / MANIFEST
    if not manifest.is_file():
        raise InputError(
            "The folder is not a model." if root.is_dir() else "The folder does not exist.",
            where=str(root),
            hint=f"Give a folder that contains {MANIFEST}, as written by `lcp fit`.",
        )
    try:
        description: dict[str, Any] = json.loads(read_at_most(manifest, "description", HINT))
        schema, files = int(description["schema"]), dict(description["files"])
        valid = files.keys() - {WORDS} == {ESTIMATOR, FEATURES}
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise altered(f"The model's description cannot be read ({error}).", manifest) from error
    if schema != SCHEMA:
        newer = schema > SCHEMA
        raise InputError(
            f"The model has schema {schema}; this version of lcp reads schema {SCHEMA}.",
            where=str(manifest),
            hint="Use a newer version of lcp." if newer else "Train it again with `lcp fit`.",
        )
    if description.get("sha256") != content_sha256(description):
        raise altered("The model's description was altered: its sha256 does not match.", manifest)
    if not valid:
        raise altered("The model's description does not list its files.", manifest)
    for name, checksum in files.items():
        path = root / name
        if not path.is_file():
            raise altered(f"The model's file {name} is missing.", path)
        if hashlib.sha256(read_at_most(path, "model", HINT)).hexdigest() != checksum:
            what = f"The model's file {name} was altered: its sha256 differs from {MANIFEST}."
            raise altered(what, path)
    return description


def content_sha256(description: dict[str, object]) -> str:
    """Return the sha256 of a description without its key ``sha256``.

    >>> content_sha256({"n": 0, "m": 1}) == content_sha256({"m": 1, "n": 0, "sha256": "…"})
    True
    """
    # JSON converts keys to strings and tuples to lists.
    content = json.loads(json.dumps(description))
    content.pop("sha256", None)
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
