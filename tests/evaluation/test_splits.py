"""Folds that keep groups together, and their seeds."""

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ks_2samp
from sklearn.dummy import DummyRegressor
from sklearn.model_selection import cross_val_predict, cross_val_score

from lcp.corpora.corpus import load_corpus
from lcp.evaluation.splits import GroupedStratifiedKFold
from lcp.targets import Targets
from lcp.targets.groups import groups
from tests.cases import cases
from tests.errors import refused
from tests.targets.tables import GROUPINGS, TABLES


@given(TABLES, st.sampled_from(GROUPINGS), st.integers(2, 6), st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_every_row_is_tested_once_and_no_group_is_in_two_folds(table, group_by, n_splits, seed):
    names = groups(Targets.table(table), group_by)
    folds = GroupedStratifiedKFold(n_splits, group_by=group_by, random_state=seed)
    if len(set(names)) < n_splits:
        with refused("cannot fill"):
            next(folds.split(table))
        return
    pairs = list(folds.split(table))
    assert len(pairs) == folds.get_n_splits() == n_splits
    everything = list(range(len(table)))
    assert sorted(itertools.chain(*(test for _, test in pairs))) == everything
    for train, test in pairs:
        assert len(test) > 0
        assert sorted([*train, *test]) == everything
        assert not set(names[train]) & set(names[test])


def test_folds_have_similar_genres_and_complexity():
    random = np.random.default_rng(0)
    table = pd.DataFrame(
        {
            "genre": random.choice(["bible", "biomed"], 2000, p=[0.8, 0.2]),
            "token": random.integers(0, 900, 2000).astype(str),
            "complexity": random.beta(2, 5, 2000),
        }
    )
    for _, test in GroupedStratifiedKFold(5).split(table):
        fold = table.iloc[test]
        assert len(fold) == pytest.approx(400, abs=4)
        assert (fold["genre"] == "bible").mean() == pytest.approx(
            (table["genre"] == "bible").mean(), abs=0.01
        )
        for quantile in (0.1, 0.5, 0.9):
            assert fold["complexity"].quantile(quantile) == pytest.approx(
                table["complexity"].quantile(quantile), abs=0.02
            )


def test_the_seed_determines_the_folds():
    table = load_corpus("sample")

    def folds(seed):
        return [
            test.tolist() for _, test in GroupedStratifiedKFold(3, random_state=seed).split(table)
        ]

    assert folds(1) == folds(1)
    assert folds(1) != folds(2)


@pytest.mark.parametrize("group_by", GROUPINGS)
def test_scikit_learn_accepts_it_as_a_splitter(group_by):
    table = load_corpus("sample")
    y = np.linspace(0, 1, len(table))
    folds = GroupedStratifiedKFold(4, group_by=group_by)
    model = DummyRegressor()
    assert len(cross_val_score(model, table, y, cv=folds)) == 4
    predicted = cross_val_predict(model, table, y, cv=folds)
    for train, test in folds.split(table, y):
        assert predicted[test] == pytest.approx(y[train].mean())


@cases("evaluation/cases/invalid_folds", "options", "table", "message")
def test_invalid_options_and_tables_raise_an_error(options, table, message):
    with refused(message, hint=""):
        list(GroupedStratifiedKFold(**options).split(table))


@pytest.mark.parametrize("group_by", GROUPINGS)
def test_folds_of_complex_keep_groups_together_and_genres_similar(data, group_by):
    table = load_corpus("complex:train", task=1, download=False)
    names = groups(Targets.table(table), group_by)
    fold = np.full(len(table), -1)
    for number, (_, test) in enumerate(GroupedStratifiedKFold(group_by=group_by).split(table)):
        fold[test] = number
    assert pd.Series(fold).groupby(names).nunique().max() == 1
    # Groups of connected words and sentences are large: the largest has 1,601 instances.
    instances, genres = (200, 0.1) if group_by == "token+sentence" else (25, 0.02)
    assert np.bincount(fold) == pytest.approx(len(table) / 5, abs=instances)
    share = pd.crosstab(fold, table["genre"], normalize="columns")
    assert share.to_numpy() == pytest.approx(0.2, abs=genres)
    for one, other in itertools.combinations(range(5), 2):
        complexity = [table.loc[fold == number, "complexity"] for number in (one, other)]
        assert ks_2samp(*complexity).pvalue > 0.05
