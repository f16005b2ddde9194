"""A feature set is made from TOML or in Python; faults are told with their line."""

from __future__ import annotations

import pytest

from lcp.errors import InputError, ResourceError
from lcp.featureset import FeatureSet
from lcp.recipes import recipe_names
from lcp.resources import Store
from tests.featureset.conftest import LENGTH, instance, spy_family

FAULTS = [
    ("[families.length]\n[families.lenght]\n", 2, "'lenght' in [families]", "'length'"),
    ("\n[families.length]\ncmudic = true\n", 3, "'cmudic' in [families.length]", "'cmudict'"),
    ("comine = []\n", 1, "'comine'", "'combine'"),
    ('\ncombine = ["mean", "maxx"]\n', 2, "'maxx' is no way to combine", "'max'"),
    ("combine = 3\n", 1, "not a list", "mean"),
    ('drop = ["length__digit"]\n[families.length]\n', 1, "'length__digit'", "'length__digits'"),
    ('drop = ["mrc__familiarity"]\n[families.length]\n', 1, "'mrc__familiarity'", ""),
    ('drop = "length__digits"\n[families.length]\n', 1, "not a list", "length__digits"),
    ("drop = [3]\n[families.length]\n", 1, "'3'", ""),
    ("\n[families]\nlength = true\n", 3, "'length' are not a table", "[families.length]"),
    ('families = ["length"]\n', 1, "'families' is not a table", "[families.length]"),
]


@pytest.mark.parametrize(("text", "line", "what", "hint"), FAULTS)
def test_what_is_wrong_in_a_recipe_is_told_with_its_line_and_the_nearest(
    toml, text, line, what, hint
):
    path = toml(text)
    with pytest.raises(InputError) as caught:
        FeatureSet.load(path)
    assert what in caught.value.what
    assert caught.value.where == f"{path}, line {line}"
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("features", "what", "hint"),
    [
        (FeatureSet({"lenght": {}}), "no feature family called 'lenght'", "'length'"),
        (FeatureSet({"length": {"cmu": 1}}), "'length' has no option 'cmu'", "'cmudict'"),
        (FeatureSet(LENGTH, combine=["first", "lst"]), "'lst' is no way", "'last'"),
        (FeatureSet(LENGTH, drop=["length__digit"]), "'length__digit'", "'length__digits'"),
    ],
)
def test_the_same_faults_are_told_in_python(table, features, what, hint):
    with pytest.raises(InputError) as caught:
        features.fit(table)
    assert what in caught.value.what
    assert hint in caught.value.hint


def test_an_unknown_name_is_told_with_the_nearest():
    with pytest.raises(InputError, match="no feature set named 'cor'") as caught:
        FeatureSet.load("cor")
    assert "Did you mean 'core'?" in caught.value.hint


# Resources


def test_a_set_is_never_half_filled_all_missing_resources_are_named(table, tmp_path):
    spy = spy_family("spy")
    store = Store(mirror=tmp_path / "mirror", cache=tmp_path / "cache")
    features = FeatureSet({"spy": {}, "mrc": {}, "wordlists": {}, **LENGTH}, store=store)
    assert features.resources() == ["mrc", "cefrj", "octanove", "ngsl", "awl"]
    assert features.missing() == features.resources()
    with pytest.raises(ResourceError, match="5 resources are not on this machine") as caught:
        features.fit(table)
    for name in features.resources():
        assert f"'{name}'" in caught.value.what
    assert "lcp fetch mrc cefrj octanove ngsl awl" in caught.value.hint
    assert not hasattr(spy, "fitted")


def test_resources_are_read_through_the_given_store(table, tmp_path):
    own = tmp_path / "own.csv"
    own.write_text("WORD,FAM,CONC,IMAG,MEANC,MEANP,AOA\nriver,6.5,5,5,4,4,2\n", encoding="utf-8")
    store = Store({"mrc": own}, mirror=tmp_path, cache=tmp_path / "cache")
    features = FeatureSet({"mrc": {}}, store=store).fit(table)
    assert features.missing() == []
    matrix = features.transform(instance("Cross the river.", "river"))
    assert matrix["mrc__familiarity@mean"].tolist() == [6.5]


def test_core_and_the_baseline_need_nothing(no_data):
    assert FeatureSet.load("core").resources() == []
    assert FeatureSet.load("frequency-baseline").resources() == []


@pytest.mark.parametrize("name", recipe_names("features"))
def test_every_set_that_ships_loads(name, no_data):
    features = FeatureSet.load(name)
    assert features.name == name
    assert features.families


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("andi", (61, 241)),
        ("last", (52, 93)),
        ("lcp-rit", (26, 26)),
        ("mosquera", (53, 53)),
        ("stanford-mlab", (56, 98)),
    ],
)
def test_a_published_set_gives_values_to_words_and_to_expressions(
    data, table, singles, name, columns
):
    features = FeatureSet.load(name)
    of_words, of_both = features.fit_transform(singles), features.fit_transform(table)
    assert (of_words.shape[1], of_both.shape[1]) == columns
    assert of_both.notna().any().all()


def test_the_set_with_glove_is_the_full_one_and_glove():
    full, larger = FeatureSet.load("full"), FeatureSet.load("full-glove")
    assert {**full.families, "glove": larger.families["glove"]} == larger.families
    assert full.combine == larger.combine


def test_a_resource_of_two_families_is_named_once():
    features = FeatureSet({"length": {"cmudict": True}, "readability": {"cmudict": True}})
    assert features.resources() == ["cmudict"]
