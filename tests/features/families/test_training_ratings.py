"""Training ratings of single words, for expressions that contain them."""

import pandas as pd
import pytest

import lcp


@pytest.mark.parametrize("source", ["column", "y"])
def test_ratings_come_from_the_table_or_from_y(source):
    rows = [("A gene.", "gene"), ("A gene locus.", "gene locus")]
    table = pd.DataFrame(rows, columns=["sentence", "token"])
    features = lcp.FeatureSet({"training_ratings": {}})
    if source == "y":
        features.fit(table, [0.3, 0.9])
    else:
        features.fit(table.assign(complexity=[0.3, 0.9]))
    assert features.transform(table)["training_ratings__first"].tolist()[1] == 0.3
