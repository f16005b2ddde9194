"""The official tables, and the rank of a score."""

from __future__ import annotations

import pytest

from lcp.errors import InputError
from lcp.evaluation.leaderboard import leaderboard, ranked_sentence


@pytest.mark.parametrize(("task", "n_teams"), [(1, 54), (2, 37)])
def test_the_table_contains_every_team_and_the_baseline(task, n_teams):
    table = leaderboard(task)
    assert list(table.columns) == ["rank", "team", "pearson", "spearman", "mae", "mse", "r2"]
    assert list(table["rank"].dropna()) == list(range(1, n_teams + 1))
    assert table.loc[table["rank"].isna(), "team"].tolist() == ["Frequency Baseline"]
    assert table["team"].is_unique
    assert table["pearson"].is_monotonic_decreasing
    assert table[["pearson", "spearman", "mae", "mse", "r2"]].notna().all(axis=None)


@pytest.mark.parametrize(
    ("task", "pearson", "sentence"),
    [
        (1, 0.773, "9th of 54 teams (between BigGreen 0.7749 and CSECU-DSG 0.7716)"),
        (1, 0.9, "1st of 54 teams (above JUST BLUE 0.7886)"),
        (1, 0.78856, "1st of 54 teams (level with JUST BLUE 0.7886)"),
        (1, 0.7885, "2nd of 54 teams (between JUST BLUE 0.7886 and DeepBlueAI 0.7882)"),
        (1, 0.7785, "4th of 54 teams (between Alejandro Mosquera 0.7790 and Andi 0.7782)"),
        (1, 0.7772, "6th of 54 teams (level with tuqa 0.7772 and OCHADAI-KYOTO 0.7772)"),
        (1, 0.756, "23rd of 54 teams (between archer 0.7561 and Cambridge 0.7556)"),
        (1, 0.0, "54th of 54 teams (between PyGuajo 0.0971 and RACAI -0.0272)"),
        (1, -0.5, "below all 54 teams (the last is RACAI -0.0272)"),
        (2, 0.86, "2nd of 37 teams (between DeepBlueAI 0.8612 and rg pa 0.8575)"),
    ],
)
def test_the_sentence_gives_rank_and_neighbours(task, pearson, sentence):
    assert ranked_sentence(task, pearson) == f"would have ranked {sentence}"


@pytest.mark.parametrize("task", [0, 3, "1", None])
def test_other_tasks_raise_an_error(task):
    with pytest.raises(InputError, match="no task"):
        leaderboard(task)


@pytest.mark.parametrize("pearson", [float("nan"), 1.01, -2.0, 77.0])
def test_a_score_outside_minus_1_to_1_raises_an_error(pearson):
    with pytest.raises(InputError, match="not a correlation"):
        ranked_sentence(1, pearson)
