"""A model's card says what it is, what it was trained on and how good it is."""

from __future__ import annotations

import jinja2
import pytest

from lcp.reports.card import model_card

SCORE = {"subset": "mwe", "n": 1234, "metric": "pearson", "value": 0.81239, "low": 0.7, "high": 0.9}


def description(**changes):
    return {
        "trained_on": {"corpus": "complex", "instances": 9179},
        "feature_set": {
            "name": "full",
            "families": {"length": {}, "mrc": {"x": 1}},
            "combine": ["first", "last"],
            "columns": 25,
            "multiword": True,
        },
        "estimator": {"name": "lightgbm"},
        "scores": None,
        "scores_from": None,
        "versions": {"lcp": "0.1.0", "lightgbm": "4.6.0"},
        "resources": {},
        "seed": 17,
    } | changes


def test_the_facts_of_the_model_are_told():
    card = model_card(description())
    assert card.startswith("# Lexical complexity of words and expressions: full, lightgbm\n")
    assert "corpus: complex (9,179 instances)" in card
    assert "25 columns of the families length, mrc; words of an expression are combined by" in card
    assert "combined by first, last." in card
    assert "lcp 0.1.0, lightgbm 4.6.0, seed 17." in card


def test_a_model_of_single_words_does_not_speak_of_combining():
    features = description()["feature_set"] | {"multiword": False}
    card = model_card(description(feature_set=features))
    assert "Lexical complexity of single words" in card
    assert "of the families length, mrc." in card
    assert "combined" not in card


def test_scores_are_a_table_with_intervals_and_how_they_were_measured():
    card = model_card(description(scores=[SCORE], scores_from="5-fold cross-validation"))
    assert "5-fold cross-validation; bootstrap 95 % intervals over tokens." in card
    head = "| on | n | metric | value | interval |\n|---|---|---|---|---|\n"
    assert head + "| mwe | 1,234 | pearson | 0.8124 | 0.7000 to 0.9000 |\n" in card
    assert "Not measured" not in card


def test_a_model_that_was_not_scored_says_so():
    card = model_card(description())
    assert "Not measured." in card
    assert "| metric |" not in card


def test_measured_coverage_of_intervals_is_a_table():
    row = {"subset": "mwe", "corpus": "bible", "n": 1234, "nominal": 0.9}
    rows = [row | {"coverage": 0.89761, "width": 0.3141}]
    card = model_card(description(interval={}, interval_coverage=rows))
    assert "| mwe | bible | 1,234 | 0.90 | 0.898 | 0.314 |\n" in card
    assert "None: they are learned in cross-validation." in model_card(description())


def test_resources_are_told_with_citation_and_licence():
    resource = {"title": "MRC", "citation": "Coltheart (1981)", "licence": "CC BY-NC-SA 3.0"}
    card = model_card(description(resources={"mrc": resource}))
    assert "- MRC. Coltheart (1981). Licence: CC BY-NC-SA 3.0.\n" in card
    assert "Coltheart" not in model_card(description())


def test_the_corpus_and_what_the_lexicon_learned_from_are_told():
    card = model_card(description())
    assert "Shardlow" in card
    assert "CC BY 4.0" in card
    assert "Wikipedia" not in card
    features = {**description()["feature_set"], "families": {"lexicon": {}}}
    card = model_card(description(feature_set=features))
    assert "Wikipedia, CC BY-SA 4.0" in card
    assert "Kuperman" in card


def test_only_a_model_of_the_sample_warns_that_its_scores_mean_nothing():
    warned = model_card(description(trained_on={"corpus": "sample", "instances": 3}))
    assert "**Trained on the bundled sample corpus.**" in warned
    assert "sample" not in model_card(description())


def test_a_fact_that_is_missing_is_an_error_and_not_a_gap():
    incomplete = description()
    del incomplete["seed"]
    with pytest.raises(jinja2.UndefinedError, match="seed"):
        model_card(incomplete)
