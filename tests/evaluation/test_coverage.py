"""Coverage of features and of groups of columns."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.evaluation.coverage import feature_coverage, group_coverage

MATRIX = pd.DataFrame(
    {
        "norms__aoa@min": [1, np.nan, np.nan, np.nan],
        "norms__aoa@max": [1, 2, np.nan, np.nan],
        "norms__valence@min": [np.nan, np.nan, 0, np.nan],
    },
    index=list("abcd"),
)


def test_the_coverage_of_a_feature_is_that_of_its_best_aggregation():
    assert feature_coverage(MATRIX).to_dict() == {"norms__aoa": 0.5, "norms__valence": 0.25}


def test_a_group_covers_an_instance_by_any_column_and_a_target_by_any_instance():
    tokens = pd.Series(["ewe", "ram", "tup", "tup"])
    coverage = group_coverage(MATRIX, {"norms": list(MATRIX.columns)}, tokens).loc["norms"]
    assert coverage["instances"] == 0.75
    assert coverage["targets"] == 1
    assert coverage["values"] == pytest.approx(4 / 12)
    assert coverage["columns"] == 3
