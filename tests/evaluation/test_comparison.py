"""Two systems on the same instances."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import lcp
from lcp.errors import InputError
from lcp.evaluation import write_submission
from lcp.evaluation.comparison import compare, williams, williams_t
from lcp.evaluation.metrics import paired_difference, scores


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample").iloc[::2]


@pytest.fixture(scope="module")
def systems(table):
    generator = np.random.default_rng(0)
    rated = table["complexity"].to_numpy()
    return [(rated + noise * generator.normal(size=len(rated))).round(6) for noise in (0.05, 0.2)]


@pytest.fixture(scope="module")
def found(table, systems):
    return compare(*systems, table, n_resamples=99)


def test_williams_t_by_hand():
    # |R| = 1 - .16 - .25 - .01 + .04 = .62, mean r .45:
    # t = -.1 * sqrt(102 * 1.1 / (2 * 102 / 100 * .62 + .2025 * .729)).
    expected = -0.1 * np.sqrt(112.2 / (1.2648 + 0.1476225))
    assert williams_t(0.4, 0.5, 0.1, 103) == pytest.approx(expected)


def test_williams_test_by_hand():
    # r_a .9, r_b .6, r_ab .5: |R| = .12 and mean r .75.
    found = williams([0, 1, 2, 3, 4], [0, 1, 2, 4, 3], [1, 0, 4, 2, 3])
    assert found["r_ab"] == pytest.approx(0.5)
    assert found["t"] == pytest.approx(0.3 * np.sqrt(6 / (0.48 + 0.0703125)))
    assert found["df"] == 2
    assert found["p"] == pytest.approx(2 * stats.t.sf(found["t"], 2))


def test_williams_test_turns_round_with_its_arguments(table, systems):
    rated = table["complexity"]
    there, back = williams(rated, *systems), williams(rated, *systems[::-1])
    assert there["t"] == pytest.approx(-back["t"])
    assert there["p"] == pytest.approx(back["p"])


def test_williams_test_holds_its_level_where_systems_are_equally_good():
    generator = np.random.default_rng(1)
    rated, a, b = generator.normal(size=(3, 400, 60))
    p = [williams(x, x + y, x + z)["p"] for x, y, z in zip(rated, a, b, strict=True)]
    # Binomial, n = 400, p = .05: mean 20, standard deviation 4.4.
    assert 9 <= np.sum(np.array(p) < 0.05) <= 32


@pytest.mark.parametrize(
    ("rated", "a", "b"),
    [
        ([0, 1, 2, 4], [0, 1, 3, 2], [0, 1, 3, 2]),
        ([0, 1, 2, 4], [0, 1, 3, 2], [0, 2, 6, 4]),
        ([0, 1, 2, 4], [0, 1, 3, 2], [1, 1, 1, 1]),
        ([1, 1, 1, 1], [0, 1, 3, 2], [0, 1, 2, 3]),
        ([0, 1, 2], [0, 2, 1], [1, 0, 2]),
    ],
)
def test_williams_test_is_undefined_for_systems_that_agree_or_are_constant(rated, a, b):
    found = williams(rated, a, b)
    assert np.isnan([found["t"], found["p"]]).all()


def test_scores_differences_and_p_are_those_of_each_subset_and_genre(found, table, systems):
    assert list(found.scores["subset"].unique()) == ["single", "mwe", "all"]
    assert list(found.scores["corpus"].unique()) == ["all", "bible", "biomed", "europarl"]
    assert list(found.scores["metric"].unique()) == ["pearson", "spearman", "mae"]
    several = table["token"].str.contains(" ")
    mask = (several & (table["corpus"] == "biomed")).to_numpy()
    own, a, b = (values[mask] for values in (table["complexity"].to_numpy(), *systems))
    rows = found.scores.query("subset == 'mwe' and corpus == 'biomed'").set_index("metric")
    pair = paired_difference(own, a, b, groups=table["token"][mask], n_resamples=99)
    assert set(rows["n"]) == {mask.sum()}
    for metric in rows.index:
        assert rows.loc[metric, "a"] == scores(own, a)[metric]
        assert rows.loc[metric, "b"] == scores(own, b)[metric]
        numbers = rows.loc[metric, ["difference", "low", "high", "p"]].tolist()
        assert numbers == pair.loc[metric].tolist()
    tested = found.williams.query("subset == 'mwe' and corpus == 'biomed'").iloc[0]
    assert tested["t"] == williams(own, a, b)["t"]
    assert len(found.williams) == 12


def test_the_better_system_is_found(found):
    overall = found.scores.query("subset == 'all' and corpus == 'all'").set_index("metric")
    assert overall.loc["pearson", "low"] > 0 > overall.loc["mae", "high"]
    assert overall.loc["pearson", "p"] < 0.001
    assert found.williams.query("subset == 'all' and corpus == 'all'")["p"].item() < 0.001


def test_instances_stand_in_the_order_of_their_differences(found, table):
    instances = found.instances
    assert instances["difference"].abs().is_monotonic_decreasing
    assert set(instances["id"]) == set(table["id"])
    first = instances.iloc[0]
    assert first["error_a"] == abs(first["a"] - first["complexity"])
    assert first["difference"] == first["error_a"] - first["error_b"]
    assert first["sentence"][first["start"] : first["end"]].lower() == first["token"].lower()


def test_errors_by_genre_and_frequency_are_of_both(found):
    assert {"mae_a", "mae_b", "bias_a", "bias_b"} <= set(found.breakdown.columns)
    assert set(found.breakdown["by"]) == {"genre", "frequency"}
    genres = found.breakdown.query("by == 'genre'").set_index("group")["mae_a"].to_dict()
    overall = found.scores.query("subset == 'all' and metric == 'mae' and corpus != 'all'")
    assert genres == pytest.approx(overall.set_index("corpus")["a"].to_dict())


def test_a_model_its_folder_and_its_file_are_the_same_system(table, tmp_path):
    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(table.tail(30))
    model.save(tmp_path / "m")
    write_submission(table["id"], model.predict(table), tmp_path / "m.csv")
    for other in (str(tmp_path / "m"), tmp_path / "m.csv"):
        found = compare(model, other, table, n_resamples=9)
        assert (found.scores[["difference", "low", "high"]] == 0).all(axis=None)
        assert (found.scores["p"] == 1).all()
        assert found.williams[["t", "p"]].isna().all(axis=None)
    folder, file = (
        compare(model, tmp_path / name, table, n_resamples=9) for name in ("m", "m.csv")
    )
    assert folder.instances["seen_b"].sum() == 30
    assert folder.instances["seen_a"].equals(folder.instances["seen_b"])
    assert "seen_b" not in file.instances


def test_a_genre_of_one_token_has_no_row():
    rows = [("x", "ewe"), ("x", "ram"), ("x", "tup"), ("y", "ewe"), ("y", "ewe")]
    table = pd.DataFrame(rows, columns=["corpus", "token"])
    table = table.assign(sentence=table["token"] + " there", complexity=[0.1, 0.2, 0.3, 0.5, 0.4])
    found = compare([0.1, 0.2, 0.2, 0.3, 0.3], [0.3, 0.1, 0.2, 0.2, 0.1], table, n_resamples=9)
    assert list(found.scores["corpus"].unique()) == ["all", "x"]
    assert found.williams["t"].isna().tolist() == [False, True]  # x has three instances


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda table: table.drop(columns="complexity"), "no ratings"),
        (lambda table: table.assign(complexity=np.nan), "have no rating"),
        (lambda table: table.drop(columns="token"), "no column 'token'"),
        (lambda table: table.iloc[:1], "two tokens"),
    ],
)
def test_tables_that_cannot_be_compared_on(table, change, says):
    other = change(table)
    with pytest.raises(InputError, match=says) as caught:
        compare(np.zeros(len(other)), np.ones(len(other)), other)
    assert caught.value.hint


def test_predictions_that_do_not_fit(table, systems, tmp_path):
    with pytest.raises(InputError, match=r"shape \(3,\)"):
        compare(systems[0], [0.1, 0.2, 0.3], table)
    with pytest.raises(InputError, match="missing or infinite"):
        compare(systems[0], np.full(len(table), np.nan), table)
    write_submission(table["id"].iloc[1:], systems[0][1:], tmp_path / "p.csv")
    with pytest.raises(InputError, match=f"1 of {len(table)} instances have no prediction"):
        compare(systems[0], tmp_path / "p.csv", table)
    with pytest.raises(InputError, match="no column 'id'"):
        compare(systems[0], tmp_path / "p.csv", table.drop(columns="id"))
