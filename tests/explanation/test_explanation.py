"""Explanations: contributions and reasons."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, RegressorMixin

import lcp
from lcp.errors import InputError
from lcp.explanation import Explanation
from lcp.extractors import Extractor, Feature, families
from lcp.extractors.base import _REGISTRY
from lcp.features.featureset import FeatureSet

SENTENCE = "The deep river rose."


class Line(RegressorMixin, BaseEstimator):
    """Predict 0.5 plus `step` times the sum of the features."""

    def __init__(self, step=0.01):
        self.step = step

    def fit(self, X, y):
        self.n_features_in_ = X.shape[1]
        return self

    def contributions(self, X):
        base = np.full((len(X), 1), 0.5)
        return np.hstack([self.step * np.nan_to_num(X.to_numpy()), base])

    def predict(self, X):
        return self.contributions(X).sum(axis=1)


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample").iloc[::4]


@pytest.fixture(scope="module")
def model(table, tmp_path_factory):
    recipe = tmp_path_factory.mktemp("recipe") / "small.toml"
    recipe.write_text('estimator = "boosted-trees"\n[parameters]\nn_estimators = 30\nn_seeds = 2\n')
    return lcp.ComplexityModel("core", recipe, n_jobs=1).fit(table)


@pytest.fixture(scope="module")
def explanation(model):
    return model.explain_one(SENTENCE, "deep river")


def line_model(table, step):
    features = FeatureSet({"length": {"cmudict": False}}, aggregations=["min", "mean"])
    return lcp.ComplexityModel(features, Line(step)).fit(table)


def test_contributions_and_base_add_up_to_the_prediction(model, table):
    explained = model.explain(table)
    assert len(explained) == len(table)
    totals = explained.base + explained.contributions.sum(axis=1)
    np.testing.assert_allclose(totals, model.predict(table), atol=1e-6)
    np.testing.assert_array_equal(explained.predictions, model.predict(table))
    families = explained.base + explained.families().sum(axis=1)
    np.testing.assert_allclose(families, totals, atol=1e-12)
    assert list(explained.families()) == list(model.feature_set_.families)


def test_explain_one_equals_the_row_of_explain(model, table):
    explained = model.explain(table.iloc[:5])
    row = table.iloc[3]
    one = model.explain_one(row["sentence"], row["token"], genre=row["genre"])
    for explanation in (explained[3], explained[-2], explained[2:4][1], list(explained)[3]):
        assert isinstance(explanation, Explanation)
        pd.testing.assert_frame_equal(explanation.features, one.features)
        assert explanation.complexity == pytest.approx(model.predict(table.iloc[[3]])[0], abs=1e-12)
    pd.testing.assert_series_equal(
        one.families(), explained.families().iloc[3], check_names=False, atol=1e-12
    )
    assert one.to_frame()["contribution"].sum() == pytest.approx(one.total, abs=1e-9)
    assert one.to_frame().index[0] == "base"


@pytest.mark.parametrize("by", ["theme", "family", "feature", "column"])
@pytest.mark.parametrize("limit", [2, 8, 1000])
def test_reasons_are_limited_sorted_by_size_and_add_up(explanation, by, limit):
    reasons = explanation.reasons(by, limit)
    assert len(reasons) <= limit
    total = explanation.base + sum(reason.contribution for reason in reasons)
    assert total == pytest.approx(explanation.total, abs=1e-9)
    columns = [column for reason in reasons for column in reason.columns]
    assert sorted(columns) == sorted(explanation.features.index)
    sizes = [abs(r.contribution) for r in reasons if r.title != "everything else"]
    assert sizes == sorted(sizes, reverse=True)
    assert (reasons[-1].title == "everything else") == (limit < 1000 and len(reasons) == limit)


def test_contributions_are_summed_by_family_and_over_aggregations(explanation):
    families = {r.title: r.contribution for r in explanation.reasons("family", 50)}
    assert families == pytest.approx(explanation.families().to_dict())
    features = [reason.title for reason in explanation.reasons("feature", 1000)]
    assert len(features) == len(set(features))
    assert not any("@" in feature for feature in features)


def test_an_unknown_grouping_or_a_limit_below_two_raises_an_error(model):
    explanation = model.explain_one(SENTENCE, "river")
    with pytest.raises(InputError, match="summed by 'letter'"):
        explanation.reasons("letter")
    with pytest.raises(InputError, match="too few"):
        explanation.reasons(limit=1)


def test_the_subject_of_a_value_is_a_word_of_the_expression_or_their_average(model):
    features = model.explain_one(SENTENCE, "deep river").features
    assert features.loc["length__characters@min", "subject"] == "“deep”"
    assert features.loc["length__characters@max", "subject"] == "“river”"
    assert features.loc["length__characters@mean", "subject"] == "on average"
    assert features.loc["context__words_before", "subject"] == ""
    single = model.explain_one(SENTENCE, "river").features
    assert set(single["subject"]) == {""}


def test_first_and_last_name_the_first_and_last_word(table):
    features = FeatureSet({"length": {"cmudict": False}}, aggregations=["first", "last"])
    model = lcp.ComplexityModel(features, "ridge").fit(table)
    subjects = model.explain_one(SENTENCE, "deep river").features["subject"]
    assert subjects["length__characters@first"] == "“deep”"
    assert subjects["length__characters@last"] == "“river”"


def test_a_value_is_compared_with_the_training_data(model, table):
    explanation = model.explain_one("The haploinsufficiency was mild.", "haploinsufficiency")
    row = explanation.features.loc["length__characters@max"]
    words = table["token"][~table["token"].str.contains(" ")].drop_duplicates()
    assert row["below"] == pytest.approx(100 * (words.str.len() < 18).mean(), abs=1.01)
    assert "than" in " ".join(reason.text for reason in explanation.reasons())


def test_a_prediction_outside_the_scale_is_clipped(table):
    for step, value in ((0.5, 1.0), (-0.5, 0.0)):
        explanation = line_model(table, step).explain_one(SENTENCE, "river")
        assert explanation.clipped
        assert explanation.complexity == value
        assert not 0 <= explanation.total <= 1
        assert explanation.to_frame()["contribution"].sum() == pytest.approx(explanation.total)
    assert not line_model(table, 0.0001).explain_one(SENTENCE, "river").clipped


@pytest.mark.parametrize("estimator", ["ridge", "linear"])
def test_a_linear_model_is_explained(table, estimator):
    model = lcp.ComplexityModel("core", estimator).fit(table)
    explained = model.explain(table)
    totals = explained.base + explained.contributions.sum(axis=1)
    np.testing.assert_allclose(totals.clip(0, 1), model.predict(table), atol=1e-9)
    assert explained.base.iloc[0] == pytest.approx(table["complexity"].mean())


def test_an_estimator_without_contributions_raises_an_error_that_names_others(table):
    model = lcp.ComplexityModel("frequency-baseline", "svr").fit(table)
    with pytest.raises(InputError, match="lightgbm"):
        model.explain_one(SENTENCE, "river")


@pytest.mark.parametrize(("sentence", "target"), [("", "river"), (SENTENCE, " "), ("A.", "river")])
def test_an_invalid_instance_raises_an_error(model, sentence, target):
    with pytest.raises(InputError):
        model.explain_one(sentence, target)


def test_an_empty_table_has_no_explanations(model, table):
    explained = model.explain(table.head(0))
    assert list(explained) == []
    assert explained.contributions.shape == (0, len(model.feature_set_.get_feature_names_out()))


def test_an_explanation_is_serialised_as_json(model):
    explanation = model.explain_one("A zxqvy was seen.", "zxqvy")
    record = json.loads(json.dumps(explanation.to_dict(), allow_nan=False))
    assert record["complexity"] == explanation.complexity
    assert len(record["features"]) == len(explanation.features)
    assert {row["column"]: row["value"] for row in record["features"]}[
        "frequency__zipf@min"
    ] is None
    total = record["base"] + sum(reason["contribution"] for reason in record["reasons"])
    assert total == pytest.approx(record["total"])


def test_a_family_from_another_package_is_described_by_its_description(table):
    class Weather(Extractor):
        name = "weather"
        level = "word"

        def features(self):
            return [Feature("rain", "rain that the word brings to mind", "mm", "test")]

        def extract(self, frame):
            return pd.DataFrame({"rain": frame["word"].str.len() * 1.0}, index=frame.index)

    try:
        families()
        features = FeatureSet({"weather": {}}, aggregations=["max"])
        model = lcp.ComplexityModel(features, Line()).fit(table)
        (reason,) = model.explain_one(SENTENCE, "deep river").reasons()
        assert reason.title == "weather"
        assert reason.text.startswith("“river”, rain that the word brings to mind: 5 mm, lower")
        assert reason.effect == "makes it harder by 0.05"
        assert str(reason).startswith("weather: “river”, rain")
    finally:
        del _REGISTRY["weather"]
