"""Explanations: contributions and reasons."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.estimators.blend import Blend
from lcp.estimators.two_stage import TwoStageRegressor
from lcp.explanation.explanation import Explanation, explain, shares
from lcp.features.featureset import FeatureSet
from tests.cases import rows
from tests.errors import refused
from tests.estimators.conftest import trees

SENTENCE = "The deep river rose."
TASKS = ["complexity:1", "complexity:2", "vocabulary", "vocabulary:es", "gaps"]
ESTIMATORS = [
    *(lcp.load_estimator(name) for name in ("ridge", "linear")),
    trees(),
    TwoStageRegressor(trees(), trees()),
    Blend({"a": trees(), "b": trees(num_leaves=4)}, [1, 2]),
]


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample").iloc[::4]


@pytest.fixture(scope="module")
def model(table):
    return lcp.ComplexityModel("core", trees()).fit(table)


@pytest.fixture(scope="module")
def explanation(model):
    return one(model, SENTENCE, "deep river")


def one(model, sentence, target, genre=""):
    return explain([{"sentence": sentence, "token": target, "genre": genre}], model=model)[0]


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda estimator: type(estimator).__name__)
def test_contributions_and_base_add_up_to_the_prediction(table, task, estimator):
    readers = "learner:es" if "vocabulary" in task else "general"
    asked = pd.DataFrame(rows("explanation/cases/targets"))
    asked = pd.concat([table, asked, asked.assign(sentence="")]).assign(start=None, end=None)
    table, asked = (each.assign(readers=readers, item=each["genre"]) for each in (table, asked))
    is_two_stage = isinstance(estimator, TwoStageRegressor)
    if task == "complexity:1" or is_two_stage:
        table, asked = (each[~each["token"].str.contains(" ")] for each in (table, asked))
    families = {"length": {}, "frequency": {"sources": ["wordfreq"]}, "context": {}}
    ranks = "item" if task == "gaps" and not is_two_stage else ""
    features = FeatureSet(families, rank_within=ranks)
    model = lcp.ComplexityModel(features, estimator, task=task).fit(table)
    explained = explain(asked, model=model)
    totals = explained.base + explained.contributions.sum(axis=1)
    np.testing.assert_allclose(totals.clip(0, 1), model.predict(asked), atol=1e-6)


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
    with refused("by 'letter'"):
        explanation.reasons("letter")
    with refused(where="limit"):
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


@pytest.mark.parametrize(("slope", "value"), [(0.01, 1), (-0.01, 0)])
def test_a_prediction_outside_the_scale_is_clipped(table, slope, value):
    rated = table.assign(complexity=0.5 + slope * table["token"].str.len())
    model = lcp.ComplexityModel(FeatureSet({"length": {}}), "linear").fit(rated)
    explanation = one(model, "", "x" * 90)
    assert f"clipped to {value}" in explanation.note
    assert explanation.complexity == value
    assert not 0 <= explanation.total <= 1
    assert explanation.to_frame()["contribution"].sum() == pytest.approx(explanation.total)
    assert not one(model, SENTENCE, "river").note


def test_features_of_another_spelling_are_said_to_be_so():
    model = lcp.load_model()
    for target, other in (("lorry", "truck"), ("colour bar", "color bar")):
        assert one(model, "", target).note == f"The features of the target are those of “{other}”."
    assert not one(model, "", "gaol").note


def test_an_empty_table_has_no_explanations(model, table):
    explained = explain(table.head(0), model=model)
    assert list(explained) == []
    assert explained.contributions.shape == (0, len(model.feature_set_.get_feature_names_out()))
