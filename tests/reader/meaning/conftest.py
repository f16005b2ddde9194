"""A small WordNet."""

import pytest

from lcp.resources import Store
from tests.features.families.test_wordnet import build


@pytest.fixture(scope="package")
def store(tmp_path_factory):
    root = tmp_path_factory.mktemp("mirror")
    build(root / "nltk_data/corpora/wordnet")
    return Store(mirror=root, cache=root / "cache")
