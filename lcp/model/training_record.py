"""Packages, resources and training data of a model, and what has changed since training."""

from __future__ import annotations

import hashlib
import os
import zlib
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.base.version import __version__
from lcp.english.lexicon.word_table import SHIPPED, load_lexicon
from lcp.features.families.lexicon import LexiconFamily
from lcp.features.family_results import local_files_of
from lcp.files.input_files import sha256_of
from lcp.resources.resource import registry
from lcp.resources.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from lcp.base.array_types import Bools
    from lcp.features.featureset import FeatureSet
    from lcp.resources import Resource
    from lcp.targets import Targets

#: Packages whose version can change a prediction.
PACKAGES = ("lightgbm", "scikit-learn", "wordfreq", "nltk", "pystemmer")


def made_with(features: FeatureSet) -> dict[str, object]:
    """Return the packages, resources and lexicon that a fitted feature set uses.

    Returns
    -------
    dict
        ``versions`` by package, with the packages that other families come from;
        ``resources`` by name, or by path for the user's own files: title, licence, citation and
        ``sha256`` (a list, one per file); ``lexicon``: its file and the norms that it was
        trained on, or None.
    """
    store = features.resource_store
    entries = registry()
    resources: dict[str, dict[str, object]] = {
        name: _cited(entries[name]) | {"sha256": _sha256_of_resource(name, store)}
        for name in features.resources()
    }
    for member in features.families_.values():
        for path in local_files_of(member):
            resources[path] = {
                "title": Path(path).name,
                "licence": "unknown",
                "citation": "A local file",
                "path": path,
                "sha256": _sha256_of_path(path),
            }
    modules = {type(member).__module__.partition(".")[0] for member in features.families_.values()}
    # A scan of all installed packages, which only families of other packages need.
    owners = packages_distributions() if modules != {"lcp"} else {}
    added = {name for module in modules - {"lcp"} for name in owners.get(module, [])}
    versions = {"lcp": __version__} | _installed([*PACKAGES, *sorted(added)])
    return {"versions": versions, "resources": resources, "lexicon": _lexicon(features)}


def _installed(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of the packages that are installed: a prediction needs few of them."""
    versions = {}
    for name in packages:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def _lexicon(features: FeatureSet) -> dict[str, object] | None:
    """Return the lexicon of the features and the norms that it was trained on."""
    if not any(isinstance(member, LexiconFamily) for member in features.families_.values()):
        return None
    sources = {norm["source"] for norm in load_lexicon().about["norms"]}
    norms = [resource for resource in registry().values() if resource.citation in sources]
    return {
        "file": SHIPPED.name,
        "bundled": True,
        "norms": [_cited(norm) for norm in norms],
    }


def _cited(entry: Resource) -> dict[str, object]:
    return {"title": entry.title, "citation": entry.citation, "licence": entry.licence}


def changes_since_training(then: Mapping[str, Any], store: Store | None) -> list[str]:
    """Return changes since training that may affect predictions.

    `then` is a result of :func:`made_with`. Each change is one clause. Resources that are missing
    on this machine are ignored: predicting will report them.
    """
    store = store if store is not None else Store()
    before = then["versions"]
    changes = [
        f"{name} {before[name]} in training, {now} now"
        for name, now in _installed(name for name in PACKAGES if name in before).items()
        if now != before[name]
    ]
    for name, facts in then["resources"].items():
        if isinstance(facts.get("path"), str):
            now = _sha256_of_path(facts["path"])
        else:
            now = _sha256_of_resource(name, store) if name in registry() else []
        if now is not None and now != facts["sha256"]:
            changes.append(f"the checksum of the resource '{name}' has changed")
    return changes


def _sha256_of_resource(name: str, store: Store) -> list[str] | None:
    entry = registry()[name]
    verified = [file.sha256 for file in entry.files]
    # The store verifies files against these checksums, except files given by path.
    if entry.format != "nltk" and name not in store.paths and all(verified):
        return verified
    paths = store.find(name)
    if paths is None:
        return None
    if entry.format == "nltk":
        return [_sha256_of_package(paths[0])]
    return [sha256_of(path) for path in paths]


def _sha256_of_path(path: str) -> list[str] | None:
    file = Path(os.path.expanduser(path))  # noqa: PTH111 - which accepts any name of a user
    return [sha256_of(file)] if file.is_file() else None


def _sha256_of_package(folder: Path) -> str:
    lines = [
        f"{sha256_of(path)}  {path.relative_to(folder).as_posix()}\n"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def trained_on(targets: Targets) -> dict[str, object]:
    """Return the source corpora, number of instances and checksums of training instances."""
    sources = dict.fromkeys(targets["source"]) if "source" in targets else ["custom"]
    return {
        "corpora": [str(name) for name in sources],
        "instances": len(targets),
        "sha256": targets_sha256(targets),
        "instance_codes": instance_codes(targets),
    }


def targets_sha256(targets: Targets) -> str:
    """Return the sha256 of rated targets in hexadecimal."""
    columns = ("genre", "sentence", "token", "complexity")
    rows = zip(*(targets[name] for name in columns), strict=True)
    lines = "\n".join("\t".join(map(str, row)) for row in rows)
    return hashlib.sha256(lines.encode()).hexdigest()


def instance_codes(targets: Targets) -> NDArray[np.uint32]:
    """Return a checksum of the sentence and target of each instance."""
    pairs = zip(targets.sentence, targets.target, strict=True)
    codes = [zlib.crc32(f"{sentence or token}\t{token}".encode()) for sentence, token in pairs]
    return np.array(codes, dtype=np.uint32)


def seen(trained: Mapping[str, object], targets: Targets) -> Bools:
    """Return whether a model was trained on each instance (same sentence and target).

    Parameters
    ----------
    trained : mapping
        Result of :func:`trained_on`.
    targets : Targets
        Instances.
    """
    codes = np.asarray(trained["instance_codes"], dtype=np.uint32)
    return np.isin(instance_codes(targets), codes)
