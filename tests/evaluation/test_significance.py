"""P-values of differences, and their correction for many comparisons."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.evaluation.significance import bootstrap_p, holm


def test_holm_equals_a_computation_by_hand():
    # Sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1: 0.02, 0.03, 0.06, 0.04; the running maximum.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_corrected_p_is_at_most_1_and_nan_is_not_a_comparison():
    corrected = holm([0.9, np.nan, 0.2])
    assert corrected[[0, 2]] == pytest.approx([0.9, 0.4])
    assert np.isnan(corrected[1])
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]


def test_a_difference_of_1_96_standard_errors_has_p_0_05():
    drawn = np.random.default_rng(0).normal(size=(400, 1))
    error = drawn.std(ddof=1)
    assert bootstrap_p([1.959964 * error], drawn) == pytest.approx([0.05], abs=1e-6)
    assert bootstrap_p([-1.959964 * error], drawn) == pytest.approx([0.05], abs=1e-6)


def test_p_of_no_difference_is_1_and_of_an_undefined_difference_nan():
    p = bootstrap_p([0.0, np.nan], [[0.0, 1.0], [0.0, 2.0]])
    assert p[0] == 1
    assert np.isnan(p[1])
