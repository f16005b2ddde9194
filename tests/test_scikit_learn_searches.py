"""Grid searches and cross-validation of scikit-learn with feature sets and models."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, cross_val_score

import lcp
from lcp import ComplexityModel, FeatureSet
from tests.test_scikit_learn import LENGTH, LINEAR


@pytest.fixture(scope="module")
def table():
    sample = lcp.load_corpus("sample").iloc[::4]
    return sample.set_axis([f"row {number}" for number in range(len(sample))])


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_a_grid_search_varies_the_features_and_estimator_of_a_model(table, kind):
    search = GridSearchCV(
        ComplexityModel(FeatureSet(LENGTH, drop=["length__phonemes"]), Ridge()),
        [
            {
                "features__aggregations": [["mean"], ["first", "last"]],
                "estimator__alpha": [1.0, 1e6],
            },
            {"features": ["frequency-baseline"], "estimator": ["linear"]},
        ],
        cv=lcp.GroupedStratifiedKFold(3),
        scoring="r2",
        error_score="raise",
    )
    instances = table if kind == "pandas" else pl.from_pandas(table)
    search.fit(instances, instances["complexity"])
    scores = pd.DataFrame(search.cv_results_)
    assert len(scores) == 5
    assert scores["mean_test_score"].nunique() == 5
    assert search.predict(instances).shape == (len(table),)
    best = clone(search.best_estimator_)
    scores_of_folds = [
        clone(best).fit(table.iloc[train]).score(table.iloc[test], table["complexity"].iloc[test])
        for train, test in lcp.GroupedStratifiedKFold(3).split(table)
    ]
    assert search.best_score_ == pytest.approx(np.mean(scores_of_folds))


def test_a_grid_search_varies_parameters_of_parts_given_by_name(table):
    search = GridSearchCV(
        lcp.ComplexityModel("frequency-baseline", "ridge"),
        {"features__aggregations": [("min",), ("max",)], "estimator__ridge__alpha": [0.1, 10.0]},
        cv=lcp.GroupedStratifiedKFold(2),
    ).fit(table, table["complexity"])
    assert len(set(search.cv_results_["mean_test_score"])) > 1
    assert search.best_estimator_.features.aggregations in {("min",), ("max",)}


def test_an_unknown_parameter_of_a_part_given_by_name_raises_an_error():
    model = lcp.ComplexityModel("frequency-baseline", "ridge")
    with pytest.raises(ValueError, match="Invalid parameter 'none'"):
        model.set_params(features__none=1)


def test_scikit_learn_cross_validates_a_model(table):
    model = ComplexityModel(FeatureSet(LENGTH, drop=["length__phonemes"]), LINEAR)
    folds = lcp.GroupedStratifiedKFold(3, group_by="lemma")
    scores = cross_val_score(
        model, table, table["complexity"], cv=folds, scoring="neg_mean_absolute_error", n_jobs=2
    )
    ours = lcp.cross_validate(
        table, FeatureSet(LENGTH, drop=["length__phonemes"]), LINEAR, cv=3, group_by="lemma"
    )
    errors = (ours["repeat_1"] - table["complexity"]).abs().to_numpy()
    expected = [-errors[test].mean() for _, test in folds.split(table)]
    np.testing.assert_allclose(scores, expected)
