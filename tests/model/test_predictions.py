"""Predictions as records and as tables."""

import numpy as np
import pandas as pd

from lcp.model.predictions import Prediction, Predictions


def test_missing_values_are_none_in_records_and_nan_in_tables():
    none = np.array([None, "B1"], dtype=object)
    numbers = np.array([0.25, np.nan])
    columns = dict.fromkeys(Prediction._fields, numbers) | {"level": none, "level_source": none}
    predicted = Predictions(**columns)
    assert predicted.rows()[0] == Prediction(0.25, 0.25, 0.25, 0.25, None, None, 0.25)
    assert predicted.rows()[1]._asdict() == dict.fromkeys(Prediction._fields) | {
        "level": "B1",
        "level_source": "B1",
    }
    table = predicted.to_frame()
    assert list(table) == list(Prediction._fields)
    assert np.isnan(table["low"][1])
    assert pd.isna(table["level"][0])
