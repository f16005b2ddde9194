"""Splits: names of groups, folds, the split of CompLex, and seeds."""

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ks_2samp
from sklearn.dummy import DummyRegressor
from sklearn.model_selection import cross_val_predict, cross_val_score

from lcp.corpora.loading import load_corpus
from lcp.corpora.split import complex_split, write_split
from lcp.evaluation.splits import GroupedStratifiedKFold
from lcp.targets import Targets
from lcp.targets.groups import groups
from tests.cases import cases
from tests.errors import refused

GROUPINGS = ("token", "form", "lemma", "stem", "sentence", "token+sentence")
_ROWS = st.tuples(
    st.sampled_from(["bible", "biomed", "europarl"]),
    st.sampled_from(["lamb", "Lamb", "lambs", "ewe", "ram", "white lamb", "white lambs"])
    | st.text("abc", min_size=1, max_size=3),
    st.sampled_from(["S1", "S2", "S3", "S4", "S5", "S6"]),
    st.floats(0, 1) | st.sampled_from([0.0, 0.25, 0.5]),
)
TABLES = st.lists(_ROWS, min_size=1, max_size=60).map(
    lambda rows: pd.DataFrame(
        [(genre, token, f"{text}: {token}", *rest) for genre, token, text, *rest in rows],
        columns=["genre", "token", "sentence", "complexity"],
    )
)


def one_genre(tokens, complexity, genre="news"):
    return pd.DataFrame({"genre": genre, "token": tokens, "complexity": complexity})


@cases("evaluation/cases/groups", "group_by", "expected")
def test_a_group_has_the_name_of_its_shared_property(group_by, expected):
    sentences = ["A White lambs white lamb.", "B white lamb.", "A White lambs white lamb."]
    tokens = ["White lambs", "white lamb", "white lamb"]
    targets = Targets.table({"token": tokens, "sentence": sentences})
    assert groups(targets, group_by).tolist() == expected


def test_a_column_may_be_the_group_if_it_has_no_missing_value():
    table = one_genre(["a", "b"], 0.1).assign(title=["x", "y"])
    assert groups(Targets.table(table), "title").tolist() == ["x", "y"]
    for column in (["x", None], None):
        with refused(where="group_by", hint="form, lemma, stem or token+sentence"):
            groups(Targets.table(table.assign(title=column)), "title")


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


@cases("evaluation/cases/invalid_folds", "folds", "group_by", "table", "message")
def test_invalid_folds_and_tables_raise_an_error(folds, group_by, table, message):
    with refused(message, hint=""):
        list(GroupedStratifiedKFold(folds, group_by=group_by).split(table))


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


def test_of_twenty_groups_one_is_trial_two_are_test_and_seventeen_train():
    tokens = [f"w{i:02}" for i in range(45)]
    part = complex_split(one_genre(tokens, np.linspace(0, 1, 45)))
    twenty = ["trial", "test", "test", *["train"] * 17]
    assert part.tolist() == twenty + twenty + twenty[:5]


@cases("evaluation/cases/complex_splits")
def test_groups_genres_and_kinds_are_split(case):
    table = pd.DataFrame({name: case[name] for name in ("token", "complexity", "genre")})
    assert complex_split(table, case["group_by"]).tolist() == case["parts"]


@given(TABLES, st.randoms(use_true_random=False), st.sampled_from(GROUPINGS))
@settings(max_examples=100, deadline=None)
def test_complex_split_covers_all_rows_and_keeps_groups_together(table, random, group_by):
    order = random.sample(range(len(table)), len(table))
    table.index = [f"r{number // 2}" for number in range(len(table))]
    part = complex_split(table, group_by)
    assert part.index.equals(table.index)
    assert set(part) <= {"trial", "test", "train"}
    assert part.groupby(groups(Targets.table(table), group_by)).nunique().max() == 1
    again = complex_split(table.iloc[order], group_by)
    assert again.tolist() == part.iloc[order].tolist()


def test_unrated_instances_raise_an_error():
    with refused("1 of 2 instances have no rating"):
        complex_split(one_genre(["a", "b"], [0.1, None]))
    with refused("no ratings"):
        complex_split(one_genre(["a"], 0.1).drop(columns="complexity"))


def test_the_written_parts_are_read_back_as_the_same_instances(tmp_path):
    table = load_corpus("sample")
    table["complexity"] = np.random.default_rng(0).random(len(table))
    counts = write_split(table, tmp_path / "out")
    again = load_corpus([tmp_path / "out" / f"{part}.tsv" for part in counts])
    again["part"] = again["source"].str.removesuffix(".tsv")
    assert again["part"].value_counts().to_dict() == counts
    assert sum(counts.values()) == len(table)
    columns = ["id", "genre", "sentence", "token", "complexity", "start", "end"]
    assert again.set_index("id").loc[table["id"]].reset_index()[columns].equals(table[columns])
    expected = complex_split(table).set_axis(table["id"])
    assert again.set_index("id")["part"].to_dict() == expected.to_dict()
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["test.tsv", "train.tsv", "trial.tsv"]


def test_an_existing_split_is_not_overwritten(tmp_path):
    (tmp_path / "trial.tsv").write_text("precious")
    with refused("already exists"):
        write_split(load_corpus("sample"), tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]


def test_too_few_groups_for_three_parts_raise_an_error(tmp_path):
    with refused("Groups by token: 3"):
        write_split(load_corpus("sample").drop_duplicates("token").iloc[[0, 1, 2]], tmp_path / "o")
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize("seed", [-1, 2**31 - 1, 2**64, 1.5, "0", None, True])
def test_an_invalid_seed_is_refused(seed):
    with refused(where="random_state"):
        list(GroupedStratifiedKFold(random_state=seed).split([0]))
