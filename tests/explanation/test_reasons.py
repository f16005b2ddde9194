"""Reasons in plain words."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.explanation.reasons import clear_reasons, gather, phrases, theme_of, themes
from lcp.features.family import families
from lcp.features.featureset import FeatureSet
from tests.cases import cases

SENTENCE = "Some regarded the endeavour with scepticism, and a dog crossed the deep river."


def row(column, value=0.0, **changes):
    family, _, feature = column.partition("__")
    defaults = {
        "family": family,
        "feature": feature,
        "aggregation": "",
        "description": "rain of the day",
        "unit": "mm",
        "predicted": False,
        "value": value,
        "subject": "",
        "below": np.nan,
        "above": np.nan,
        "contribution": 0.1,
    }
    return pd.DataFrame([defaults | changes], [column])


def described(column, value=0.0, by="theme", **changes):
    (reason,) = gather(row(column, value, **changes), by)
    return reason.text, reason.agrees


@cases("explanation/cases/effects", "value", "shares", "contribution", "text", "agrees")
def test_a_text_agrees_with_the_effect_or_is_marked(value, shares, contribution, text, agrees):
    below, above = shares
    assert described(
        "frequency__zipf", value, below=below, above=above, contribution=contribution
    ) == (text, agrees)


def test_a_phrase_names_the_word_of_an_expression_and_the_value():
    assert described("frequency__zipf", 2.0, subject="“cell”")[0] == "rare: “cell”"
    assert described("frequency__zipf", 2.0, subject="on average")[0] == "rare"
    assert described("lexicon__aoa", 12.9)[0] == "learned late (about age 13)"


@cases("explanation/cases/descriptions", "changes", "text")
def test_a_feature_without_a_phrase_is_described_by_its_description_and_unit(changes, text):
    assert described("weather__rain", **changes) == (text, False)


def test_features_and_columns_are_described_by_their_values():
    for by in ("feature", "column"):
        assert described("frequency__zipf", 2.0, by) == ("rain of the day: 2 (mm)", False)
    assert described("frequency__zipf", 2.0, "family") == ("rare", True)


def test_the_strongest_feature_that_agrees_describes_its_theme():
    features = pd.concat(
        [
            row("frequency__zipf", 5.0, contribution=0.05),
            row("norms__aoa_rated", 13.0, contribution=0.01),
            row("lexicon__aoa", 12.0, contribution=0.02),
        ]
    )
    assert [(reason.title, reason.text) for reason in gather(features)] == [
        ("Frequency", "common"),
        ("Age of learning", "learned late (about age 12)"),
    ]
    assert [reason.text for reason in clear_reasons(features)] == ["learned late (about age 12)"]


def test_a_predicted_value_is_stated_as_probable():
    rated = described("norms__concreteness", 4.8, contribution=-0.1)
    assert rated == ("concrete", True)
    guessed = described("lexicon__concreteness", 4.8, contribution=-0.1, predicted=True)
    assert guessed == ("probably concrete", True)


def all_columns():
    table = FeatureSet({name: {} for name in families()}).feature_table()
    return table["family"] + "__" + table["feature"]


def test_every_phrase_belongs_to_a_feature_of_its_theme_and_describes_any_value():
    columns = set(all_columns())
    for theme in themes():
        for column, phrase in theme.phrases.items():
            assert column in columns
            assert theme_of(column) is theme
            assert phrase.harder in {"low", "high", ""}
            for unit, (low, high) in {"": phrase.limits, **phrase.scaled}.items():
                rows = ({"unit": unit, "value": v} for v in (low, (low + high) / 2, high))
                assert [phrase.lean(row) for row in rows] == [-1, 0, 1]
            for value in (low - 1, (low + high) / 2, high + 1):
                assert phrase.text(row(column, value).iloc[0])
    assert len(phrases()) == sum(len(theme.phrases) for theme in themes())


def test_every_theme_matches_a_feature():
    titles = {theme.title for theme in all_columns().map(theme_of) if theme is not None}
    assert titles == {theme.title for theme in themes()}
    assert not titles & set(families())


@pytest.mark.parametrize("target", ["scepticism", "dog", "endeavour", "regarded", "deep river"])
def test_clear_reasons_of_the_bundled_model_have_no_jargon_and_no_contradiction(model, target):
    easy = ("common", "early", "easy", "often", "easier", "short")
    hard = ("rare", "late", "difficult", "rarely", "harder", "long")
    reasons = lcp.explain([{"sentence": SENTENCE, "token": target}], model=model)[0].clear_reasons()
    assert reasons
    for reason in reasons:
        words = reason.text.removeprefix("probably ").split()
        assert not {"Zipf", "predicted", "vector", "neither", "moderately"} & set(words)
        opposite = easy if reason.contribution > 0 else hard
        assert words[0] not in opposite
        assert not (words[0] == "learned" and words[1] in opposite)


def test_families_without_effect_are_not_listed_among_everything_else():
    effects = {"rain__a": 0.3, "snow__a": 0.2, "wind__a": 0.1, "fog__a": 0.0}
    features = pd.concat([row(name, contribution=effect) for name, effect in effects.items()])
    rest = gather(features, "family", limit=2)[-1]
    assert rest.text == "snow, wind"
    assert rest.columns == ("snow__a", "wind__a", "fog__a")
