"""Expressions of a text as units."""

import pytest

import lcp
from tests.cases import cases

#: Sentences with the words of an expression and its dictionary form.
SENTENCES = {
    "He took his wet hat off at the door.": ("took off", "take off"),
    "She gave up smoking in the spring.": ("gave up", "give up"),
    "You are pulling my leg!": ("pulling my leg", "pull someone's leg"),
    "By and large, the plan worked.": ("By and large", "by and large"),
    "Nobody can put up with that noise.": ("put up with", "put up with"),
    "He lost his temper over a parking ticket.": ("lost his temper", "lose one's temper"),
    "The firm took the risk into account.": ("took into account", "take into account"),
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_door_predicts_them_as_the_same_unit(sentence):
    text, form = SENTENCES[sentence]
    model = lcp.load_model()
    [word] = [word for word in lcp.annotate(sentence) if word.lemma == form]
    assert word.text == text
    assert model.predict_one(sentence, form) == word.prediction.complexity
    assert model.predict_one(sentence, text) == word.prediction.complexity


def test_an_expression_has_its_listed_level():
    [word] = [word for word in lcp.annotate("All right, we can go.") if word.lemma == "all right"]
    assert (word.prediction.level, word.prediction.level_source) == ("A1", "listed")


def test_all_forms_of_an_expression_have_one_level():
    texts = "He goes back on it.", "He has gone back on it.", "GOING BACK ON IT!"
    predictions = [word.prediction for text in texts for word in lcp.annotate(text)]
    assert len(predictions) == len(texts)
    assert len({(each.complexity, each.level) for each in predictions}) == 1


@cases("reader/annotation/cases/combinations", "sentence")
def test_everyday_combinations_are_annotated_as_their_words(sentence):
    assert [word.lemma for word in lcp.annotate(sentence) if word.runs] == []


@pytest.mark.parametrize(
    ("levels", "expressions"),
    [
        ({"A1", "A2"}, ["go to bed", "come home", "have a good time", "take a shower"]),
        ({"A1", "A2"}, ["sit down", "wake up", "lie down", "stand up", "get up"]),
        ({"B1", "B2"}, ["call off", "tell off", "work out", "bring about"]),
        ({"B2", "C1"}, ["put up with", "do away with", "look down on", "get away with"]),
        ({"C1", "C2"}, ["kick the bucket", "spill the beans", "once in a blue moon"]),
    ],
)
def test_levels_of_expressions_depend_on_what_they_mean(levels, expressions):
    given = lcp.load_model().predictions(lcp.Targets.words(expressions))
    assert set(given.level) <= levels
    assert not (given.level_probability < 1 / 6).any()  # NaN if the model does not decide
