"""Comparison of two systems on the same instances."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.evaluation.bootstrap import paired_difference
from lcp.evaluation.comparison import compare
from lcp.evaluation.metrics import scores
from lcp.evaluation.submission import submission
from tests.errors import refused


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample").iloc[::2]


@pytest.fixture(scope="module")
def systems(table):
    generator = np.random.default_rng(0)
    rated = table["complexity"].to_numpy()
    return [(rated + noise * generator.normal(size=len(rated))).round(6) for noise in (0.05, 0.2)]


@pytest.fixture(scope="module")
def comparison(table, systems):
    return compare(*systems, table, n_resamples=99)


def test_scores_are_computed_for_each_subset_and_genre(comparison, table, systems):
    assert list(comparison.scores["subset"].unique()) == ["single", "mwe", "all"]
    assert list(comparison.scores["genre"].unique()) == ["all", "bible", "biomed", "europarl"]
    assert list(comparison.scores["metric"].unique()) == ["pearson", "spearman", "mae"]
    several = table["token"].str.contains(" ")
    mask = (several & (table["genre"] == "biomed")).to_numpy()
    rated, a, b = (values[mask] for values in (table["complexity"].to_numpy(), *systems))
    rows = comparison.scores.query("subset == 'mwe' and genre == 'biomed'").set_index("metric")
    pair = paired_difference(rated, a, b, groups=table["token"][mask], n_resamples=99)
    assert set(rows["n"]) == {mask.sum()}
    for metric in rows.index:
        assert rows.loc[metric, "a"] == scores(rated, a)[metric]
        assert rows.loc[metric, "b"] == scores(rated, b)[metric]
        numbers = rows.loc[metric, ["difference", "low", "high", "p"]].tolist()
        assert numbers == pair.loc[metric, ["value", "low", "high", "p"]].tolist()


def test_the_better_system_is_significantly_better(comparison):
    overall = comparison.scores.query("subset == 'all' and genre == 'all'").set_index("metric")
    assert overall.loc["pearson", "low"] > 0 > overall.loc["mae", "high"]
    assert overall.loc["pearson", "p"] < 0.001


def test_instances_are_sorted_by_their_differences(comparison, table):
    instances = comparison.instances
    assert instances["difference"].abs().is_monotonic_decreasing
    assert set(instances["id"]) == set(table["id"])
    first = instances.iloc[0]
    assert first["error_a"] == abs(first["a"] - first["complexity"])
    assert first["difference"] == first["error_a"] - first["error_b"]
    assert first["sentence"][first["start"] : first["end"]].lower() == first["token"].lower()


def test_errors_by_genre_and_frequency_include_both_systems(comparison):
    assert {"mae_a", "mae_b", "bias_a", "bias_b"} <= set(comparison.breakdown.columns)
    assert set(comparison.breakdown["by"]) == {"genre", "frequency"}
    genres = comparison.breakdown.query("by == 'genre'").set_index("group")["mae_a"].to_dict()
    overall = comparison.scores.query("subset == 'all' and metric == 'mae' and genre != 'all'")
    assert genres == pytest.approx(overall.set_index("genre")["a"].to_dict())


def test_a_model_equals_itself_its_folder_and_its_file_of_predictions(table, tmp_path):
    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(table.tail(30))
    (tmp_path / "m.csv").write_text(submission(table["id"], model.predict(table)))
    saved = model.save(tmp_path / "model")
    others = (model, str(saved), tmp_path / "m.csv")
    same, folder, file = (compare(model, b, table, n_resamples=9) for b in others)
    for comparison in (same, folder, file):
        assert (comparison.scores[["difference", "low", "high"]] == 0).all(axis=None)
        assert (comparison.scores["p"] == 1).all()
    assert same.instances["seen_b"].sum() == 30
    assert same.instances["seen_a"].equals(folder.instances["seen_b"])
    assert "seen_b" not in file.instances


def test_a_genre_of_one_token_has_no_row():
    rows = [("x", "ewe"), ("x", "ram"), ("x", "tup"), ("y", "ewe"), ("y", "ewe")]
    table = pd.DataFrame(rows, columns=["genre", "token"])
    table = table.assign(sentence=table["token"] + " there", complexity=[0.1, 0.2, 0.3, 0.5, 0.4])
    a, b = [0.1, 0.2, 0.2, 0.3, 0.3], [0.3, 0.1, 0.2, 0.2, 0.1]
    comparison = compare(a, b, table, n_resamples=9)
    assert list(comparison.scores["genre"].unique()) == ["all", "x"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: table.drop(columns="complexity"), "no ratings"),
        (lambda table: table.assign(complexity=np.nan), "have no rating"),
        (lambda table: table.drop(columns="token"), "column 'token' is missing"),
        (lambda table: table.iloc[:1], "two tokens"),
    ],
)
def test_tables_without_ratings_columns_or_tokens_raise_an_error(table, change, message):
    other = change(table)
    with refused(message, hint=""):
        compare(np.zeros(len(other)), np.ones(len(other)), other)


def test_predictions_that_do_not_match_the_table_raise_an_error(table, systems, tmp_path):
    with refused(r"numbers of samples: \[.*, 3\]"):
        compare(systems[0], [0.1, 0.2, 0.3], table)
    with refused(r"numbers of samples: \[303, "):
        compare(*systems, "sample", task=1)
    with refused("contains NaN"):
        compare(systems[0], np.full(len(table), np.nan), table)
    (tmp_path / "p.csv").write_text(submission(table["id"].iloc[1:], systems[0][1:]))
    with refused(f"1 of {len(table)} instances have no prediction"):
        compare(systems[0], tmp_path / "p.csv", table)
    with refused("column 'id' is missing"):
        compare(systems[0], tmp_path / "p.csv", table.drop(columns="id"))
