"""Families learn from the training rows only and can come from other packages."""

import pandas as pd

import lcp
from lcp.features.family import _import_all, families
from lcp.features.featureset import FeatureSet
from lcp.resources import Store
from tests.cases import cases
from tests.features.conftest import LENGTH, instance, spy_family
from tests.packages import install
from tests.processes import python


def test_learning_families_see_the_training_rows_only(table):
    spy = spy_family("spy")
    training = table[::2]
    features = FeatureSet({"spy": {"factor": 2.0}, "training_frequency": {}}).fit(training)
    features.transform(table)
    features.transform(instance("Nowhere was zzyzx seen, or zzyzx sold.", "zzyzx"))
    assert list(spy.fitted.target) == training["token"].tolist()
    assert features.families_["spy"].factor == 2.0
    counted = features.learned_["training_frequency"]["counts_"]
    assert sum(counted["bible"].values()) > 0
    assert not any("zzyzx" in words for words in counted.values())


def test_select_divides_the_set_into_learning_and_other_families(table):
    features = FeatureSet(
        LENGTH | {"training_frequency": {}, "context": {}},
        aggregations=["max"],
        drop=["length__digits", "training_frequency__all"],
        name="mine",
        expressions=True,
        merge_spellings=True,
        store=Store(mirror="/nowhere"),
    )
    learning, others = features.select(learning=True), features.select(learning=False)
    assert list(learning.families) == ["training_frequency"]
    assert list(others.families) == ["length", "context"]
    assert learning.drop == ["training_frequency__all"]
    assert others.drop == ["length__digits"]
    for part in (learning, others):
        assert (part.name, part.aggregations) == ("mine", ["max"])
        assert part.expressions is part.merge_spellings is True
        assert part.store is features.store
    together = [*learning.fit(table).get_feature_names_out()]
    together += [*others.fit(table).get_feature_names_out()]
    assert sorted(together) == sorted(features.fit(table).get_feature_names_out())


def test_the_feature_table_contains_units_and_resources():
    features = FeatureSet(LENGTH | {"mrc": {}}).feature_table().set_index(["family", "feature"])
    assert features.loc[("length", "characters"), "unit"] == "characters"
    assert features.loc[("mrc", "familiarity"), "resources"] == "mrc"
    assert list(FeatureSet({}).feature_table().columns)[:3] == ["family", "feature", "scope"]


@cases("features/cases/learned", "family", "options", "attributes")
def test_a_set_is_restored_from_what_its_families_learned(table, family, options, attributes):
    features = FeatureSet(
        {family: options}, aggregations=["max", "min"], merge_spellings=True, rank_within="genre"
    ).fit(table)
    learned = features.learned_
    assert [*learned[family]] == attributes
    restored = FeatureSet.restore(features.to_dict(), learned)
    pd.testing.assert_frame_equal(restored.transform(table), features.transform(table))
    assert restored.to_dict() == features.to_dict()


# Other packages, and scikit-learn


def test_another_package_registers_a_family_by_an_entry_point(tmp_path, monkeypatch, table):
    source = (
        "import numpy as np\n"
        "from lcp.features.family import Family, Feature\n"
        "class Elsewhere(Family):\n"
        "    name = 'elsewhere'\n"
        "    scope = 'word'\n"
        "    def features(self, learned):\n"
        "        return [Feature('letter_a', 'letters a', 'letters', 'test')]\n"
        "    def measure(self, words, fitted):\n"
        "        return np.array([[word.count('a')] for word in words.form], dtype=float)\n"
    )
    install(tmp_path, "lcp_elsewhere", source, "[lcp.families]\nx = lcp_elsewhere:Elsewhere\n")
    assert "elsewhere" not in families()
    monkeypatch.syspath_prepend(tmp_path)
    _import_all.cache_clear()
    assert "elsewhere" in families()
    matrix = (
        FeatureSet({"elsewhere": {}}, aggregations=["max"])
        .fit(table)
        .transform(instance("A banana tree.", "banana tree"))
    )
    assert matrix.to_dict("list") == {"elsewhere__letter_a": [3.0]}
    model = lcp.ComplexityModel(FeatureSet({"elsewhere": {}}), "ridge").fit(table)
    folder = model.save(tmp_path / "model")
    # The registry of this process keeps the family, so another one loads the model.
    code = f"import lcp; lcp.load_model({str(folder)!r})"
    ended = python("-c", code)
    assert "feature family 'elsewhere', which no installed package has" in ended.stderr
    assert "Install lcp_elsewhere 1.0, as in training" in ended.stderr
