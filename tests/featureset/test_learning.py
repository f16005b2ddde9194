"""Families learn from the training rows alone, and may come from elsewhere."""

from __future__ import annotations

from sklearn.base import clone
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline

from lcp.extractors import _import_all, families
from lcp.featureset import FeatureSet
from lcp.resources import Store
from tests.featureset.conftest import LENGTH, instance, spy_family


def test_learning_families_see_the_training_rows_alone(table):
    spy = spy_family("spy")
    training = table[::2]
    features = FeatureSet({"spy": {"factor": 2.0}, "frequency": {"sources": []}}).fit(training)
    features.transform(table)
    features.transform(instance("Nowhere was zzyzx seen, or zzyzx sold.", "zzyzx"))
    assert spy.fitted.index.tolist() == training.index.tolist()
    assert features.extractors_["spy"].factor == 2.0
    counted = features.extractors_["frequency"].counts_
    assert sum(counted["bible"].values()) > 0
    assert not any("zzyzx" in words for words in counted.values())


def test_select_divides_the_set_into_learning_and_other_families(table):
    features = FeatureSet(
        LENGTH | {"frequency": {"sources": ["wordfreq"]}, "context": {}},
        combine=["max"],
        drop=["length__digits", "frequency__zipf_stem"],
        name="mine",
        store=Store(mirror="/nowhere"),
    )
    learning, others = features.select(learning=True), features.select(learning=False)
    assert list(learning.families) == ["frequency"]
    assert list(others.families) == ["length", "context"]
    assert learning.drop == ["frequency__zipf_stem"]
    assert others.drop == ["length__digits"]
    for part in (learning, others):
        assert (part.name, part.combine, part.store) == ("mine", ["max"], features.store)
    together = [*learning.fit(table).get_feature_names_out()]
    together += [*others.fit(table).get_feature_names_out()]
    assert sorted(together) == sorted(features.fit(table).get_feature_names_out())
    fixed = FeatureSet({"frequency": {"sources": ["wordfreq"], "training": False}})
    assert list(fixed.select(learning=False).families) == ["frequency"]


def test_the_features_are_described_with_what_they_need():
    described = FeatureSet(LENGTH | {"mrc": {}}).describe().set_index(["family", "feature"])
    assert described.loc[("length", "characters"), "unit"] == "characters"
    assert described.loc[("mrc", "familiarity"), "resources"] == "mrc"
    assert list(FeatureSet({}).describe().columns)[:3] == ["family", "feature", "level"]


# Other packages, and scikit-learn


def test_a_package_outside_this_one_brings_its_family_by_an_entry_point(
    tmp_path, monkeypatch, table
):
    (tmp_path / "lcp_elsewhere.py").write_text(
        "import pandas as pd\n"
        "from lcp.extractors import Extractor, Feature\n"
        "class Elsewhere(Extractor):\n"
        "    name = 'elsewhere'\n"
        "    level = 'word'\n"
        "    def features(self):\n"
        "        return [Feature('letter_a', 'letters a', 'letters', 'test')]\n"
        "    def extract(self, frame):\n"
        "        return pd.DataFrame({'letter_a': frame['word'].str.count('a').astype(float)})\n"
    )
    facts = tmp_path / "lcp_elsewhere-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: lcp-elsewhere\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[lcp.extractors]\nx = lcp_elsewhere:Elsewhere\n")
    assert "elsewhere" not in families()
    monkeypatch.syspath_prepend(tmp_path)
    _import_all.cache_clear()
    assert "elsewhere" in families()
    matrix = (
        FeatureSet({"elsewhere": {}}, combine=["max"])
        .fit(table)
        .transform(instance("A banana tree.", "banana tree"))
    )
    assert matrix.to_dict("list") == {"elsewhere__letter_a@max": [3.0]}


def test_clone_and_parameters_are_those_of_scikit_learn(table):
    store = Store(mirror="/nowhere")
    features = FeatureSet(LENGTH, combine=["max"], drop=["length__digits"], name="x", store=store)
    assert features.get_params(deep=False) == {
        "families": LENGTH,
        "combine": ["max"],
        "drop": ["length__digits"],
        "name": "x",
        "store": store,
    }
    features.fit(table)
    copy = clone(features)
    assert not hasattr(copy, "extractors_")
    assert copy.families == LENGTH
    assert copy.set_params(combine=["min"]).combine == ["min"]
    assert features.combine == ["max"]


def test_a_pipeline_of_scikit_learn_takes_the_set(table):
    pipeline = make_pipeline(FeatureSet(LENGTH, combine=["max"]), Ridge())
    pipeline.fit(table, table["complexity"])
    assert pipeline.predict(table).shape == (len(table),)
    assert list(pipeline[-1].feature_names_in_) == list(pipeline[0].get_feature_names_out())
