"""Correlation of ratings and predictions within tokens."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.evaluation.scores import score_table
from lcp.evaluation.within_word import TOKENS, within_word_scores
from lcp.targets.ratings import rated_targets


@pytest.fixture
def table():
    """Tokens of different difficulty, with small differences between their contexts."""
    generator = np.random.default_rng(0)
    tokens = np.repeat([f"word{number}" for number in range(60)], 4)
    mean = np.repeat(generator.uniform(0.2, 0.8, 60), 4)
    return pd.DataFrame({"token": tokens, "complexity": mean + generator.normal(0, 0.05, 240)})


def value(rows, metric="within_word"):
    return rows.set_index("metric").loc[metric, "value"]


def test_the_mean_of_a_token_does_not_count(table):
    shift = table["token"].map({token: n for n, token in enumerate(table["token"].unique())})
    moved = table["complexity"] - shift
    assert value(within_word_scores(rated_targets(table), moved)) == pytest.approx(1)
    assert value(within_word_scores(rated_targets(table), -table["complexity"])) == pytest.approx(
        -1
    )


def test_the_same_prediction_in_all_contexts_has_no_correlation(table):
    same = table.groupby("token")["complexity"].transform("mean")
    assert np.isnan(value(within_word_scores(rated_targets(table), same)))


def test_few_tokens_have_no_correlation(table):
    few = table.head(4 * TOKENS - 4)
    assert within_word_scores(rated_targets(few), few["complexity"]).empty


def test_the_interval_contains_the_value_and_depends_on_the_seed(table):
    predicted = table["complexity"] + np.random.default_rng(1).normal(0, 0.05, len(table))
    rows = [
        within_word_scores(rated_targets(table), predicted, random_state=seed).iloc[0]
        for seed in (0, 0, 1)
    ]
    assert rows[0]["low"] < rows[0]["value"] < rows[0]["high"]
    assert rows[0].equals(rows[1])
    assert not rows[0].equals(rows[2])


def test_the_ceiling_is_the_root_of_the_reliability():
    generator = np.random.default_rng(0)
    tokens = np.repeat([f"word{number}" for number in range(3_000)], 4)
    signal = generator.normal(0.5, 0.05, len(tokens))
    noise = generator.normal(0, 0.2 / np.sqrt(16), len(tokens))
    table = pd.DataFrame({"token": tokens, "complexity": np.clip(signal + noise, 0, 1)})
    rows = within_word_scores(rated_targets(table), signal, raters=16, rater_sd=0.2)
    # The best possible predictions reach it: half of the variance is noise.
    assert value(rows, "within_word_ceiling") == pytest.approx(np.sqrt(0.5), abs=0.02)
    assert value(rows) == pytest.approx(value(rows, "within_word_ceiling"), abs=0.02)
    noisy = within_word_scores(rated_targets(table), signal, raters=1, rater_sd=0.2)
    assert value(noisy, "within_word_ceiling") == 0


def test_the_ceiling_needs_a_corpus_with_a_number_of_raters(table):
    metrics = {
        source: within_word_scores(rated_targets(table.assign(source=source)), table["complexity"])[
            "metric"
        ]
        for source in ("complex", "cefr", "unregistered")
    }
    assert metrics["complex"].tolist() == ["within_word", "within_word_ceiling"]
    assert metrics["cefr"].tolist() == metrics["unregistered"].tolist() == ["within_word"]


def test_scores_within_words_are_averaged_over_repeats(table):
    generator = np.random.default_rng(2)
    repeats = table["complexity"].to_numpy()[:, None] + generator.normal(0, 0.05, (240, 2))
    rows = score_table(rated_targets(table), repeats)
    single = [value(within_word_scores(rated_targets(table), column)) for column in repeats.T]
    assert value(rows) == pytest.approx(np.mean(single))
    assert rows["subset"].tolist() == ["single"] * 6
