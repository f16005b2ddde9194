"""Precomputed predictions for words of the lexicon and of wordfreq's list, and expressions."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import lcp
from lcp.english.expression_forms import forms_alone
from lcp.english.lexicon.expression_table import load_expressions
from lcp.english.lexicon.word_table import load_lexicon
from lcp.model import word_predictions
from lcp.model.manifest import WORDS
from lcp.model.predictor import Predictor
from lcp.model.word_predictions import WordPredictions, predict_by_readers
from tests.errors import refused

#: In the lexicon in lower case, as a capitalised form, in no listed form, and not in the lexicon;
#: in wordfreq's list only, in lower case and capitalised; an expression, and another one.
WORDS_OF_TEXT = [
    *("river", "River", "RIVER", "acquiescence", "xqzztic", "well-fed", "Xqzztic"),
    *("soothsayers", "Soothsayers", "give up", "gave down"),
]


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


@pytest.fixture(scope="module")
def measured():
    """What predicts as the bundled model does, without its precomputed words."""
    return Predictor(replace(lcp.load_model().state_, words=None))


@pytest.fixture
def small(model, monkeypatch):
    """A loaded model that has precomputed a lexicon of three words, one word of a list, and two
    expressions.
    """
    words = ["acquiescence", "river", "zoo"]
    numbers, checksum = {w: n for n, w in enumerate(words)}, load_lexicon().checksum
    lexicon = SimpleNamespace(words=words, row_of=numbers, checksum=checksum)
    places = {"zoo": 0, "00": 1, "soothsayers": 2}
    monkeypatch.setattr(word_predictions, "load_lexicon", lambda: lexicon)
    monkeypatch.setattr(word_predictions, "list_places", lambda: places)
    expressions = SimpleNamespace(usual=lambda: ["give up", "take off"])
    monkeypatch.setattr(word_predictions, "load_expressions", lambda: expressions)
    return lcp.load_model().precompute_words()


def test_the_bundled_predictions_are_those_of_the_model(model, measured):
    words = load_lexicon().words[:: len(load_lexicon().words) // 150]
    expressions = forms_alone(load_expressions().usual())
    forms = [*words, *map(str.capitalize, words), *expressions[:: len(expressions) // 150]]
    listed, precomputed = model.state_.words.look_up(forms)
    predicted = predict_by_readers(measured.predict, ["general", "learner"], forms)
    assert listed.all()
    for readers in ("general", "learner"):
        np.testing.assert_allclose(precomputed[readers], predicted[readers], atol=1e-9)


def test_only_listed_forms_are_looked_up(model):
    listed, values = model.state_.words.look_up(WORDS_OF_TEXT)
    expected = [True, True, False, True, False, False, False, True, False, True, False]
    assert listed.tolist() == expected
    assert values["general"].shape == (5,)


def test_listed_words_are_not_measured_again(model, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError

    model.state_.words  # noqa: B018 - reads them
    monkeypatch.setattr(type(model.feature_set_.measurer_), "measure", refuse)
    assert model.predict_one("", "soothsayers") > 0
    with pytest.raises(AssertionError):
        model.predict_one("", "xqzztic")


def test_another_lexicon_is_not_used(model):
    precomputed = model.state_.words
    other = WordPredictions(**precomputed.to_dict() | {"lexicon": "another"})
    assert not other.look_up(["river", "soothsayers", "give up"])[0].any()


def test_another_list_of_words_is_not_used(model):
    other = WordPredictions(**model.state_.words.to_dict() | {"word_list": "another"})
    assert other.look_up(["river", "soothsayers", "give up"])[0].tolist() == [True, False, False]


def test_a_list_without_numbers_is_not_used(model, monkeypatch):
    monkeypatch.setattr(word_predictions, "list_places", dict)
    values = model.state_.words
    listed = dict.fromkeys(values.values, np.empty(0))
    without = WordPredictions(values.values, values.lexicon, listed, values.word_list)
    assert without.look_up(["river", "soothsayers"])[0].tolist() == [True, False]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lexicon": 1}, "incomplete"),
        ({"values": {"general": np.zeros(3)}}, "incomplete"),
        ({"values": {"learner": np.zeros((2, 3))}}, "same readers"),
        ({"listed": {"native": np.zeros(3)}}, "same readers"),
        ({"values": {"general": np.zeros((3, 3))}}, "different lengths"),
        ({"values": {"general": np.zeros((2, 3)), "x": np.zeros((2, 4))}}, "different lengths"),
        ({"values": {"general": np.full((2, 3), 1.5)}}, "outside 0-1"),
        ({"values": {"general": np.full((2, 3), np.nan)}}, "no prediction"),
    ],
)
def test_an_error_says_what_is_wrong_with_the_predictions(changes, message):
    with pytest.raises(ValueError, match=message):
        WordPredictions(**{"values": {"general": np.zeros((2, 3))}, "lexicon": "x"} | changes)


def test_they_are_saved_with_a_model_and_read_when_the_folder_is_gone(small, tmp_path):
    folder = small.save(tmp_path / "model")
    assert (folder / WORDS).is_file()
    loaded = lcp.load_model(folder)
    for path in folder.iterdir():
        path.unlink()
    words = loaded.state_.words
    np.testing.assert_array_equal(words.values["learner"], small.state_.words.values["learner"])
    assert words.values["general"].shape == (2, 3)
    assert np.isnan(words.listed["learner"]).tolist() == [True, True, False, False, False]
    assert words.look_up(["take off", "off"])[0].tolist() == [True, False]


def test_an_altered_file_of_words_is_refused(small, tmp_path):
    folder = small.save(tmp_path / "model")
    (folder / WORDS).write_bytes(b"altered")
    with refused(r"words\.npz was altered"):
        lcp.load_model(folder)


def test_words_that_depend_on_the_sentence_are_not_precomputed():
    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(lcp.load_corpus("sample"))
    assert model.state_.words is None
    with refused("depend on the sentence"):
        model.precompute_words()
