"""Vectors of targets: components, similarities and missing vectors."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from lcp.errors import InputError, ResourceError
from lcp.extractors import families
from lcp.extractors.glove import Glove
from lcp.resources import Store

WORDS = {
    "zero": (0.0, 0.0, 0.0),
    "red": (1.0, 0.0, 0.0),
    "blue": (0.0, 1.0, 0.0),
    "sky": (0.0, 3.0, 4.0),
    "sea": (0.0, 0.0, 2.0),
    "sky-blue": (0.0, 2.0, 1.0),
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tiny.txt"
    lines = [f"{word} {' '.join(map(str, vector))}" for word, vector in WORDS.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def instances(*pairs):
    rows = [
        ("bible", sentence, token, sentence.index(token), sentence.index(token) + len(token))
        for sentence, token in pairs
    ]
    return pd.DataFrame(rows, columns=["genre", "sentence", "token", "start", "end"])


TRAIN = instances(
    ("The red sky.", "red"), ("A blue sea.", "blue"), ("The sky.", "sky"), ("Blue sea?", "sea")
)


def glove(file, **options):
    return Glove(vectors=str(file), **options).fit(TRAIN)


def values(family, *pairs):
    return family.extract(instances(*pairs)).iloc[0]


def test_the_family_is_registered():
    assert families()["glove"] is Glove


def test_similarity_is_the_cosine_to_the_mean_of_the_other_words(file):
    row = values(glove(file), ("The Blue sea under a sky, unknown.", "sky"))
    # blue (0 1 0) and sea (0 0 2): their mean is (0 .5 1); sky is (0 3 4).
    assert row["similarity"] == pytest.approx(5.5 / (5 * np.sqrt(1.25)))
    assert row["similarity_max"] == pytest.approx(0.8)
    assert row["norm"] == pytest.approx(5)
    assert row["known"] == 1


def test_repetitions_of_the_target_are_not_compared(file):
    row = values(glove(file), ("sky, Sky: the sky and blue", "sky"))
    assert row["similarity_max"] == pytest.approx(0.6)
    alone = values(glove(file), ("sky, Sky and the sky", "sky"))
    assert alone[["similarity", "similarity_max"]].isna().all()


def test_a_word_that_contains_the_target_is_not_compared(file):
    row = values(glove(file), ("A sky-blue sea.", "blue"))
    assert row["similarity_max"] == 0


def test_an_expression_is_the_mean_of_its_words(file):
    row = values(glove(file), ("A blue sky and a sea.", "blue sky"))
    assert row["norm"] == pytest.approx(np.linalg.norm([0, 2, 2]))
    assert row["words_similarity"] == pytest.approx(0.6)
    assert row["similarity"] == pytest.approx(1 / np.sqrt(2))


def test_an_unknown_word_of_an_expression_is_ignored(file):
    row = values(glove(file), ("A xqzzt sky and a sea.", "xqzzt sky"))
    assert row["known"] == 0.5
    assert row["norm"] == pytest.approx(5)
    assert np.isnan(row["words_similarity"])


def test_a_single_word_has_no_similarity_of_its_words(file):
    assert np.isnan(values(glove(file), ("A blue sky.", "sky"))["words_similarity"])


def test_a_target_without_a_vector_has_no_features_but_known(file):
    row = values(glove(file), ("The xqzzt sky.", "xqzzt"))
    assert row["known"] == 0
    assert row.drop("known").isna().all()


def test_a_vector_of_zeros_has_no_similarity(file):
    row = values(glove(file), ("The zero sky.", "zero"))
    assert row["norm"] == 0
    assert row[["similarity", "similarity_max"]].isna().all()


def test_components_are_those_of_the_distinct_training_words(file):
    family = glove(file, components=2)
    once = np.array([WORDS[word] for word in ("red", "blue", "sky", "sea")])
    np.testing.assert_allclose(family.mean_, once.mean(axis=0))
    spread = np.linalg.svd(once - once.mean(axis=0))[2][:2]
    np.testing.assert_allclose(np.abs(family.components_), np.abs(spread), atol=1e-6)
    again = Glove(vectors=str(file), components=2).fit(pd.concat([TRAIN, TRAIN.iloc[[0] * 9]]))
    np.testing.assert_allclose(again.components_, family.components_)


def test_a_component_is_a_projection_of_the_centred_vector(file):
    family = glove(file, components=2)
    row = values(family, ("The sky.", "sky"))
    expected = family.components_ @ (np.array(WORDS["sky"]) - family.mean_)
    np.testing.assert_allclose(row[["pc_1", "pc_2"]].to_numpy(), expected)


@pytest.mark.parametrize(
    ("rows", "components", "kept"),
    [(4, 50, 3), (3, 50, 2), (1, 50, 0), (0, 5, 0), (4, 1, 1), (4, 0, 0)],
)
def test_the_number_of_words_limits_the_components(file, rows, components, kept):
    family = Glove(vectors=str(file), components=components).fit(TRAIN.head(rows))
    extracted = family.extract(TRAIN)
    assert [c for c in extracted if c.startswith("pc_")] == [f"pc_{i + 1}" for i in range(kept)]
    assert list(extracted.columns) == [feature.name for feature in family.features()]
    assert extracted["norm"].notna().all()


def test_words_with_equal_vectors_can_be_fitted(tmp_path):
    path = tmp_path / "equal.txt"
    path.write_text("red 1 2\nblue 1 2\nsky 1 2\n", encoding="utf-8")
    extracted = Glove(vectors=str(path)).fit(TRAIN).extract(TRAIN.head(2))
    np.testing.assert_allclose(extracted["norm"], np.sqrt(5))


@pytest.mark.parametrize("rows", [0, 1])
def test_few_rows_keep_their_index(file, rows):
    frame = TRAIN.set_axis([7, 3, 9, 1], axis=0).head(rows)
    extracted = glove(file).extract(frame)
    assert extracted.index.equals(frame.index)
    assert (extracted.dtypes == "float64").all()
    assert extracted.shape == (rows, 8)


def test_batches_do_not_change_the_features(file):
    family = glove(file)
    many = pd.concat([TRAIN] * 300, ignore_index=True)
    tail = family.extract(many).tail(4).set_axis(TRAIN.index, axis=0)
    pd.testing.assert_frame_equal(tail, family.extract(TRAIN))


def test_an_unfitted_family_raises_an_error(file):
    with pytest.raises(NotFittedError):
        Glove(vectors=str(file)).extract(TRAIN)


def test_only_arrays_are_learned(file):
    learned = glove(file).learned()
    assert {name: type(value) for name, value in learned.items()} == {
        "mean_": np.ndarray,
        "components_": np.ndarray,
    }


def test_vectors_of_other_dimensions_than_in_training_raise_an_error(file):
    family = glove(file)
    file.write_text("sky 1 2\n", encoding="utf-8")
    with pytest.raises(InputError, match="2 dimensions, but the family was fitted on 3"):
        family.extract(TRAIN)


def test_only_resources_are_named_not_files(file):
    assert Glove().resources() == ("glove",)
    assert Glove(vectors="glove_subset").resources() == ("glove_subset",)
    assert Glove(vectors=str(file)).resources() == ()


def test_a_resource_is_read_from_the_store(file):
    family = Glove().use_store(Store(paths={"glove": file})).fit(TRAIN)
    pd.testing.assert_frame_equal(family.extract(TRAIN), glove(file).extract(TRAIN))


def test_a_missing_resource_raises_an_error_with_the_command(no_data, tmp_path):
    family = Glove().use_store(Store(cache=tmp_path))
    with pytest.raises(ResourceError, match="lcp fetch glove"):
        family.fit(TRAIN)


def test_the_nearest_name_of_an_unknown_resource_is_suggested():
    with pytest.raises(InputError, match="Did you mean 'glove'"):
        Glove(vectors="glov").resources()


def test_a_resource_without_vectors_raises_an_error():
    with pytest.raises(InputError, match="no resource of word vectors and no file called 'mrc'"):
        Glove(vectors="mrc").resources()


@pytest.mark.parametrize("components", [-1, 2.5, "many"])
def test_components_must_be_a_whole_number(file, components):
    with pytest.raises(InputError, match=r"glove\.components"):
        Glove(vectors=str(file), components=components).fit(TRAIN)


def test_options_survive_cloning(file):
    options = {"vectors": "elsewhere.txt", "dimensions": 50, "components": 7}
    assert clone(Glove(**options)).get_params() == options


def test_related_words_are_more_similar_in_the_published_vectors(data):
    family = Glove(vectors="glove_subset", components=5).use_store(Store(mirror=data))
    table = instances(
        ("The king and the queen.", "king"),
        ("The king and the sugar.", "king"),
        ("The river bank is wet.", "river bank"),
    )
    near, far, expression = (row for _, row in family.fit(table).extract(table).iterrows())
    assert near["similarity"] > far["similarity"]
    assert near["similarity_max"] > far["similarity_max"]
    assert 0 < expression["words_similarity"] < 1
