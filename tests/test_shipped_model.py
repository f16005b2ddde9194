"""The model that ships: it is there, it is what its card says, and it predicts what it did."""

from __future__ import annotations

import numpy as np
import pytest

import lcp
from lcp.evaluation.crossvalidation import subsets
from lcp.recipes import recipe_folder

# Another version of a package may move a prediction, and loading says so.
pytestmark = pytest.mark.filterwarnings("ignore:Predictions may differ")

PINNED = [
    ("They crossed the deep river at dawn.", "river", "", 0.16580062),
    ("They crossed the deep river at dawn.", "deep river", "", 0.23030833),
    ("And the elders of the tribe sat in the gate.", "elders", "bible", 0.23519968),
    ("He bound the phylactery upon his arm.", "phylactery", "bible", 0.57186656),
    ("They brought a burnt offering and oil.", "burnt offering", "bible", 0.33042732),
    ("Haploinsufficiency of it was mild.", "Haploinsufficiency", "biomed", 0.58558181),
    ("The mice were fed twice a day.", "mice", "biomed", 0.23109981),
    ("Synaptic plasticity was impaired.", "Synaptic plasticity", "biomed", 0.73185816),
    ("RNA was extracted from frozen tissue.", "RNA", "biomed", 0.60915204),
    ("The principle of subsidiarity must be respected.", "subsidiarity", "europarl", 0.49066725),
    ("I thank the members of this House.", "members", "europarl", 0.18169426),
    ("The vote needs a qualified majority today.", "qualified majority", "europarl", 0.28234871),
    ("A zxqvy was seen.", "zxqvy", "", 0.49267873),
]


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


@pytest.mark.parametrize("pinned", PINNED, ids=lambda pinned: pinned[1])
def test_its_predictions_are_those_it_was_released_with(model, no_data, pinned):
    sentence, target, corpus, complexity = pinned
    found = model.predict_one(sentence, target, corpus=corpus)
    assert found == pytest.approx(complexity, abs=1e-6)


def test_it_needs_nothing_but_the_installed_packages(model):
    assert model.feature_set_.name == "core"
    assert model.feature_set_.resources() == []


def test_it_was_trained_on_train_and_trial_and_not_on_test(model, data):
    assert model.seen(lcp.load_corpus("complex")).all()
    assert not model.seen(lcp.load_corpus("complex", parts=("test",))).any()


def test_its_scores_are_in_its_card():
    model = lcp.load_model()
    card = (recipe_folder("models") / "core/CARD.md").read_text("utf-8")
    assert set(model.scores_["subset"]) == {"single", "mwe", "all"}
    for value in model.scores_["value"]:
        assert f"{value:.4f}" in card
    for coverage in model.interval_coverage_["coverage"]:
        assert f"| {coverage:.3f} |" in card
    for group in model.breakdown_["group"]:
        assert f"| {group} |" in card
    for licence in ("CC BY 4.0", "CC BY-SA 4.0", "Do not use it"):
        assert licence in card


def test_its_intervals_hold_90_percent_of_every_kind_in_every_corpus():
    measured = lcp.load_model().interval_coverage_
    assert set(measured["corpus"]) == {"all", "bible", "biomed", "europarl"}
    assert set(measured["subset"]) == {"single", "mwe", "all"}
    assert (measured["nominal"] == 0.9).all()
    assert measured["coverage"].between(0.88, 0.92).all()


def test_words_and_expressions_are_predicted_by_default_without_naming_a_model():
    table = lcp.load_corpus("sample")
    assert set(subsets(table)) == {"single", "mwe", "all"}
    predicted = lcp.load_model().predict(table)
    assert ((predicted >= 0) & (predicted <= 1)).all()
    # The sample's ratings are those of a model with more features: this one mostly agrees.
    assert np.corrcoef(predicted, table["complexity"])[0, 1] > 0.9
