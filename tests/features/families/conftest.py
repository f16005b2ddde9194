"""Small resources: the files in ``tests/features/files``, and a WordNet of nine senses."""

from pathlib import Path

import pytest

from lcp.features.families import association, lexicon
from lcp.resources import Store
from tests.english.lexicon.conftest import built
from tests.features.families.test_wordnet import build

__all__ = ["built"]

FILES = {path.stem: path for path in (Path(__file__).parents[1] / "files").iterdir()}


@pytest.fixture(scope="package")
def store(tmp_path_factory):
    root = tmp_path_factory.mktemp("mirror")
    build(root / "nltk_data/corpora/wordnet")
    return Store(paths=FILES, mirror=root, cache=root / "cache")


@pytest.fixture
def small_lexicon(built, monkeypatch):
    """The small lexicon, which families use instead of the bundled one."""
    for module in (association, lexicon):
        monkeypatch.setattr(module, "load_lexicon", lambda: built)
    return built
