"""Values of features in words."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.explanation.themes import phrases, theme_of, themes
from lcp.explanation.wording import describe
from lcp.extractors import families
from lcp.features.featureset import FeatureSet


def row(column, value=0.0, **changes):
    family, _, feature = column.partition("__")
    defaults = {
        "family": family,
        "feature": feature,
        "aggregation": "",
        "level": "word",
        "description": "rain of the day",
        "unit": "count",
        "value": value,
        "subject": "",
        "below": np.nan,
        "above": np.nan,
        "contribution": 0.1,
    }
    return pd.Series(defaults | changes)


@pytest.mark.parametrize(
    ("value", "shares", "text"),
    [
        (2.4, (7, 92), "rare: Zipf 2.4, rarer than 92% of the words in CompLex"),
        (5.2, (89, 10), "common: Zipf 5.2, more common than 89% of the words in CompLex"),
        (4.1, (40, 59), "common: Zipf 4.1, though rarer than 59% of the words in CompLex"),
        (
            3.5,
            (30, 69),
            "neither rare nor common: Zipf 3.5, rarer than 69% of the words in CompLex",
        ),
        (1.0, (0, 100), "rare: Zipf 1.0, rarer than all of the words in CompLex"),
        (3.5, (49, 49), "neither rare nor common: Zipf 3.5"),
        (2.4, (np.nan, np.nan), "rare: Zipf 2.4"),
    ],
)
def test_a_feature_with_a_phrase_is_described_by_it(value, shares, text):
    below, above = shares
    assert describe(row("frequency__zipf", value, below=below, above=above), "CompLex") == text


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("“cell”", "“cell” is common: Zipf 4.7"),
        ("on average", "common on average: Zipf 4.7"),
    ],
)
def test_the_word_of_an_expression_is_named(subject, text):
    assert describe(row("frequency__zipf", 4.7, subject=subject), "CompLex") == text


def test_a_predicted_norm_is_marked_as_predicted():
    description = "rated age of acquisition, predicted (held-out r 0.74)"
    text = describe(row("lexicon__aoa", 9.2, description=description), "CompLex")
    assert text == "learned at school age: around age 9.2 (predicted)"


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
            "rain of the day: 3, higher than 72% of the sentences in CompLex",
        ),
    ],
)
def test_a_feature_without_a_phrase_is_described_by_its_description_and_unit(changes, text):
    assert describe(row("weather__rain", **changes), "CompLex") == text


def all_columns():
    table = FeatureSet({name: {} for name in families()}).feature_table()
    return table["family"] + "__" + table["feature"]


def test_every_phrase_belongs_to_a_feature_of_its_theme_and_describes_any_value():
    columns = set(all_columns())
    for theme in themes():
        for phrase in theme.phrases:
            assert phrase.column in columns
            assert theme_of(phrase.column) is theme
            low, high = phrase.limits
            for value in (low - 1, low, (low + high) / 2, high, high + 1):
                assert phrase.predicate(value)[0]
                assert isinstance(phrase.format(max(value, 0)), str)
            assert phrase.predicate(low) == (phrase.predicates[0], -1)
            assert phrase.predicate(high) == (phrase.predicates[2], 1)
    assert len(phrases()) == sum(len(theme.phrases) for theme in themes())


def test_every_theme_matches_a_feature():
    titles = {theme.title for theme in all_columns().map(theme_of) if theme is not None}
    assert titles == {theme.title for theme in themes()}


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        ("association__log_count", 0.0, "not in the lexicon's list of word pairs"),
        ("association__log_count", np.log10(2), "once in"),
        ("association__log_count", np.log10(1235), "1,234 times in"),
        ("wordlists__cefr", 3.0, "CEFR B1"),
        ("lexicon__capitalised", 0.75, "75% of the time"),
        ("length__capitals", 3.0, "has capital letters: 3"),
        ("morphology__family_zipf", 2.9, "belongs to a rare word family: Zipf 2.9"),
        ("morphology__family_size", 0.0, "has no related words"),
        ("morphology__family_size", 1.0, "has related words: 1 other word"),
        ("morphology__part_share", 0.75, "consists mostly of a common word: 75% of the letters"),
        ("length__greek_latin", 1.0, "has a Greek or Latin part"),
        ("context__expression_words", 3.0, "expression: 3 words"),
    ],
)
def test_values_are_formatted_with_their_unit(column, value, text):
    assert text in describe(row(column, value), "CompLex")
