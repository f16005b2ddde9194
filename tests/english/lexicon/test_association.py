"""Measures of association and values calculated by hand."""

import math

import numpy as np
import pytest

from lcp.english.lexicon.association import MEASURES, measures


def named(*counts):
    return dict(zip([name for name, *_ in MEASURES], measures(*counts)[0], strict=True))


def test_each_measure_follows_its_formula():
    # Expected: 100 x 200 / 10,000 = 2.
    values = named([20], [100], [200], 10_000)
    assert values == pytest.approx(
        {
            "log_count": math.log10(21),
            "smoothed_pmi": math.log2(20.5 / 2.5),
            "pmi": math.log2(10),
            "t_score": 18 / math.sqrt(20),
            "z_score": 18 / math.sqrt(2),
            "dice": 40 / 300,
            "second_given_first": 0.2,
            "first_given_second": 0.1,
            "log_likelihood": 2 * (20 * math.log(10) - 18),
        }
    )


def test_a_pair_below_expectation_has_a_negative_log_likelihood():
    values = named([1], [100], [200], 10_000)
    assert values["log_likelihood"] == pytest.approx(-2 * (math.log(0.5) + 1))
    assert values["pmi"] == -1


def test_an_unseen_pair_has_only_log_count_and_smoothed_pmi():
    values = measures([0, np.nan], [100, 100], [200, 0], 10_000)
    assert values[0, :2] == pytest.approx([0, math.log2(0.5 / 2.5)])
    assert np.isnan(values[0, 2:]).all()
    assert np.isnan(values[1]).all()


def test_smoothed_pmi_is_0_for_words_that_never_occur():
    assert named([0], [0], [0], 10_000)["smoothed_pmi"] == 0
