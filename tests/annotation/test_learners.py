"""Texts for learners with a first language, rated by an installed model."""

from __future__ import annotations

import pytest

import lcp
from lcp.annotation import Annotator, annotate
from lcp.annotation.rating import COLUMNS, TargetRater

TEXT = "Several children were reluctant to answer the embarrassing questions."


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


def test_readers_change_the_complexity_but_not_the_level(model, learners):
    general, chinese = (
        annotate(TEXT, model=model, readers=readers).to_frame()
        for readers in ("general", "learner:zh")
    )
    assert chinese["text"].tolist() == general["text"].tolist()
    assert chinese["level"].tolist() == general["level"].tolist()
    assert (chinese["complexity"] - general["complexity"]).abs().min() > 0.01
    assert chinese["low"].isna().all()


def test_the_complexity_is_that_of_a_single_prediction(model, learners):
    for word in annotate(TEXT, model=model, readers="learner:es"):
        single = model.predict_one(TEXT, word.text, readers="learner:es")
        assert word.complexity == pytest.approx(single)


def test_forms_of_a_word_have_the_same_complexity(model, learners):
    rater = TargetRater(model, "", "learner:es")
    rows = [(word, word, 0, len(word), "") for word in ("child", "children", "Children")]
    values = rater.rate(rows)[:, COLUMNS.index("complexity")]
    assert values[0] == values[1] == values[2]


def test_the_audience_is_a_rank_among_words_rated_for_the_same_readers(model, learners):
    installed = lcp.load_model(learners)
    annotator = Annotator(model, readers="learner:zh", audience="expert")
    assert annotator.threshold == installed.running_text_.threshold("expert", "learner:zh")
    assert annotator.threshold != installed.running_text_.threshold("expert", "learner:es")


def test_a_known_genre_does_not_make_the_sentence_count(model, learners):
    texts = ("The river rose.", "They crossed the river.")
    options = {"model": model, "readers": "learner:es", "genre": "bible"}
    first, second = (
        next(word for word in annotate(text, **options) if word.text == "river") for text in texts
    )
    assert (first.complexity, first.level) == (second.complexity, second.level)


def test_a_profile_has_a_level_and_the_hard_words_of_its_readers(model, learners):
    spanish, chinese = (
        lcp.profile(TEXT, model=model, readers=readers, threshold=0.55)
        for readers in ("learner:es", "learner:zh")
    )
    assert spanish.level == chinese.level is not None
    assert len(chinese.hard_words) > len(spanish.hard_words)
    assert [share.name for share in chinese.thresholds] == [
        *("learner", "general", "expert", "custom")
    ]


def test_a_model_for_learners_alone_has_no_levels(learners):
    profile = lcp.profile(TEXT, model=learners, readers="learner:es")
    assert profile.level is None
    assert profile.complexity is not None


def test_easier_words_are_easier_for_these_readers(data, model, learners):
    sentence = "Her acquiescence surprised everyone at dinner."
    options = {"model": model, "readers": "learner:es"}
    for each in lcp.easier_synonyms(sentence, "acquiescence", **options):
        assert " " not in each.form
        assert each.gain >= 0.03
    ranking = lcp.rank(sentence, "acquiescence", ["consent"], **options)
    assert ranking.table["candidate"].tolist() == ["consent", "acquiescence"]


def test_without_an_installed_model_nothing_is_rated(model):
    with pytest.raises(lcp.ResourceError, match="lcp fit --corpus kvl --install"):
        annotate(TEXT, model=model, readers="learner:es")


def test_expressions_are_not_rated_for_a_first_language(model, learners):
    with pytest.raises(lcp.InputError, match="Expressions cannot be rated"):
        annotate(TEXT, model=model, readers="learner:es", mwe=True)
