"""Differences between the contexts of a word are predicted from features of the context."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from contextual_deviations import deviation

from lcp.evaluation.within_word import within_word_scores


@pytest.fixture
def words():
    generator = np.random.default_rng(0)
    tokens = np.repeat([f"word{number}" for number in range(80)], 3)
    context = generator.normal(size=240)
    difficulty = np.repeat(generator.uniform(0.3, 0.7, 80), 3)
    return pd.DataFrame(
        {"token": tokens, "complexity": difficulty + 0.05 * context, "context": context}
    )


def test_a_feature_of_the_context_is_used_and_one_of_the_word_is_not(words):
    of_word = words.groupby("token")["complexity"].transform("mean")
    gap = words["context"].where(words.index % 10 > 0)
    predicted = deviation(words, np.column_stack([gap, of_word]), 0)
    assert within_word_scores(words, predicted)["value"].iloc[0] > 0.8
    assert deviation(words, of_word.to_numpy()[:, None], 0) == pytest.approx(0)
