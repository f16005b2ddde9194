"""The model that comes with the package."""

from __future__ import annotations

import numpy as np
import pytest

import lcp
from lcp.evaluation.subsets import subsets
from lcp.recipes import recipe_folder

# Other package versions can change predictions; loading warns about them.
pytestmark = pytest.mark.filterwarnings("ignore:Predictions may differ")

PINNED = [
    ("They crossed the deep river at dawn.", "river", "", 0.17830151),
    ("They crossed the deep river at dawn.", "deep river", "", 0.22907907),
    ("And the elders of the tribe sat in the gate.", "elders", "bible", 0.23482929),
    ("He bound the phylactery upon his arm.", "phylactery", "bible", 0.57649384),
    ("They brought a burnt offering and oil.", "burnt offering", "bible", 0.33192035),
    ("Haploinsufficiency of it was mild.", "Haploinsufficiency", "biomed", 0.58534987),
    ("The mice were fed twice a day.", "mice", "biomed", 0.23376656),
    ("Synaptic plasticity was impaired.", "Synaptic plasticity", "biomed", 0.72797585),
    ("RNA was extracted from frozen tissue.", "RNA", "biomed", 0.60944202),
    ("The principle of subsidiarity must be respected.", "subsidiarity", "europarl", 0.48964346),
    ("I thank the members of this House.", "members", "europarl", 0.18159623),
    ("The vote needs a qualified majority today.", "qualified majority", "europarl", 0.28845744),
    ("A zxqvy was seen.", "zxqvy", "", 0.43933646),
]


#: Corpora rated by learners.
LEARNERS = {"word-complexity-lexicon", "cefr"}


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


@pytest.mark.parametrize("pinned", PINNED, ids=lambda pinned: pinned[1])
def test_predictions_are_unchanged_since_the_release(model, no_data, pinned):
    sentence, target, genre, complexity = pinned
    predicted = model.predict_one(sentence, target, genre=genre)
    assert predicted == pytest.approx(complexity, abs=1e-6)


def test_the_model_needs_no_resources(model):
    assert model.feature_set_.name == "core-readers"
    assert model.feature_set_.resources() == []


def test_the_model_was_trained_on_train_and_trial_but_not_on_test(model, data):
    assert model.seen(lcp.load_corpus("complex")).all()
    assert not model.seen(lcp.load_corpus("complex:test")).any()


def test_the_card_contains_the_scores():
    model = lcp.load_model()
    card = (recipe_folder("models") / "core/CARD.md").read_text("utf-8")
    assert set(model.scores_["subset"]) == {"single", "mwe", "all", *LEARNERS}
    for value in model.scores_["value"]:
        assert f"{value:.4f}" in card
    for coverage in model.interval_coverage_["coverage"]:
        assert f"| {coverage:.3f} |" in card
    for group in model.breakdown_["group"]:
        assert f"| {group} |" in card
    for licence in ("CC BY 4.0", "CC BY-SA 4.0", "Do not use it"):
        assert licence in card


def test_learners_find_words_harder_that_general_readers_know(model):
    sentence, target = "The committee was reluctant to answer.", "reluctant"
    assert model.predict_one(sentence, target, readers="learner") > 0.5
    assert model.predict_one(sentence, target) < 0.35


def test_accuracy_on_other_corpora_exceeds_that_of_word_frequency(model, data):
    for corpus, by, least in (("cwi2018", "genre", 0.65), ("kvl", "l1", 0.45)):
        table = lcp.load_corpus(corpus, download=False)
        lower = table[table["token"].str.fullmatch("[a-z]+")]
        for _, part in lower.groupby(by):
            assert np.corrcoef(model.predict(part), part["complexity"])[0, 1] > least


def test_intervals_contain_90_percent_of_every_kind_in_every_genre():
    measured = lcp.load_model().interval_coverage_
    wider = measured[measured["subset"] == "single"].set_index("genre")["width"]
    assert wider["unseen"] > wider["all"]
    assert set(measured["genre"]) == {"all", "bible", "biomed", "europarl", "unseen", *LEARNERS}
    assert set(measured["subset"]) == {"single", "mwe", "all", *LEARNERS}
    assert (measured["nominal"] == 0.9).all()
    assert measured["coverage"].between(0.88, 0.92).all()


def test_the_default_model_predicts_words_and_expressions():
    table = lcp.load_corpus("sample")
    assert set(subsets(table)) == {"single", "mwe", "all"}
    predicted = lcp.load_model().predict(table)
    assert ((predicted >= 0) & (predicted <= 1)).all()
    # The sample's ratings are predictions of a model with more features.
    assert np.corrcoef(predicted, table["complexity"])[0, 1] > 0.9
