"""Vectors of targets: components, similarities and missing vectors."""

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

WORDS = {
    "zero": (0.0, 0.0, 0.0),
    "red": (1.0, 0.0, 0.0),
    "blue": (0.0, 1.0, 0.0),
    "sky": (0.0, 3.0, 4.0),
    "sea": (0.0, 0.0, 2.0),
    "sky-blue": (0.0, 2.0, 1.0),
}
TRAIN = (
    ("The red sky.", "red"),
    ("A blue sea.", "blue"),
    ("The sky.", "sky"),
    ("Blue sea?", "sea"),
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tiny.txt"
    lines = [f"{word} {' '.join(map(str, vector))}" for word, vector in WORDS.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def targets(*pairs):
    return Targets.table([{"sentence": sentence, "token": token} for sentence, token in pairs])


def measured(family, *pairs, training=TRAIN, store=None):
    """Return the features of the pairs by name, an array each, and what the family learned."""
    store = store or Store()
    learned = family.fit(targets(*training), None, store)
    values = family.measure(targets(*pairs), Fitted(store, learned))
    return dict(zip(names_of(family, learned), values.T, strict=True)), learned


def row(file, sentence, token):
    values, _ = measured(Glove(vectors=str(file)), (sentence, token))
    return {name: value[0] for name, value in values.items()}


def test_similarity_is_the_cosine_to_the_mean_of_the_other_words(file):
    values = row(file, "The Blue sea under a sky, unknown.", "sky")
    # blue (0 1 0) and sea (0 0 2): their mean is (0 .5 1); sky is (0 3 4).
    assert values["similarity"] == pytest.approx(5.5 / (5 * np.sqrt(1.25)))
    assert values["similarity_max"] == pytest.approx(0.8)
    assert values["norm"] == pytest.approx(5)
    assert values["known"] == 1
    assert np.isnan(values["words_similarity"])


def test_an_expression_is_the_mean_of_its_words(file):
    values = row(file, "A blue sky and a sea.", "blue sky")
    assert values["norm"] == pytest.approx(np.linalg.norm([0, 2, 2]))
    assert values["words_similarity"] == pytest.approx(0.6)
    assert values["similarity"] == pytest.approx(1 / np.sqrt(2))


def test_an_unknown_word_of_an_expression_is_ignored(file):
    values = row(file, "A xqzzt sky and a sea.", "xqzzt sky")
    assert (values["known"], values["norm"]) == (0.5, pytest.approx(5))
    assert np.isnan(values["words_similarity"])


def test_a_target_without_a_vector_has_no_features_but_known(file):
    values = row(file, "The xqzzt sky.", "xqzzt")
    assert values.pop("known") == 0
    assert np.isnan(list(values.values())).all()


def test_a_vector_of_zeros_has_no_similarity(file):
    values = row(file, "The zero sky.", "zero")
    assert values["norm"] == 0
    assert np.isnan([values["similarity"], values["similarity_max"]]).all()


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
