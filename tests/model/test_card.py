"""A model's card describes its purpose, training data, scores and licences."""

import json
import re
from pathlib import Path

import pytest

import lcp
from lcp.model.card import model_card
from lcp.recipes import recipe_folder

CITATION = Path(__file__).parents[2] / "CITATION.cff"
SCORE = {"subset": "mwe", "n": 1234, "metric": "pearson", "value": 0.81239, "low": 0.7, "high": 0.9}
NORM = {"title": "Rated age", "citation": "Kuperman (2012)", "licence": "none stated"}


def description(**changes):
    return {
        "trained_on": {"corpora": ["complex"], "instances": 9179},
        "feature_set": {
            "name": "full",
            "families": {"length": {}, "mrc": {"x": 1}},
            "aggregations": ["first", "last"],
            "columns": ["a"] * 25,
            "multiword": True,
        },
        "estimator": {"name": "lightgbm"},
        "scores": None,
        "scores_from": None,
        "versions": {"lcp": "0.1.0", "lightgbm": "4.6.0"},
        "resources": {},
        "random_state": 17,
    } | changes


def test_the_card_describes_the_model():
    card = model_card(description())
    assert "# Lexical complexity of words and expressions: full, lightgbm\n" in card
    assert "Training data: complex (9,179 instances)" in card
    assert "25 columns of the families length, mrc; words of an expression are aggregated" in card
    assert "aggregated by first, last." in card
    assert "lcp 0.1.0, lightgbm 4.6.0, seed 17." in card


def test_scores_are_a_table_with_intervals():
    card = model_card(description(scores=[SCORE], scores_from="5-fold cross-validation"))
    assert "5-fold cross-validation; 95% bootstrap intervals over tokens." in card
    head = "| subset | n | metric | value | interval |\n|---|---|---|---|---|\n"
    assert head + "| mwe | 1,234 | pearson | 0.8124 | 0.7000 to 0.9000 |\n" in card
    assert "Not measured" not in card


def test_a_card_without_scores_reports_that_they_were_not_measured():
    card = model_card(description())
    assert "Not measured." in card
    assert "| metric |" not in card


def test_measured_coverage_of_intervals_is_a_table():
    row = {"subset": "mwe", "genre": "bible", "n": 1234, "nominal": 0.9}
    rows = [row | {"coverage": 0.89761, "width": 0.3141}]
    card = model_card(description(interval={}, interval_coverage=rows))
    assert "| mwe | bible | 1,234 | 0.90 | 0.898 | 0.314 |\n" in card
    assert "None: intervals are learned in cross-validation, which was not run." in model_card(
        description()
    )


def test_resources_are_listed_with_citation_and_licence():
    resource = {"title": "MRC", "citation": "Coltheart (1981)", "licence": "CC BY-NC-SA 3.0"}
    card = model_card(description(resources={"mrc": resource}))
    assert "- MRC. Coltheart (1981). Licence: CC BY-NC-SA 3.0.\n" in card
    assert "Coltheart" not in model_card(description())


def test_the_card_cites_the_corpus_and_the_sources_of_the_lexicon():
    card = model_card(description())
    assert "Shardlow" in card
    assert "CC BY 4.0" in card
    assert "Wikipedia" not in card
    lexicon = {"file": "lexicon.npz", "bundled": True, "norms": [NORM]}
    card = model_card(description(lexicon=lexicon))
    assert "Wikipedia, CC BY-SA 4.0" in card
    assert "Rated age. Kuperman (2012). Licence: none stated." in card


def test_only_models_of_the_sample_corpus_have_a_warning():
    card = model_card(description(trained_on={"corpora": ["sample"], "instances": 3}))
    assert "**Trained on the bundled sample corpus.**" in card
    assert "sample" not in model_card(description())


def test_the_card_of_the_bundled_model_is_that_of_its_description():
    folder = recipe_folder("models") / "bundled"
    described = json.loads((folder / "model.json").read_text("utf-8"))
    assert (folder / "CARD.md").read_text("utf-8") == model_card(described)


@pytest.mark.skipif(not CITATION.is_file(), reason="no CITATION.cff beside the tests")
def test_the_card_cites_the_software_as_citation_cff_does():
    text = CITATION.read_text("utf-8")
    card = model_card(description())
    title = re.search(r'^title: "(.+)"$', text, re.MULTILINE)[1]
    author = re.search(r"^  - name: (.+)$", text, re.MULTILINE)[1]
    assert f"title = {{{{{title}}}}}" in card
    assert f"author = {{{{{author}}}}}" in card
    assert f"version: {lcp.__version__}\n" in text
    assert f"version = {{{lcp.__version__}}}" in card
