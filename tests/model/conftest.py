"""A small model, and functions that change its files."""

import hashlib
import json

import pytest

import lcp
from lcp.model.manifest import content_sha256
from lcp.model.plain_data import write_plain

HASHED = ("features.npz", "estimator.npz")
FILES = (*HASHED, "CARD.md")


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample").iloc[::4]


@pytest.fixture(scope="module")
def model(table):
    return lcp.ComplexityModel("core", "ridge", random_state=7).fit(table)


@pytest.fixture
def folder(model, tmp_path):
    """Folder of a saved model."""
    return model.save(tmp_path / "model")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def describe(folder, **changes):
    """Change model.json and its own checksum; the value ``...`` removes a key."""
    path = folder / "model.json"
    merged = json.loads(path.read_text(encoding="utf-8")) | changes
    description = {key: value for key, value in merged.items() if value is not ...}
    sealed = description | {"sha256": content_sha256(description)}
    path.write_text(json.dumps(sealed), encoding="utf-8")


def forge(folder, name, content):
    """Replace a file of a model, with a matching checksum."""
    if isinstance(content, bytes):
        (folder / name).write_bytes(content)
    else:
        write_plain(content, folder / name)
    files = json.loads((folder / "model.json").read_text(encoding="utf-8"))["files"]
    digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    describe(folder, files=files | {name: digest})
