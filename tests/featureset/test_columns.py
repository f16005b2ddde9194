"""A feature set turns instances into named columns, a row each."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from lcp.errors import InputError
from lcp.featureset import FeatureSet
from tests.featureset.conftest import LENGTH, instance, spy_family


def test_columns_are_family_and_feature_and_way_where_there_are_expressions(table, singles):
    features = FeatureSet(LENGTH | {"context": {"corpora": []}}, combine=["min", "last"])
    columns = list(features.fit_transform(table))
    assert columns[0] == "length__characters@min"
    assert "length__characters@last" in columns
    assert "context__position" in columns
    assert {c for c in columns if "@" not in c} == {c for c in columns if c[:7] == "context"}
    alone = list(features.fit_transform(singles))
    assert alone[0] == "length__characters"
    assert not [column for column in alone if "@" in column]


def test_the_order_is_that_of_the_families_and_then_of_the_ways(table):
    spy_family("zeta")
    spy_family("alpha", "sentence")
    features = FeatureSet({"zeta": {}, "alpha": {}}, combine=["max", "first"]).fit(table)
    expected = [
        *("zeta__number@max", "zeta__other@max", "zeta__number@first", "zeta__other@first"),
        *("alpha__number", "alpha__other"),
    ]
    assert list(features.transform(table).columns) == expected
    assert list(features.get_feature_names_out()) == expected


@pytest.mark.parametrize("kind", ["table", "singles"])
def test_names_columns_and_types_of_core(kind, request):
    table = request.getfixturevalue(kind)
    features = FeatureSet.load("core").fit(table)
    matrix = features.transform(table)
    assert list(matrix.columns) == list(features.get_feature_names_out())
    assert matrix.columns.is_unique
    assert matrix.index.equals(table.index)
    assert {str(dtype) for dtype in matrix.dtypes} == {"float64"}


def test_rows_follow_their_instances_whatever_the_index(table):
    features = FeatureSet.load("core").fit(table)
    matrix = features.transform(table)
    turned = features.transform(table.iloc[::-1])
    pd.testing.assert_frame_equal(turned, matrix.iloc[::-1])
    one_name = features.transform(table.set_axis([7] * len(table)))
    assert set(one_name.index) == {7}
    np.testing.assert_array_equal(one_name.to_numpy(), matrix.to_numpy())
    each = [features.transform(table.iloc[[row]]) for row in range(5)]
    pd.testing.assert_frame_equal(pd.concat(each), matrix.head(5))


def test_each_distinct_word_and_sentence_is_extracted_once_but_every_instance(table):
    of_words = spy_family("of_words")
    of_sentences = spy_family("of_sentences", "sentence")
    of_instances = spy_family("of_instances", "context")
    twice = pd.concat([table, table])
    features = FeatureSet({"of_words": {}, "of_sentences": {}, "of_instances": {}})
    matrix = features.fit_transform(twice)
    assert of_words.extracted["word"].is_unique
    assert list(of_words.extracted.columns) == ["word", "lemma"]
    assert of_sentences.extracted["sentence"].tolist() == list(dict.fromkeys(table["sentence"]))
    assert len(of_instances.extracted) == len(twice)
    halves = matrix.drop(columns=["of_instances__number", "of_instances__other"])
    np.testing.assert_array_equal(halves.iloc[: len(table)], halves.iloc[len(table) :])


def test_progress_is_told_each_family_in_order(table):
    told = []
    features = FeatureSet({"context": {}, "length": {"cmudict": False}}).fit(table)
    features.transform(table, progress=told.append)
    assert told == ["context", "length"]


def test_no_instances_give_no_rows(table):
    features = FeatureSet.load("core").fit(table)
    columns = list(features.get_feature_names_out())
    for empty in (table.head(0), pd.DataFrame({"sentence": [], "token": []})):
        matrix = features.transform(empty)
        assert matrix.shape == (0, len(columns))
        assert list(matrix.columns) == columns


def test_a_set_without_families_gives_no_columns(table):
    assert FeatureSet({}).fit_transform(table).shape == (len(table), 0)


def test_an_unfitted_set_says_so(table):
    for use in (FeatureSet(LENGTH).transform, FeatureSet(LENGTH).get_feature_names_out):
        with pytest.raises(NotFittedError):
            use(table)


# Combining and leaving out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('combine = ["mean"]', {"length__characters@mean": 6.5}),
        (
            'combine = ["first", "last"]',
            {"length__characters@first": 3, "length__characters@last": 10},
        ),
        ("", {"length__characters@mean": 6.5}),
    ],
)
def test_average_and_concatenate_of_the_papers_are_one_line(toml, line, expected):
    features = FeatureSet.load(toml(f"{line}\n[families.length]\ncmudict = false\n"))
    matrix = features.fit_transform(instance("The DNA expression was low.", "DNA expression"))
    characters = {c: v for c, v in matrix.iloc[0].items() if "__characters" in c}
    assert characters == expected
    assert features.name == "own"


def test_an_expression_of_three_words_and_one_of_equal_words_are_combined(table):
    features = FeatureSet(LENGTH, combine=["first", "last", "min", "max", "mean"]).fit(table)
    columns = [f"length__characters@{way}" for way in features.combine]
    three = features.transform(instance("Out to a wild blue yonder.", "a wild blue"))
    assert three[columns].iloc[0].tolist() == [1, 4, 1, 4, 3]
    equal = features.transform(instance("They said bye bye then.", "bye bye"))
    assert equal[columns].iloc[0].tolist() == [3] * 5
    one = features.transform(instance("A wild one.", "wild"))
    assert one[columns].iloc[0].tolist() == [4] * 5


def test_a_set_fitted_on_single_words_refuses_expressions(singles):
    features = FeatureSet(LENGTH).fit(singles)
    with pytest.raises(InputError, match="'wild one' is an expression of several words"):
        features.transform(instance("A wild one.", "wild one"))


def test_dropped_features_are_gone_and_nothing_else(toml, table):
    text = "[families.length]\ncmudict = false\n"
    every = FeatureSet.load(toml(text)).fit(table).get_feature_names_out()
    fewer = FeatureSet.load(toml('drop = ["length__digits", "length__hyphens"]\n' + text))
    left = fewer.fit(table).get_feature_names_out()
    gone = {"length__digits@mean", "length__hyphens@mean"}
    assert list(left) == [name for name in every if name not in gone]
    assert len(left) == len(every) - 2
    assert list(fewer.transform(table).columns) == list(left)
