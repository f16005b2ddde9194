"""The installed model for learners with a first language."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.model.installed import installed_readers, learners_folder, predictor_for

SENTENCE = "The committee was reluctant to answer."


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


def test_a_model_predicts_for_the_first_languages_it_was_trained_on(learners):
    assert lcp.load_model(learners).readers() == ["learner:es", "learner:zh"]
    assert installed_readers() == ["learner:es", "learner:zh"]


def test_without_an_installed_model_the_error_names_two_commands(model):
    assert installed_readers() == []
    with pytest.raises(lcp.ResourceError, match="No model for readers 'learner:es'") as caught:
        predictor_for(model, "learner:es")
    assert "`lcp fetch kvl` and `lcp fit --corpus kvl --install`" in caught.value.hint
    assert caught.value.where == str(learners_folder())


def test_the_installed_model_predicts_for_its_readers_only(model, learners):
    assert predictor_for(model, "learner") is model
    assert predictor_for(model, "learner:es") is predictor_for(model, "learner:zh")
    with pytest.raises(lcp.InputError, match="does not predict for readers 'learner:de'"):
        predictor_for(model, "learner:de")
    with pytest.raises(lcp.InputError, match="There are no readers 'learner:fr'"):
        predictor_for(model, "learner:fr")


def test_a_given_model_comes_before_the_installed_one(learners):
    given = lcp.load_model(learners)
    assert predictor_for(given, "learner:es") is given
    with pytest.raises(lcp.InputError, match="does not predict for readers 'general'"):
        given.predict_one(SENTENCE, "reluctant")


def test_a_damaged_model_is_not_offered_but_reported_on_use(model, tmp_path, monkeypatch):
    monkeypatch.setenv("LCP_MODELS", str(tmp_path))
    learners_folder().mkdir()
    (learners_folder() / "model.json").write_text("{}", encoding="utf-8")
    assert installed_readers() == []
    with pytest.raises(lcp.InputError, match="cannot be read"):
        predictor_for(model, "learner:es")


def test_first_languages_have_different_predictions_and_thresholds(model, learners):
    spanish, chinese = (
        model.predict_one(SENTENCE, "reluctant", readers=f"learner:{l1}") for l1 in ("es", "zh")
    )
    assert chinese > spanish + 0.1
    text = lcp.load_model(learners).running_text_
    assert text.threshold("general", "learner:zh") > text.threshold("general", "learner:es") + 0.1


def test_words_of_a_text_have_no_interval_because_it_is_calibrated_on_translations(learners):
    installed = lcp.load_model(learners)
    table = pd.DataFrame(
        {"token": ["aaa", "bb", "cccc"] * 20, "l1": "es", "translation": ["Wort", "", "Wort"] * 20}
    )
    table["complexity"] = np.linspace(0, 1, len(table))
    installed.calibrate(table, np.full(len(table), 0.5))
    limits = installed.predict_interval(table)
    assert limits["low"].isna().tolist() == [False, True, False] * 20
    assert np.isnan(installed.limits_of_columns({"token": ["aaa"]}, np.array([0.5]))).all()


def test_an_explanation_for_learners_is_that_of_the_dictionary_form(model, learners):
    sentence = "She has several children."
    explained = model.explain_one(sentence, "children", readers="learner:es")
    assert explained.target == "child"
    predicted = model.predict_one(sentence, "children", readers="learner:es")
    assert explained.complexity == pytest.approx(predicted)


def test_a_model_without_columns_for_first_languages_predicts_for_general_readers(tmp_path):
    features = {"first_language": {"keep": ["translation_zipf"]}, "length": {"cmudict": False}}
    table = pd.DataFrame({"token": ["a" * n for n in range(2, 30)], "translation": "Wort"})
    table["l1"] = "de"
    table["complexity"] = np.linspace(0, 1, len(table))
    model = lcp.ComplexityModel(lcp.FeatureSet(features), "linear").fit(table)
    assert model.readers() == ["general", "native"]
    saved = lcp.load_model(model.save(tmp_path / "model"))
    assert [*saved.running_text_.quantiles] == ["general"]


def test_a_missing_translation_is_not_a_translation(learners):
    columns = {"token": ["aaa"] * 3, "translation": ["Wort", np.nan, " "]}
    assert lcp.load_model(learners)._has_interval(columns).tolist() == [True, False, False]


def test_readers_that_are_not_strings_are_an_error(model):
    with pytest.raises(lcp.InputError, match="There are no readers 'None'"):
        model.predict_one(SENTENCE, "reluctant", readers=None)


def test_missing_readers_are_general(model):
    table = pd.DataFrame({"token": ["river"] * 2})
    column = pd.array([None, "general"], dtype="string")
    predicted = model.predict(table.assign(readers=column))
    assert predicted.tolist() == model.predict(table).tolist()


def test_expressions_are_left_out_of_a_ranking_with_a_note(model, learners):
    ranking = lcp.rank(
        SENTENCE, "reluctant", ["shy", "ill at ease"], model=model, readers="learner:es"
    )
    assert set(ranking.table["candidate"]) == {"reluctant", "shy"}
    assert "“ill at ease”" in ranking.notes[-1]
