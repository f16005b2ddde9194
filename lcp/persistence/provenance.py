"""What a model was made with and trained on, and what of that is different now."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import lcp
from lcp.extractors.glove import Glove
from lcp.resources import Store, registry

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.featureset import FeatureSet

#: Packages whose version can change a prediction.
PACKAGES = ("lightgbm", "scikit-learn", "wordfreq", "nltk", "textstat", "simplemma", "pyphen")


def made_with(features: FeatureSet) -> dict[str, Any]:
    """Versions of the packages, and the resources with the sha256 of the files that were used.

    Parameters
    ----------
    features : FeatureSet
        Fitted.

    Returns
    -------
    dict
        ``versions`` by package; ``resources`` by name, or by path for a file of the user's
        own: title, licence, citation and ``sha256``, a list with one item a file.
    """
    store = features.store if features.store is not None else Store()
    known = registry()
    resources: dict[str, dict[str, Any]] = {
        name: {
            "title": known[name].title,
            "licence": known[name].licence,
            "citation": known[name].citation,
            "sha256": _sha256_of_resource(name, store),
        }
        for name in features.resources()
    }
    for extractor in features.extractors_.values():
        if isinstance(extractor, Glove) and not extractor.resources():
            path = str(extractor.vectors)
            resources[path] = {
                "title": Path(path).name,
                "licence": "not known",
                "citation": "Word vectors given by path",
                "path": path,
                "sha256": _sha256_of_path(path),
            }
    versions = {"lcp": lcp.__version__, **{name: version(name) for name in PACKAGES}}
    return {"versions": versions, "resources": resources}


def differences(then: Mapping[str, Any], store: Store | None = None) -> list[str]:
    """What is not as :func:`made_with` found it and may change predictions.

    A resource that is not on this machine is no difference: predicting will ask for it.

    Parameters
    ----------
    then : mapping
        ``versions`` and ``resources``.
    store : Store, optional
        Where resources come from now; the default store unless given.

    Returns
    -------
    list of str
        A clause for each; empty when all is the same.
    """
    where = store if store is not None else Store()
    changed = [
        f"{name} {before} then, {version(name)} now"
        for name, before in then["versions"].items()
        if name in PACKAGES and version(name) != before
    ]
    for name, facts in then["resources"].items():
        if "path" in facts:
            now = _sha256_of_path(facts["path"])
        else:
            now = _sha256_of_resource(name, where) if name in registry() else []
        if now is not None and now != facts["sha256"]:
            changed.append(f"the resource '{name}' has another checksum now")
    return changed


def sha256_of(path: Path) -> str:
    """Hexadecimal sha256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _sha256_of_resource(name: str, store: Store) -> list[str] | None:
    entry = registry()[name]
    verified = [file.sha256 for file in entry.files]
    # The store reads no file that differs from the registry's checksum, so what is stated
    # there need not be computed again; but it trusts a path that it was given.
    if entry.format != "nltk" and name not in store.paths and all(verified):
        return verified
    found = store.find(name)
    if found is None:
        return None
    if entry.format == "nltk":
        return [_sha256_of_package(found[0])]
    return [sha256_of(path) for path in found]


def _sha256_of_path(path: str) -> list[str] | None:
    file = Path(path).expanduser()
    return [sha256_of(file)] if file.is_file() else None


def _sha256_of_package(folder: Path) -> str:
    """One checksum of an NLTK package, the same whether it is unpacked or still a zip."""
    if folder.is_dir():
        members = {
            path.relative_to(folder).as_posix(): sha256_of(path)
            for path in folder.rglob("*")
            if path.is_file()
        }
    else:
        with zipfile.ZipFile(folder.with_name(folder.name + ".zip")) as archive:
            members = {
                name.removeprefix(f"{folder.name}/"): hashlib.sha256(archive.read(name)).hexdigest()
                for name in archive.namelist()
                if not name.endswith("/")
            }
    lines = [f"{digest}  {name}\n" for name, digest in sorted(members.items())]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def digest(table: pd.DataFrame, rated: NDArray[np.float64]) -> str:
    """Compute the sha256 of a training table, row by row."""
    rows = zip(table["corpus"], table["sentence"], table["token"], rated, strict=True)
    lines = "\n".join("\t".join(map(str, row)) for row in rows)
    return hashlib.sha256(lines.encode()).hexdigest()


def instance_codes(table: pd.DataFrame) -> NDArray[np.uint32]:
    """A checksum of each instance, so that a model knows its training data without it."""
    pairs = zip(table["sentence"], table["token"], strict=True)
    codes = [zlib.crc32(f"{sentence}\t{token}".encode()) for sentence, token in pairs]
    return np.array(codes, dtype=np.uint32)
