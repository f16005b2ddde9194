"""Scores by subset, with intervals."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.evaluation.labels import METRICS, SUBSETS
from lcp.evaluation.metrics import scores
from lcp.evaluation.scores import score_table, subsets, subsets_by_genre
from lcp.targets import Targets
from tests.errors import refused


@pytest.fixture
def table():
    sample = lcp.load_corpus("sample").iloc[::3]
    return sample.set_axis([f"row {n}" for n in range(len(sample))])


def test_subsets_are_words_expressions_and_both(table):
    masks = subsets(Targets.table(table))
    several = table["token"].str.contains(" ")
    assert list(masks) == list(SUBSETS) == ["single", "mwe", "all"]
    assert masks["mwe"].tolist() == several.tolist()
    assert masks["single"].tolist() == (~several).tolist()
    assert masks["all"].tolist() == [True] * len(table)
    assert list(subsets(Targets.table(table[several]))) == ["mwe"]
    assert list(subsets(Targets.table(table[~several]))) == ["single"]


def test_genres_without_instances_of_a_subset_are_left_out():
    rows = [("news", "ewe"), ("bible", "black ewe"), ("bible", "white ewe")]
    table = pd.DataFrame(rows, columns=["genre", "token"])
    parts = [
        (subset, genre, mask.tolist())
        for subset, genre, mask in subsets_by_genre(Targets.table(table))
    ]
    assert parts == [
        ("single", "all", [True, False, False]),
        ("single", "news", [True, False, False]),
        ("mwe", "all", [False, True, True]),
        ("mwe", "bible", [False, True, True]),
        ("all", "all", [True, True, True]),
        ("all", "bible", [False, True, True]),
        ("all", "news", [True, False, False]),
    ]


def test_each_subset_is_scored_on_its_rows(table):
    predicted = np.random.default_rng(0).uniform(size=len(table))
    rows = score_table(Targets.rated(table), predicted)
    assert list(rows.columns) == ["subset", "n", "metric", "value", "low", "high"]
    assert rows["metric"].tolist() == list(METRICS) * 3
    for name, mask in subsets(Targets.table(table)).items():
        part = rows[rows["subset"] == name].set_index("metric")
        expected = scores(table["complexity"][mask], predicted[mask])
        assert part["value"].to_dict() == pytest.approx(expected)
        assert set(part["n"]) == {mask.sum()}
        assert (part["low"] < part["value"]).all()
        assert (part["value"] < part["high"]).all()


def test_resamples_draw_tokens_and_not_instances(table):
    # Nine copies of every instance must not narrow the interval.
    words = table[~table["token"].str.contains(" ")].drop_duplicates("token")
    predicted = np.random.default_rng(0).uniform(size=len(words))
    once = score_table(Targets.rated(words), predicted)
    often = score_table(Targets.rated(pd.concat([words] * 9)), np.tile(predicted, 9))
    assert len(often) == len(once)
    numbers = ["value", "low", "high"]
    pd.testing.assert_frame_equal(often[numbers], once[numbers])


def test_too_few_predictions_or_missing_ratings_raise_an_error(table):
    with refused(f"3 predictions for {len(table)} instances"):
        score_table(Targets.rated(table), np.zeros(3))
