"""Loading warns about packages and resources that have changed since training."""

import hashlib
from importlib.metadata import version

import numpy as np
import pytest
from sklearn.base import clone

import lcp
from lcp.features.family import Family, Feature
from lcp.features.featureset import FeatureSet
from lcp.model.manifest import read_description
from tests.model.conftest import describe


def test_changed_versions_give_a_warning(folder, table, model):
    versions = read_description(folder)["versions"]
    describe(folder, versions=versions | {"scikit-learn": "0.1", "wordfreq": "0.2"})
    with pytest.warns(UserWarning, match="Predictions may differ") as caught:
        loaded = lcp.load_model(folder)
    assert len(caught) == 1
    message = str(caught[0].message)
    assert f"scikit-learn 0.1 in training, {version('scikit-learn')} now" in message
    assert "wordfreq 0.2 in training" in message
    assert "lightgbm" not in message
    assert caught[0].filename == __file__
    np.testing.assert_array_equal(loaded.predict(table), model.predict(table))


@pytest.mark.parametrize("name", ["mrc", "a_former_resource"])
def test_changed_resources_give_a_warning(folder, name):
    facts = {"title": "Words", "citation": "A (2020)", "licence": "CC0", "sha256": ["0" * 64]}
    describe(folder, resources={name: facts})
    with pytest.warns(UserWarning, match=f"resource '{name}' has changed"):
        lcp.load_model(folder)


def digests(model):
    return {name: facts["sha256"] for name, facts in model.state_.made_with["resources"].items()}


def test_a_file_given_by_path_has_its_own_checksum(table, tmp_path):
    own = tmp_path / "own.txt"
    own.write_text("WORD,FAM,CONC,IMAG,MEANC,MEANP,AOA\nriver,6.5,5,5,4,4,2\n")
    store = lcp.Store(paths={"mrc": own}, mirror=tmp_path / "no", cache=tmp_path / "cache")
    features = FeatureSet({"mrc": {}, "length": {}})
    fitted = lcp.ComplexityModel(clone(features).set_params(store=store), "ridge").fit(table)
    assert digests(fitted) == {"mrc": [hashlib.sha256(own.read_bytes()).hexdigest()]}
    folder = fitted.save(tmp_path / "model")
    assert lcp.load_model(folder, store=store).random_state == 0
    own.write_text("WORD,FAM,CONC,IMAG,MEANC,MEANP,AOA\nlake,6.5,5,5,4,4,2\n")
    with pytest.warns(UserWarning, match="'mrc' has changed"):
        lcp.load_model(folder, store=store)
    # Without the path, the registry's file is used.
    with pytest.warns(UserWarning, match="'mrc' has changed"):
        lcp.load_model(folder, store=lcp.Store(mirror=tmp_path / "no"))


def test_a_changed_table_of_own_norms_gives_a_warning(table, tmp_path):
    own = tmp_path / "mine.tsv"
    own.write_text("word\tcharm\nriver\t6.5\nlamb\t3\n")
    features = FeatureSet({"norms": {"sources": [str(own)]}, "length": {}})
    fitted = lcp.ComplexityModel(features, "ridge").fit(table)
    folder = fitted.save(tmp_path / "model")
    assert digests(lcp.load_model(folder)) == digests(fitted)
    own.write_text("word\tcharm\nriver\t1\nlamb\t3\n")
    with pytest.warns(UserWarning, match="mine.tsv' has changed"):
        lcp.load_model(folder)


def test_a_changed_nltk_package_gives_a_warning(table, tmp_path, registered):
    class OfPackage(Family):
        name, scope = "of_package", "word"

        def resources(self):
            return ("wordnet",)

        def features(self, learned):
            return [Feature("characters", "characters", "characters", "test")]

        def measure(self, inputs, fitted):
            return np.array([[len(form)] for form in inputs.form], dtype=np.float64)

    package = tmp_path / "unpacked" / "nltk_data" / "corpora" / "wordnet"
    package.mkdir(parents=True)
    (package / "lexnames").write_text("00\tadj.all\t3\n")
    unpacked, absent = (
        lcp.Store(mirror=tmp_path / name, cache=tmp_path / "cache")
        for name in ("unpacked", "absent")
    )
    features = FeatureSet({OfPackage.name: {}}, store=unpacked)
    fitted = lcp.ComplexityModel(features, "ridge").fit(table)
    assert [len(digest) for digest in digests(fitted)["wordnet"]] == [64]
    folder = fitted.save(tmp_path / "model")
    for store in (unpacked, absent):
        assert lcp.load_model(folder, store=store).random_state == 0
    (package / "lexnames").write_text("00\tadj.all\t4\n")
    with pytest.warns(UserWarning, match="'wordnet' has changed"):
        lcp.load_model(folder, store=unpacked)
