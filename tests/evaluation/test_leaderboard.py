"""The official tables, and the place of a score."""

import pytest

from lcp.evaluation.leaderboard import leaderboard, place_of
from tests.cases import cases


@pytest.mark.parametrize(("task", "n_teams"), [(1, 54), (2, 37)])
def test_the_table_contains_every_team_and_the_baseline(task, n_teams):
    table = leaderboard(task)
    assert list(table.columns) == ["rank", "team", "pearson", "spearman", "mae", "mse", "r2"]
    assert list(table["rank"].dropna()) == list(range(1, n_teams + 1))
    assert table.loc[table["rank"].isna(), "team"].tolist() == ["Frequency Baseline"]
    assert table["team"].is_unique
    assert table["pearson"].is_monotonic_decreasing
    assert table[["pearson", "spearman", "mae", "mse", "r2"]].notna().all(axis=None)


@cases("evaluation/cases/places", "task", "pearson", "place")
def test_the_place_is_after_all_teams_with_a_higher_score(task, pearson, place):
    assert place_of(task, pearson) == tuple(place)
