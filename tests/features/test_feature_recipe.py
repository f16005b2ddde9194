"""A feature set is built from TOML or in Python; errors name the key."""

import pytest

from lcp.errors import ResourceError
from lcp.features.featureset import FeatureSet
from lcp.files.recipes import recipe_names
from lcp.resources import Store
from tests.cases import cases
from tests.errors import refused
from tests.features.conftest import LENGTH, instance, spy_family


@cases("features/cases/faults", "recipe", "error", "hint")
def test_an_error_in_a_recipe_names_the_key_and_the_nearest_valid_name(toml, recipe, error, hint):
    path = toml(recipe)
    with refused() as caught:
        FeatureSet.load(path)
    assert error in caught.value.what
    assert caught.value.where.startswith(f"{path}, ")
    assert hint in caught.value.hint


def test_the_nearest_name_of_an_unknown_set_is_suggested():
    with refused("no feature set named 'cor'", hint="Did you mean 'core'?"):
        FeatureSet.load("cor")


def test_an_extending_set_adds_and_replaces_families(toml, tmp_path):
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "base.toml").write_text(
        'extends = "../root.toml"\naggregations = ["max"]\n[families.context]\n'
        "[families.length]\nkeep = ['digits']\n",
        encoding="utf-8",
    )
    (tmp_path / "root.toml").write_text(
        'aggregations = ["min"]\ndrop = ["mrc__familiarity"]\n[families.mrc]\n', encoding="utf-8"
    )
    extending = "extends = 'sets/base.toml'\n[families.length]\n[families.pos]\n"
    features = FeatureSet.load(toml(extending))
    assert features.families == {"mrc": {}, "context": {}, "length": {}, "pos": {}}
    assert list(features.families) == ["mrc", "context", "length", "pos"]
    assert (features.name, features.aggregations) == ("own", ["max"])
    assert features.drop == ["mrc__familiarity"]
    own = FeatureSet.load(toml(f'drop = []\naggregations = ["first"]\n{extending}'))
    assert (own.aggregations, own.drop) == (["first"], [])


def test_an_error_in_an_extended_set_names_its_file(toml, tmp_path):
    base = tmp_path / "base.toml"
    base.write_text("\n[families.lenght]\n", encoding="utf-8")
    with refused("lenght", where=f"{base}, families.lenght"):
        FeatureSet.load(toml("extends = 'base.toml'\n"))


def test_a_cycle_of_extended_sets_raises_an_error(toml, tmp_path):
    base = tmp_path / "base.toml"
    base.write_text("\n\nextends = 'own.toml'\n", encoding="utf-8")
    with refused("extends itself: own → base → own", where=f"{base}, extends"):
        FeatureSet.load(toml("extends = 'base.toml'\n"))


# Resources


def test_all_missing_resources_are_named_before_fitting(table, tmp_path):
    spy = spy_family("spy")
    store = Store(mirror=tmp_path / "mirror", cache=tmp_path / "cache")
    features = FeatureSet({"spy": {}, "mrc": {}, "wordlists": {}, **LENGTH}, store=store)
    assert features.resources() == ["mrc", "cefrj", "octanove", "ngsl", "awl"]
    assert features.missing() == features.resources()
    with pytest.raises(ResourceError, match="5 resources are not on this machine") as caught:
        features.fit(table)
    for name in features.resources():
        assert f"'{name}'" in caught.value.what
    assert "lcp resources fetch mrc cefrj octanove ngsl awl" in caught.value.hint
    assert not hasattr(spy, "fitted")


def test_resources_are_read_from_the_store(tmp_path):
    own = tmp_path / "own.csv"
    own.write_text("WORD,FAM,CONC,IMAG,MEANC,MEANP,AOA\nriver,6.5,5,5,4,4,2\n", encoding="utf-8")
    store = Store({"mrc": own}, mirror=tmp_path, cache=tmp_path / "cache")
    features = FeatureSet({"mrc": {}}, store=store)
    assert features.missing() == []
    matrix = features.fit_transform(instance("Cross the river.", "river"))
    assert matrix["mrc__familiarity"].tolist() == [6.5]


def test_core_and_the_baseline_need_no_resources(no_data):
    assert FeatureSet.load("core").resources() == []
    assert FeatureSet.load("frequency-baseline").resources() == []


@pytest.mark.parametrize("name", recipe_names("features"))
def test_every_set_that_ships_loads(name, no_data):
    features = FeatureSet.load(name)
    assert features.name == name
    assert features.families


def test_full_glove_is_full_with_glove():
    full, larger = FeatureSet.load("full"), FeatureSet.load("full-glove")
    assert {**full.families, "glove": larger.families["glove"]} == larger.families
    assert full.aggregations == larger.aggregations


def test_a_resource_of_two_families_is_listed_once():
    features = FeatureSet({"wordnet": {}, "association": {"concreteness": False}})
    assert features.resources() == ["wordnet"]
