"""Matched stimuli."""

import numpy as np
import pandas as pd
import pytest

from lcp.corpora.matching import match
from tests.cases import cases
from tests.errors import refused

CONTROL = {"letters": 0, "zipf": 0.3}
RANGES = [(1, 3), (5, 7)]


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "word": [f"w{n}" for n in range(300)],
            "age": rng.uniform(1, 7, 300),
            "letters": rng.integers(3, 9, 300),
            "zipf": rng.normal(4, 1, 300),
            "class": rng.choice(["noun", "verb", "adverb"], 300),
        }
    )


def largest(rows, column):
    sets = rows.groupby("set")[column]
    return (sets.max() - sets.min()).max()


def test_sets_differ_in_one_column_and_are_matched_on_others(table):
    rows = match(table, "age", RANGES, CONTROL, n_sets=20).rows
    assert len(rows) == 40
    assert rows["word"].is_unique
    assert largest(rows, "letters") == 0
    assert largest(rows, "zipf") <= 0.3
    low, high = (rows.loc[rows["condition"] == name, "age"] for name in ("1:3", "5:7"))
    assert low.between(1, 3).all()
    assert high.between(5, 7).all()


def test_every_pair_of_a_larger_set_is_within_the_tolerances(table):
    rows = match(table, "class", [], CONTROL).rows
    assert rows["condition"].tolist()[:3] == ["adverb", "noun", "verb"]
    assert (rows["condition"] == rows["class"]).all()
    assert largest(rows, "zipf") <= 0.3


def test_the_same_seed_gives_the_same_sets_and_another_seed_others(table):
    first, again, other = (
        match(table, "age", RANGES, CONTROL, n_sets=10, random_state=n).rows for n in (3, 3, 4)
    )
    pd.testing.assert_frame_equal(first, again)
    assert set(first["word"]) != set(other["word"])


def test_the_nearest_row_is_chosen():
    table = pd.DataFrame({"age": [1, 6, 6, 6], "zipf": [4, 4.2, 4.1, 3.7]})
    assert match(table, "age", RANGES, {"zipf": 0.3}).rows["zipf"].tolist() == [4, 4.1]


def test_rows_without_a_value_are_no_candidates(table):
    matched = match(
        table.assign(zipf=table["zipf"].where(table.index > 100)), "age", RANGES, CONTROL
    )
    assert sum(matched.candidates.values()) < 200
    assert matched.rows["zipf"].notna().all()


def test_the_balance_gives_means_and_the_largest_difference(table):
    matched = match(table, "age", RANGES, CONTROL, n_sets=20)
    rows, balance = matched.rows, matched.balance.set_index("column")
    young = rows.loc[rows["condition"] == "1:3", "zipf"]
    assert balance.loc["zipf", "1:3"] == f"{young.mean():.3f} ({young.std():.3f})"
    assert balance.loc["letters", "largest difference in a set"] == "0.000"


@cases("corpora/cases/impossible_matches", "vary", "ranges", "control", "message")
def test_impossible_requests_are_refused(table, vary, ranges, control, message):
    with refused(message):
        match(table, vary, ranges, control)
