"""Explanations: contributions and reasons."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.estimators.regressor import Regressor
from lcp.explanation.explanation import Explanation, explain, shares
from lcp.features.featureset import FeatureSet
from tests.errors import refused

SENTENCE = "The deep river rose."


class Line(Regressor):
    """Predict 0.5 plus `step` times the sum of the features."""

    def __init__(self, step=0.01):
        self.step = step

    def is_explainable(self):
        return True

    def _fit(self, X, y):
        pass

    def _contributions(self, X):
        base = np.full((len(X.values), 1), 0.5)
        return np.hstack([self.step * np.nan_to_num(X.values), base])

    def _predict(self, X):
        return self._contributions(X).sum(axis=1)


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
    return one(model, SENTENCE, "deep river")


def one(model, sentence, target, genre=""):
    return explain([{"sentence": sentence, "token": target, "genre": genre}], model=model)[0]


def line_model(table, step):
    features = FeatureSet({"length": {}}, aggregations=["min", "mean"])
    return lcp.ComplexityModel(features, Line(step)).fit(table)


def test_contributions_and_base_add_up_to_the_prediction(model, table):
    explained = explain(table, model=model)
    assert len(explained) == len(table)
    totals = explained.base + explained.contributions.sum(axis=1)
    np.testing.assert_allclose(totals, model.predict(table), atol=1e-6)


def test_an_instance_is_explained_alone_as_in_a_table(model, table):
    explained = explain(table.iloc[:5], model=model)
    row = table.iloc[3]
    alone = one(model, row["sentence"], row["token"], row["genre"])
    for explanation in (explained[3], explained[-2], list(explained)[3]):
        assert isinstance(explanation, Explanation)
        pd.testing.assert_frame_equal(explanation.features, alone.features)
        assert explanation.complexity == pytest.approx(model.predict(table.iloc[[3]])[0], abs=1e-12)
    assert alone.to_frame()["contribution"].sum() == pytest.approx(alone.total, abs=1e-9)
    assert alone.to_frame().index[0] == "base"


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
    groups = len(explanation.reasons(by, 1000))
    assert (reasons[-1].title == "everything else") == (groups > limit)


def test_contributions_are_summed_by_family_and_over_aggregations(explanation):
    families = {r.title: r.contribution for r in explanation.reasons("family", 50)}
    sums = explanation.features.groupby("family")["contribution"].sum()
    assert families == pytest.approx(sums.to_dict())
    features = [reason.title for reason in explanation.reasons("feature", 1000)]
    assert len(features) == len(set(features))
    assert not any("@" in feature for feature in features)


def test_an_unknown_grouping_or_a_limit_below_two_raises_an_error(model):
    explanation = one(model, SENTENCE, "river")
    with refused("summed by 'letter'"):
        explanation.reasons("letter")
    with refused("too few"):
        explanation.reasons(limit=1)


def test_the_subject_of_a_value_is_a_word_of_the_expression_or_their_average(model):
    features = one(model, SENTENCE, "deep river").features
    assert features.loc["length__characters@min", "subject"] == "“deep”"
    assert features.loc["length__characters@max", "subject"] == "“river”"
    assert features.loc["length__characters@mean", "subject"] == "on average"
    assert features.loc["context__words_before", "subject"] == ""
    single = one(model, SENTENCE, "river").features
    assert set(single["subject"]) == {""}


def test_the_bundled_model_says_which_word_of_an_expression_a_reason_is_about():
    explanation = one(lcp.load_model(), "She felt deep acquiescence.", "deep acquiescence")
    assert set(explanation.features["subject"]) >= {"“deep”", "“acquiescence”"}
    idiom = one(lcp.load_model(), "", "turn the page down")  # measured as "turned down"
    assert set(idiom.features["subject"]) >= {"“turn”", "“down”"}


@pytest.mark.parametrize(("target", "is_word"), [("xqzzt", False), ("und", False), ("dog", True)])
def test_a_string_that_is_not_an_english_word_has_no_norms(target, is_word):
    features = one(lcp.load_model(), "", target).features.set_index("family")
    for family in ("acquisition", "lexicon", "morphology"):
        assert features.loc[family, "value"].notna().any() == is_word


def test_a_value_is_compared_with_the_training_data(model, table):
    explanation = one(model, "The haploinsufficiency was mild.", "haploinsufficiency")
    row = explanation.features.loc["length__characters@max"]
    words = table["token"][~table["token"].str.contains(" ")].drop_duplicates()
    assert row["below"] == pytest.approx(100 * (words.str.len() < 18).mean(), abs=1.01)


def test_shares_below_and_above_do_not_include_ties():
    columns = np.repeat([0.0, 1.0, 2.0], [50, 41, 10]).astype(np.float32)[:, None]
    for value, below, above in [(-1, 0, 100), (0, 0, 50), (1, 49, 9), (2, 90, 0), (3, 100, 0)]:
        low, high = shares(np.array([float(value)]), columns)
        assert (low[0], high[0]) == (below, above)


def test_a_prediction_outside_the_scale_is_clipped(table):
    for step, value in ((0.5, 1.0), (-0.5, 0.0)):
        explanation = one(line_model(table, step), SENTENCE, "river")
        assert f"clipped to {value:.0f}" in explanation.note
        assert explanation.complexity == value
        assert not 0 <= explanation.total <= 1
        assert explanation.to_frame()["contribution"].sum() == pytest.approx(explanation.total)
    assert not one(line_model(table, 0.0001), SENTENCE, "river").note


@pytest.mark.parametrize("estimator", ["ridge", "linear"])
def test_a_linear_model_is_explained(table, estimator):
    model = lcp.ComplexityModel("core", estimator).fit(table)
    explained = explain(table, model=model)
    totals = explained.base + explained.contributions.sum(axis=1)
    np.testing.assert_allclose(totals.clip(0, 1), model.predict(table), atol=1e-9)
    assert explained.base.iloc[0] == pytest.approx(table["complexity"].mean())


def test_an_estimator_without_contributions_raises_an_error_that_names_others(table):
    model = lcp.ComplexityModel("frequency-baseline", "svr").fit(table)
    with refused("lightgbm"):
        one(model, SENTENCE, "river")


def test_an_empty_table_has_no_explanations(model, table):
    explained = explain(table.head(0), model=model)
    assert list(explained) == []
    assert explained.contributions.shape == (0, len(model.feature_set_.get_feature_names_out()))
