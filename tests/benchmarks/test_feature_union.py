"""The union of feature sets has all their features, and its parts are selected by column."""

from __future__ import annotations

from pathlib import Path

import published_union
import pytest
from feature_union import (
    OURS,
    UNION,
    Selection,
    family_of,
    family_table,
    heat_map,
    kept_features,
    merged_options,
    only_in,
    part_selections,
    sets_by_system,
    union_of,
)
from published_union import families_markdown

import lcp

PAGE = Path(published_union.__file__).with_suffix(".md")


@pytest.fixture(scope="module")
def kept():
    return {system: kept_features(names) for system, names in sets_by_system().items()}


def test_variants_of_a_system_are_one_system():
    sets = sets_by_system()
    assert sets["cs60075"] == ["cs60075", "cs60075-vectors", "cs60075-probability"]
    assert sets["LAST"] == ["last"]


def test_parts_that_one_set_switches_on_are_on():
    merged = merged_options("lexicon", [{"norms": False, "vectors": False}, {"norms": False}])
    assert merged == {"file": "", "norms": False, "vectors": True, "counts": True}


def test_lists_are_joined_in_the_order_of_the_default():
    several = [{"sources": ["subtlex_us"]}, {"sources": ["wordfreq"], "training": False}]
    merged = merged_options("frequency", several)
    assert merged == {"sources": ["wordfreq", "subtlex_us"], "training": True}


def test_other_options_must_be_equal():
    assert merged_options("glove", [{"components": 5}, {"components": 5}])["components"] == 5
    with pytest.raises(ValueError, match="components of glove differs"):
        merged_options("glove", [{"components": 5}, {"components": 6}])


def test_the_union_has_exactly_the_features_of_all_systems(kept):
    union = union_of([name for names in sets_by_system().values() for name in names])
    table = union.feature_table()
    assert set(table["family"] + "__" + table["feature"]) == frozenset().union(*kept.values())
    assert list(union.aggregations) == ["first", "last", "min", "max", "mean"]


def test_the_union_of_one_set_has_the_same_features():
    union, alone = union_of(["lrl-nc"]), lcp.FeatureSet.load("lrl-nc")
    columns = ["family", "feature"]
    assert union.feature_table()[columns].equals(alone.feature_table()[columns])
    assert union.aggregations == alone.aggregations


def test_features_of_several_systems_belong_to_none_alone():
    shared, own = frozenset({"length__syllables"}), frozenset({"norms__valence"})
    assert only_in({"a": shared, "b": shared | own, "c": frozenset()}) == {
        "a": frozenset(),
        "b": own,
        "c": frozenset(),
    }


def test_the_table_of_families_counts_features(kept):
    table = family_table(kept)
    assert list(table.index) == [*kept, UNION, *OURS]
    assert table.loc["Frequency Baseline"].sum() == 1
    assert (table.loc[UNION] >= table.loc[list(kept)].max()).all()
    assert (table.loc[UNION] > 0).all()
    users = (table.loc[list(kept)] > 0).sum()
    assert users.is_monotonic_decreasing


def test_the_page_has_the_families_of_the_recipes(kept):
    assert families_markdown(family_table(kept)) in PAGE.read_text("utf-8"), (
        "Run benchmarks/published_union.py again."
    )


def test_the_heat_map_shows_every_number_of_features(kept):
    table = family_table(kept)
    axes = heat_map(table).axes[0]
    shown = table.drop(index=list(OURS)).to_numpy()
    assert sorted(int(text.get_text()) for text in axes.texts) == sorted(shown[shown > 0])
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert labels[0] == f"frequency ({len(kept)})"


def test_columns_are_selected_by_feature_and_aggregation():
    features = frozenset({"length__syllables", "context__position"})
    every, first = Selection(features), Selection(features, frozenset({"first"}))
    columns = ["length__syllables", "length__syllables@first", "length__syllables@max"]
    assert [every(column) for column in columns] == [True, True, True]
    assert [first(column) for column in columns] == [True, True, False]
    assert first("context__position")
    assert not every("length__characters@first")


def test_only_systems_with_own_features_are_left_out(kept):
    selections = part_selections(sets_by_system(), kept)
    assert "without LAST" in selections
    assert "UTFPR" in selections
    assert "without UTFPR" not in selections
    assert not selections["without LAST"]("norms__glasgow_size@min")
    assert selections[UNION]("norms__glasgow_size@min")
    families = {family_of(feature) for own in kept.values() for feature in own}
    assert {name.split()[-1] for name in selections if "family" in name} == families


def test_the_deviation_of_the_first_seed_is_reported():
    text = published_union.seeds_markdown({1: [0.5, 0.4, 0.5, 0.6], 2: [0.82, 0.8, 0.8, 0.8]}, 0)
    assert "r 0.4000, 0.5000, 0.6000 (Task 1) and 0.8000, 0.8000, 0.8000 (Task 2)" in text
    assert "deviates from the mean of these by +0.0000 (Task 1) and +0.0200 (Task 2)" in text
