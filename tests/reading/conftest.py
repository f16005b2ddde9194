"""A small WordNet without a tagger's model, and a tagger that returns a given tag."""

import pytest

from lcp.reading import senses
from lcp.resources import Store
from tests.features.families.test_wordnet import build


@pytest.fixture(scope="package")
def store(tmp_path_factory):
    root = tmp_path_factory.mktemp("mirror")
    build(root / "nltk_data/corpora/wordnet")
    (root / "nltk_data/taggers/averaged_perceptron_tagger_eng").mkdir(parents=True)
    return Store(mirror=root, cache=root / "cache")


@pytest.fixture
def tagged(monkeypatch):
    """Return a function that sets the tag of every target."""

    def tag_all(tag):
        monkeypatch.setattr(senses, "tagged", lambda _, texts: [([], [])] * len(texts))
        monkeypatch.setattr(senses, "last_tag", lambda *_: tag)

    return tag_all
