"""Vectors of targets: components, similarities and missing vectors."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from lcp.features.families.glove import Glove
from lcp.features.family import Fitted, names_of
from lcp.resources import Store
from lcp.targets import Targets
from tests.errors import refused

#: gensim does not close a file without a header.
pytestmark = pytest.mark.filterwarnings(
    "ignore:unclosed file:ResourceWarning",
    "ignore:Exception ignored in. <_io.FileIO:pytest.PytestUnraisableExceptionWarning",
)

VECTORS = Path(__file__).parents[1] / "files/glove.txt"
WORDS = {
    word: tuple(map(float, vector))
    for word, *vector in map(str.split, VECTORS.read_text().splitlines()[1:])
}
TRAIN = (
    ("The red sky.", "red"),
    ("A blue sea.", "blue"),
    ("The sky.", "sky"),
    ("Blue sea?", "sea"),
)


@pytest.fixture
def file(tmp_path):
    return shutil.copy(VECTORS, tmp_path / "tiny.txt")


def targets(*pairs):
    return Targets.table([{"sentence": sentence, "token": token} for sentence, token in pairs])


def measured(family, *pairs, training=TRAIN, store=None):
    """Return the features of the pairs by name, an array each, and what the family learned."""
    store = store or Store()
    learned = family.fit(targets(*training), None, store)
    values = family.measure(targets(*pairs), Fitted(store, learned))
    return dict(zip(names_of(family, learned), values.T, strict=True)), learned


def test_components_are_projections_on_those_of_the_distinct_training_words(file):
    family = Glove(vectors=str(file), components=2)
    values, learned = measured(family, ("The sky.", "sky"), training=(*TRAIN, *[TRAIN[0]] * 9))
    once = np.array([WORDS[word] for word in ("red", "blue", "sky", "sea")])
    np.testing.assert_allclose(learned["mean_"], once.mean(axis=0))
    spread = np.linalg.svd(once - once.mean(axis=0))[2][:2]
    np.testing.assert_allclose(np.abs(learned["components_"]), np.abs(spread), atol=1e-6)
    expected = learned["components_"] @ (np.array(WORDS["sky"]) - learned["mean_"])
    np.testing.assert_allclose([values["pc_1"][0], values["pc_2"][0]], expected)


def test_vectors_of_other_dimensions_than_in_training_raise_an_error(file):
    family, store = Glove(vectors=str(file)), Store()
    learned = family.fit(targets(*TRAIN), None, store)
    file.write_text("sky 1 2\n", encoding="utf-8")
    with refused(where="glove.vectors"):
        family.measure(targets(*TRAIN), Fitted(store, learned))


def test_only_resources_are_named_not_files(file):
    assert Glove().resources() == ("glove",)
    assert Glove(vectors=str(file)).resources() == ()
    for name in ("glov", "mrc"):
        with refused(where="glove.vectors"):
            Glove(vectors=name).resources()


def test_a_resource_is_read_from_the_store(file):
    values, _ = measured(Glove(), *TRAIN, store=Store(paths={"glove": file}))
    assert values["known"].tolist() == [1] * len(TRAIN)
