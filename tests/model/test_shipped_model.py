"""The model that comes with the package."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.estimators.multi_source import SOURCES
from lcp.evaluation.scores import subsets
from lcp.files.recipes import recipe_folder
from lcp.targets import Targets
from tests.cases import cases

# Other package versions can change predictions; loading warns about them.
pytestmark = pytest.mark.filterwarnings("ignore:Predictions may differ")


#: Corpora without sentences.
LISTS = {*SOURCES} - {"complex"}


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


@cases("model/cases/pinned")
def test_predictions_are_unchanged_since_the_release(model, no_data, case):
    predicted = model.predict_one(case["sentence"], case["target"], genre=case["genre"])
    assert predicted == pytest.approx(case["complexity"], abs=1e-6)


def test_the_model_needs_no_resources(model):
    assert model.feature_set_.name == "core-readers"
    assert model.feature_set_.resources() == []


def test_the_card_contains_the_scores():
    model = lcp.load_model()
    card = (recipe_folder("models") / "bundled/CARD.md").read_text("utf-8")
    assert set(model.scores_["subset"]) == {"single", "mwe", "all", *LISTS}
    for value in model.scores_["value"]:
        assert f"{value:.4f}" in card
    for coverage in model.interval_coverage_["coverage"]:
        assert f"| {coverage:.3f} |" in card
    for group in model.breakdown_["group"]:
        assert f"| {group} |" in card
    for licence in ("CC BY 4.0", "CC BY-SA 4.0", "Do not use it"):
        assert licence in card


@pytest.mark.parametrize("readers", ["general", "learner"])
@pytest.mark.parametrize(
    ("british", "american"),
    [("appetising", "appetizing"), ("Colour-coded", "Color-coded"), ("labour law", "labor law")],
)
def test_british_and_american_spellings_have_the_same_prediction(model, british, american, readers):
    table = pd.DataFrame({"token": [british, american]})
    predicted = model.predict(table.assign(readers=readers))
    assert predicted[0] == predicted[1]


def test_learners_find_words_harder_that_general_readers_know(model):
    sentence, target = "The committee was reluctant to answer.", "reluctant"
    general = model.predict_one(sentence, target)
    assert model.predict_one(sentence, target, readers="learner") > general + 0.15


def test_words_that_everybody_knows_are_easier_than_words_of_the_educated(model):
    known = ["hippopotamus", "lollipop", "crayon", "penguin", "hamster", "kiwi", "USA", "DNA"]
    learned = ["ubiquitous", "nefarious", "fiduciary", "solipsism"]
    predicted = model.predict(Targets.words([*known, *learned]))
    assert predicted[: len(known)].max() < predicted[len(known) :].min()


@cases("model/cases/idioms", "idiom", "words")
def test_an_idiom_is_harder_than_its_words(model, idiom, words):
    predicted = model.predict(Targets.words([idiom, *words]))
    assert predicted[0] > predicted[1:].max()


def test_accuracy_on_other_corpora_exceeds_that_of_word_frequency(model, data):
    for corpus, by, readers, least in (
        ("cwi2018", "genre", "general", 0.65),
        ("kvl", "readers", "learner", 0.45),
    ):
        table = lcp.load_corpus(corpus, download=False)
        lower = table[table["token"].str.fullmatch("[a-z]+")]
        for _, part in lower.groupby(by):
            predicted = model.predict(part.assign(readers=readers))
            assert np.corrcoef(predicted, part["complexity"])[0, 1] > least


def test_the_model_was_trained_on_the_training_part_of_complex_but_not_on_its_test(model, data):
    from lcp.model.training_record import seen

    def share(part, task):
        table = lcp.load_corpus(f"complex:{part}", task=task, download=False)
        return seen(model.trained_on_, Targets.table(table)).mean()

    # One sentence has the same word in train, and in test at its start, with a capital.
    assert share("test", task=1) == pytest.approx(1 / 917)
    assert share("test", task=2) == pytest.approx(1 / (917 + 184))
    # Capitals and words divided at line ends were read differently when the model was trained.
    assert share("train", task=2) > 0.99


def test_intervals_contain_90_percent_of_every_kind_in_every_genre():
    measured = lcp.load_model().interval_coverage_
    wider = measured[measured["subset"] == "single"].set_index("genre")["width"]
    assert wider["unseen"] > wider["all"]
    assert set(measured["genre"]) == {"all", "bible", "biomed", "europarl", "unseen", *LISTS}
    assert set(measured["subset"]) == {"single", "mwe", "all", *LISTS}
    assert (measured["nominal"] == 0.9).all()
    assert measured["coverage"].between(0.88, 0.92).all()


def test_the_default_model_predicts_words_and_expressions():
    table = lcp.load_corpus("sample")
    assert set(subsets(Targets.table(table))) == {"single", "mwe", "all"}
    predicted = lcp.load_model().predict(table)
    assert ((predicted >= 0) & (predicted <= 1)).all()
    # The sample's ratings are predictions of a model with more features.
    assert np.corrcoef(predicted, table["complexity"])[0, 1] > 0.9


def test_a_listed_level_does_not_depend_on_the_part_of_speech_of_a_tagger(model, reader):
    assert model.predictions([{"token": "found"}]).level[0] == "A1"
    predicted = lcp.annotate("We found that the gate was open.", model=model)
    assert {word.text: word.prediction.level for word in predicted}["found"] == "A1"
    verb = model.predictions([{"token": "found", "pos": "VERB"}])
    assert verb.level_source[0] == "listed"
