"""Models of boosted trees are plain data, and damaged ones raise an error."""

import numpy as np
import pytest

import lcp
from lcp.features.featureset import FeatureSet
from lcp.files.input_files import LARGEST, READ_ERRORS
from lcp.model.plain_data import read_plain, write_plain
from tests.cases import cases
from tests.errors import refused
from tests.model.conftest import describe, forge

CONTENT = {
    "numbers": [1, 2.5, True, None, float("nan")],
    "text": "é\n",
    "array": np.arange(6, dtype=np.uint32).reshape(2, 3),
    "nested": {"float32": np.float32([[0.1, -0.0], [np.nan, 1e30]]), "": {}},
}


def test_plain_data_are_restored_and_have_the_same_bytes_again(tmp_path):
    write_plain(CONTENT, tmp_path / "data.npz")
    write_plain(CONTENT, tmp_path / "other.npz")
    content = (tmp_path / "data.npz").read_bytes()
    assert content == (tmp_path / "other.npz").read_bytes()
    restored = read_plain(content)
    np.testing.assert_equal(restored, CONTENT)
    assert restored["array"].dtype == np.uint32
    assert restored["nested"]["float32"].dtype == np.float32


@pytest.mark.parametrize("value", [{1: 2}, {"a": object()}, [{2}], {"__array__": 1}, len])
def test_other_objects_are_not_written(tmp_path, value):
    with refused("cannot be saved"):
        write_plain(value, tmp_path / "data.npz")


def test_damaged_files_raise_an_error_wherever_they_are_damaged(tmp_path):
    write_plain(CONTENT, tmp_path / "data.npz")
    content = (tmp_path / "data.npz").read_bytes()
    for end in range(0, len(content) - 1, 50):
        with pytest.raises(READ_ERRORS):
            read_plain(content[:end])


@pytest.mark.parametrize("kind", ["model", "description"])
def test_content_that_is_too_large_is_neither_read_nor_written(tmp_path, monkeypatch, kind):
    content = {"array": np.zeros(20_000), "text": "a" * 150_000}
    write_plain(content, tmp_path / "bomb.npz")
    assert (tmp_path / "bomb.npz").stat().st_size < 10_000
    monkeypatch.setitem(LARGEST, kind, 100_000)
    with pytest.raises(ValueError, match=r"unpacks to more than|too large"):
        read_plain((tmp_path / "bomb.npz").read_bytes())
    with refused("too many to be saved"):
        write_plain(content, tmp_path / "other.npz")


@pytest.fixture
def trees(table, tmp_path):
    """Folder of a saved model of boosted trees."""
    features = FeatureSet({"length": {}})
    estimator = lcp.load_estimator("lightgbm", n_jobs=1).set_params(n_estimators=5, n_seeds=1)
    return lcp.ComplexityModel(features, estimator).fit(table).save(tmp_path / "model")


@cases("model/cases/other_estimators", "change")
def test_another_estimator_than_in_training_raises_an_error(trees, change):
    content = read_plain((trees / "estimator.npz").read_bytes())
    forge(trees, "estimator.npz", content | change)
    with refused(r"damaged|does not match its files"):
        lcp.load_model(trees)


@pytest.mark.parametrize("files", [{}, {"features.npz": "0"}, {"a": "0", "b": "0"}])
def test_a_description_of_other_files_raises_an_error(trees, files):
    describe(trees, files=files)
    with refused("does not list its files"):
        lcp.load_model(trees)
