"""A value in words."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.explanation.themes import PHRASES, THEMES, theme_of
from lcp.explanation.wording import describe
from lcp.extractors import families
from lcp.featureset import FeatureSet


def row(column, value=0.0, **changes):
    family, _, feature = column.partition("__")
    known = {
        "family": family,
        "feature": feature,
        "way": "",
        "level": "word",
        "description": "rain of the day",
        "unit": "count",
        "value": value,
        "subject": "",
        "below": np.nan,
        "above": np.nan,
        "contribution": 0.1,
    }
    return pd.Series(known | changes)


@pytest.mark.parametrize(
    ("value", "shares", "text"),
    [
        (2.4, (7, 92), "rare: Zipf 2.4, rarer than 92 % of the corpus' words"),
        (5.2, (89, 10), "common: Zipf 5.2, commoner than 89 % of the corpus' words"),
        (4.1, (40, 59), "common: Zipf 4.1, though rarer than 59 % of the corpus' words"),
        (3.5, (30, 69), "neither rare nor common: Zipf 3.5, rarer than 69 % of the corpus' words"),
        (1.0, (0, 100), "rare: Zipf 1.0, rarer than all of the corpus' words"),
        (3.5, (49, 49), "neither rare nor common: Zipf 3.5"),
        (2.4, (np.nan, np.nan), "rare: Zipf 2.4"),
    ],
)
def test_a_feature_that_people_ask_about_has_words_of_its_own(value, shares, text):
    below, above = shares
    assert describe(row("frequency__zipf", value, below=below, above=above)) == text


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("“cell”", "“cell” is common: Zipf 4.7"),
        ("on average", "on average common: Zipf 4.7"),
    ],
)
def test_of_an_expression_the_word_is_named(subject, text):
    assert describe(row("frequency__zipf", 4.7, subject=subject)) == text


def test_a_predicted_norm_is_called_predicted():
    told = {"description": "rated age of acquisition, predicted (held-out r 0.74)"}
    text = describe(row("lexicon__aoa", 9.2, **told))
    assert text == "learned at school age: at about age 9.2 (predicted)"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"value": 12.0}, "rain of the day: 12"),
        ({"value": 12.5, "unit": "mm"}, "rain of the day: 12.50 mm"),
        ({"value": 12.0, "unit": "rain"}, "rain of the day: 12"),
        ({"value": 1234.5, "unit": "mm"}, "rain of the day: 1,234 mm"),
        ({"value": 0.25, "unit": "0-1"}, "rain of the day: 0.25 (0-1)"),
        ({"value": 1.0, "unit": "0/1", "description": "whether it rained"}, "it rained: yes"),
        ({"value": 0.0, "unit": "0 or 1"}, "rain of the day: no"),
        ({"value": np.nan}, "rain of the day: unknown"),
        ({"value": 3.0, "subject": "“cell”"}, "“cell”, rain of the day: 3"),
        (
            {"value": 3.0, "below": 72.0, "above": 20.0, "level": "sentence"},
            "rain of the day: 3, higher than 72 % of the corpus' sentences",
        ),
    ],
)
def test_any_other_feature_is_told_by_its_description_and_unit(changes, text):
    assert describe(row("weather__rain", **changes)) == text


def test_every_phrase_is_of_a_feature_of_its_theme_and_gives_words_for_any_value():
    known = FeatureSet({name: {} for name in families()}).describe()
    columns = set(known["family"] + "__" + known["feature"])
    for theme in THEMES:
        for phrase in theme.phrases:
            assert phrase.column in columns
            assert theme_of(phrase.column) is theme
            low, high = phrase.limits
            for value in (low - 1, low, (low + high) / 2, high, high + 1):
                assert phrase.value(max(value, 0)) is not None
            assert phrase.describe(low) == (phrase.low, -1)
            assert phrase.describe(high) == (phrase.high, 1)
    assert len(PHRASES) == sum(len(theme.phrases) for theme in THEMES)


def test_every_pattern_of_a_theme_matches_a_feature():
    known = FeatureSet({name: {} for name in families()}).describe()
    columns = known["family"] + "__" + known["feature"]
    found = {theme.title for theme in columns.map(theme_of) if theme is not None}
    assert found == {theme.title for theme in THEMES}


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        ("association__log_count", 0.0, "too rarely to be counted"),
        ("association__log_count", np.log10(2), "1 time in"),
        ("association__log_count", np.log10(1235), "1,234 times in"),
        ("wordlists__cefr", 3.0, "CEFR B1"),
        ("lexicon__capitalised", 0.75, "75 % of the time"),
        ("length__capitals", 3.0, "has capital letters: 3"),
        ("morphology__family_zipf", 2.9, "of a rare word family: Zipf 2.9"),
        ("morphology__family_size", 0.0, "alone in its word family"),
        ("morphology__family_size", 1.0, "has relatives: 1 other word"),
        ("morphology__part_share", 0.75, "for most of its letters: 75 %"),
        ("length__greek_latin", 1.0, "has a Greek or Latin part"),
        ("context__expression_words", 3.0, "expression: 3 words"),
    ],
)
def test_values_are_said_as_people_say_them(column, value, text):
    assert text in describe(row(column, value))
