"""A feature set turns instances into rows with named columns."""

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from lcp.features.featureset import FeatureSet
from lcp.features.provenance import provenance_of
from tests.features.conftest import LENGTH, spy_family


def test_column_names_contain_the_aggregation_if_there_are_expressions(table, singles):
    features = FeatureSet(LENGTH | {"context": {"genres": []}}, aggregations=["min", "last"])
    columns = list(features.fit_transform(table))
    assert columns[0] == "length__characters@min"
    assert "length__characters@last" in columns
    assert "context__position" in columns
    assert {c for c in columns if "@" not in c} == {c for c in columns if c[:7] == "context"}
    alone = list(features.fit_transform(singles))
    assert alone[0] == "length__characters"
    assert not [column for column in alone if "@" in column]


def test_an_expression_does_not_rename_columns_of_one_aggregation(table, singles):
    for aggregations in (["mean"], ["max"]):
        features = FeatureSet(LENGTH, aggregations=aggregations)
        assert list(features.fit_transform(table)) == list(features.fit_transform(singles))


PAIRS = {"association": {"wordnet": False, "concreteness": False}}


def test_features_without_values_in_training_are_left_out(table, singles):
    features = FeatureSet(LENGTH | PAIRS).fit(singles)
    assert set(features.transform(singles)) == {*features.get_feature_names_out()}
    assert not [name for name in features.transform(singles) if name.startswith("association")]
    assert "association__pmi" in FeatureSet(LENGTH | PAIRS).fit_transform(table)


@pytest.mark.parametrize("kind", ["table", "singles"])
def test_names_index_and_types_of_core(kind, request):
    table = request.getfixturevalue(kind)
    features = FeatureSet.load("core").fit(table)
    matrix = features.transform(table)
    assert list(matrix.columns) == list(features.get_feature_names_out())
    assert matrix.columns.is_unique
    assert matrix.index.equals(table.index)
    assert {str(dtype) for dtype in matrix.dtypes} == {"float64"}


def test_rows_follow_their_instances_with_any_index(table):
    features = FeatureSet.load("core").fit(table)
    matrix = features.transform(table)
    turned = features.transform(table.iloc[::-1])
    pd.testing.assert_frame_equal(turned, matrix.iloc[::-1])
    repeated = features.transform(table.set_axis([7] * len(table)))
    assert set(repeated.index) == {7}
    np.testing.assert_array_equal(repeated.to_numpy(), matrix.to_numpy())
    rows = [features.transform(table.iloc[[row]]) for row in range(5)]
    pd.testing.assert_frame_equal(pd.concat(rows), matrix.head(5))


def test_words_and_sentences_are_extracted_once_and_instances_always(table):
    of_words = spy_family("of_words")
    of_sentences = spy_family("of_sentences", "sentence")
    of_instances = spy_family("of_instances", "context")
    twice = pd.concat([table, table])
    features = FeatureSet({"of_words": {}, "of_sentences": {}, "of_instances": {}})
    matrix = features.fit_transform(twice)
    assert len(set(of_words.measured.form)) == len(of_words.measured)
    assert list(of_sentences.measured) == list(dict.fromkeys(table["sentence"]))
    assert len(of_instances.measured) == len(twice)
    halves = matrix.drop(columns=["of_instances__number", "of_instances__other"])
    np.testing.assert_array_equal(halves.iloc[: len(table)], halves.iloc[len(table) :])


def test_progress_reports_each_family_in_order(table):
    reported = []
    features = FeatureSet({"context": {}, "length": {}}).fit(table)
    features.transform(table, progress=reported.append)
    assert reported == ["context", "length"]


def test_no_instances_give_no_rows(table):
    features = FeatureSet.load("core").fit(table)
    columns = list(features.get_feature_names_out())
    for empty in (table.head(0), pd.DataFrame({"sentence": [], "token": []})):
        matrix = features.transform(empty)
        assert matrix.shape == (0, len(columns))
        assert list(matrix.columns) == columns


def test_an_unfitted_set_raises_an_error(table):
    for use in (FeatureSet(LENGTH).transform, FeatureSet(LENGTH).get_feature_names_out):
        with pytest.raises(NotFittedError):
            use(table)


# Aggregation and selection


def test_only_the_dropped_features_are_missing(toml, table):
    text = "[families.length]\n"
    every = FeatureSet.load(toml(text)).fit(table).get_feature_names_out()
    fewer = FeatureSet.load(toml('drop = ["length__digits", "*__hyphens"]\n' + text))
    left = fewer.fit(table).get_feature_names_out()
    gone = {"length__digits", "length__hyphens"}
    assert list(left) == [name for name in every if name not in gone]
    assert len(left) == len(every) - 2
    assert list(fewer.transform(table).columns) == list(left)


def test_only_the_kept_features_remain_in_the_order_of_the_family(table):
    length = {"keep": ["scrabble*", "characters"]}
    frequency = {"sources": ["wordfreq"], "keep": ["zipf"]}
    features = FeatureSet({"length": length, "frequency": frequency}, aggregations=["max"])
    names = ["characters", "scrabble", "scrabble_mean", "zipf"]
    assert features.feature_table()["feature"].tolist() == names
    columns = list(features.fit(table).get_feature_names_out())
    assert [column.split("__")[1] for column in columns] == names
    whole = FeatureSet({"length": {}, "frequency": {"sources": ["wordfreq"]}})
    expected = whole.set_params(aggregations=["max"]).fit_transform(table)[columns]
    pd.testing.assert_frame_equal(features.transform(table), expected)


def test_an_unlisted_hyphenated_word_has_the_features_of_its_parts_if_spellings_are_merged():
    rows = [{"token": token} for token in ("deep river", "barge-licking", "barge licking")]
    merged = FeatureSet(LENGTH | PAIRS, aggregations=["max"], merge_spellings=True)
    values = merged.fit_transform(rows).to_numpy()
    np.testing.assert_array_equal(values[1], values[2])
    assert set(provenance_of(merged, rows[1:2]).to_numpy()[0]) == {"parts"}
    for tokens in (rows, rows[1:2]):
        other = FeatureSet(LENGTH, aggregations=["max"]).fit(tokens)
        assert other.transform(rows[1:2])["length__hyphens"].tolist() == [1]
