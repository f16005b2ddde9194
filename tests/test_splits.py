"""Parts and folds: no group on two sides, genres and complexity alike on all."""

import itertools
from typing import get_args

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ks_2samp
from sklearn.dummy import DummyRegressor
from sklearn.model_selection import cross_val_predict, cross_val_score

from lcp.corpora import load_corpus
from lcp.errors import InputError
from lcp.grouping import GroupBy
from lcp.splits import GroupedStratifiedKFold, complex_split, groups, write_split

GROUPINGS = get_args(GroupBy)

RATING = st.floats(0, 1) | st.sampled_from([0.0, 0.25, 0.5])
ROW = st.tuples(
    st.sampled_from(["bible", "biomed", "europarl"]),
    st.sampled_from(["lamb", "Lamb", "lambs", "ewe", "ram", "white lamb", "white lambs"])
    | st.text("abc", min_size=1, max_size=3),
    st.sampled_from(["S1", "S2", "S3", "S4", "S5", "S6"]),
    RATING,
)
TABLES = st.lists(ROW, min_size=1, max_size=60).map(
    lambda rows: pd.DataFrame(rows, columns=["corpus", "token", "sentence", "complexity"])
)


def genre(tokens, complexity, corpus="news"):
    return pd.DataFrame({"corpus": corpus, "token": tokens, "complexity": complexity})


def test_of_every_twenty_groups_one_is_trial_two_test_and_seventeen_train():
    tokens = [f"w{i:02}" for i in range(45)]
    part = complex_split(genre(tokens, np.linspace(0, 1, 45)))
    twenty = ["trial", "test", "test", *["train"] * 17]
    assert part.tolist() == twenty + twenty + twenty[:5]


def test_groups_are_sorted_by_their_least_complex_instance():
    table = genre(["a", "b", "c", "d", "d"], [0.3, 0.2, 0.4, 0.9, 0.1])
    assert complex_split(table).tolist() == ["test", "test", "train", "trial", "trial"]


def test_equally_complex_groups_are_sorted_by_token():
    part = complex_split(genre(["d", "c", "b", "a"], 0.5))
    assert part.tolist() == ["train", "test", "test", "trial"]


def test_tokens_that_differ_in_case_are_two_groups():
    assert complex_split(genre(["lamb", "Lamb"], [0.1, 0.2])).tolist() == ["trial", "test"]


def test_a_stricter_grouping_divides_stricter_groups():
    table = genre(["lamb", "Lamb", "Lambs"], [0.1, 0.2, 0.3])
    assert complex_split(table, "form").tolist() == ["trial", "trial", "test"]
    assert complex_split(table, "lemma").tolist() == ["trial"] * 3


def test_every_genre_is_divided_by_itself():
    table = pd.concat([genre(["a", "b"], [0.1, 0.2], "y"), genre(["c", "d"], [0.3, 0.4], "x")])
    assert complex_split(table).tolist() == ["trial", "test", "trial", "test"]


def test_a_shared_token_keeps_the_part_that_the_first_genre_gave_it():
    first, second = genre(["a", "b"], [0.2, 0.1], "bible"), genre(["c", "a"], [0.9, 0.0], "news")
    part = complex_split(pd.concat([second, first], ignore_index=True))
    # In news "a" takes no place in the list, so that "c" is its first group.
    assert part.tolist() == ["trial", "test", "test", "trial"]


def test_single_words_and_expressions_are_divided_separately():
    table = genre(["white lamb", "a", "black lamb", "b"], [0.1, 0.2, 0.3, 0.4])
    assert complex_split(table).tolist() == ["trial", "trial", "test", "test"]


@given(TABLES, st.randoms(use_true_random=False), st.sampled_from(GROUPINGS))
@settings(max_examples=100, deadline=None)
def test_complex_split_covers_all_rows_and_keeps_groups_together(table, random, group_by):
    order = random.sample(range(len(table)), len(table))
    table.index = [f"r{number // 2}" for number in range(len(table))]
    part = complex_split(table, group_by)
    assert part.index.equals(table.index)
    assert set(part) <= {"trial", "test", "train"}
    assert part.groupby(groups(table, group_by).to_numpy()).nunique().max() == 1
    again = complex_split(table.iloc[order], group_by)
    assert again.tolist() == part.iloc[order].tolist()


@pytest.mark.parametrize("task", [1, 2])
def test_complex_split_stratifies_complex(data, task):
    table = load_corpus("complex", task=task, download=False)
    assert len(table) == {1: 8083, 2: 1616}[task]
    part = complex_split(table)
    assert part.groupby(table["token"]).nunique().max() == 1
    share = pd.crosstab(part, table["corpus"], normalize="columns")
    assert ((share.max(axis=1) - share.min(axis=1)) < 0.02).all()
    assert share.mean(axis=1).to_dict() == pytest.approx(
        {"trial": 0.05, "test": 0.10, "train": 0.85}, abs=0.01
    )
    for one, other in itertools.combinations(["trial", "test", "train"], 2):
        complexity = [table.loc[part == name, "complexity"] for name in (one, other)]
        assert ks_2samp(*complexity).pvalue > 0.05


@pytest.mark.parametrize(
    ("group_by", "expected"),
    [
        ("token", ["White lambs", "white lamb", "white lamb"]),
        ("form", ["white lambs", "white lamb", "white lamb"]),
        ("lemma", ["white lamb", "white lamb", "white lamb"]),
        ("stem", ["white lamb", "white lamb", "white lamb"]),
        ("sentence", ["A", "B", "A"]),
    ],
)
def test_what_a_group_is(group_by, expected):
    table = pd.DataFrame(
        {"token": ["White lambs", "white lamb", "white lamb"], "sentence": ["A", "B", "A"]},
        index=[5, 3, 3],
    )
    named = groups(table, group_by)
    assert named.tolist() == expected
    assert named.index.tolist() == [5, 3, 3]


def test_a_stem_joins_what_a_lemma_keeps_apart_and_a_form_joins_case_alone():
    table = pd.DataFrame({"token": ["National", "nation", "NATION", "nations"]})
    assert groups(table, "form").tolist() == ["national", "nation", "nation", "nations"]
    assert groups(table, "lemma").tolist() == ["national", "nation", "nation", "nation"]
    assert groups(table, "stem").tolist() == ["nation"] * 4


def test_shared_tokens_and_sentences_link_instances_in_any_number_of_steps():
    rows = [("ewe", "S1"), ("ram", "S1"), ("ram", "S2"), ("tup", "S2"), ("hog", "S3")]
    table = pd.DataFrame(rows, columns=["token", "sentence"], index=[7, 7, 8, 9, 9])
    named = groups(table, "token+sentence")
    assert named.tolist() == ["ewe", "ewe", "ewe", "ewe", "hog"]
    assert named.index.tolist() == table.index.tolist()
    with pytest.raises(InputError, match="no column 'sentence'"):
        groups(table[["token"]], "token+sentence")


def test_an_unknown_grouping_is_refused():
    with pytest.raises(InputError, match="'genre'") as caught:
        groups(genre(["a"], 0.1), "genre")
    assert "token, form, lemma, stem, sentence, token+sentence" in caught.value.hint


@given(TABLES, st.sampled_from(GROUPINGS), st.integers(2, 6), st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_every_row_is_tested_once_and_no_group_is_in_two_folds(table, group_by, n_splits, seed):
    named = groups(table, group_by).to_numpy()
    folds = GroupedStratifiedKFold(n_splits, group_by=group_by, seed=seed)
    if len(set(named)) < n_splits:
        with pytest.raises(InputError, match="cannot fill"):
            next(folds.split(table))
        return
    pairs = list(folds.split(table))
    assert len(pairs) == folds.get_n_splits() == n_splits
    everything = list(range(len(table)))
    assert sorted(itertools.chain(*(test for _, test in pairs))) == everything
    for train, test in pairs:
        assert len(test) > 0
        assert sorted([*train, *test]) == everything
        assert not set(named[train]) & set(named[test])


def test_folds_have_alike_genres_and_complexity():
    random = np.random.default_rng(0)
    table = pd.DataFrame(
        {
            "corpus": random.choice(["bible", "biomed"], 2000, p=[0.8, 0.2]),
            "token": random.integers(0, 900, 2000).astype(str),
            "complexity": random.beta(2, 5, 2000),
        }
    )
    for _, test in GroupedStratifiedKFold(5).split(table):
        fold = table.iloc[test]
        assert len(fold) == pytest.approx(400, abs=4)
        assert (fold["corpus"] == "bible").mean() == pytest.approx(
            (table["corpus"] == "bible").mean(), abs=0.01
        )
        for quantile in (0.1, 0.5, 0.9):
            assert fold["complexity"].quantile(quantile) == pytest.approx(
                table["complexity"].quantile(quantile), abs=0.02
            )


def test_the_seed_makes_the_folds():
    table = load_corpus("sample")

    def folds(seed):
        return [test.tolist() for _, test in GroupedStratifiedKFold(3, seed=seed).split(table)]

    assert folds(1) == folds(1)
    assert folds(1) != folds(2)


def test_complexity_may_be_given_apart_and_the_genre_be_unknown():
    table = pd.DataFrame({"token": list("abcdefgh")})
    complexity = [0.1, 0.9] * 4
    for _, test in GroupedStratifiedKFold(4).split(table, complexity):
        assert sorted(complexity[row] for row in test) == [0.1, 0.9]


def test_groups_of_the_callers_take_precedence():
    table = genre(list("abcd"), 0.5)
    pairs = GroupedStratifiedKFold(2).split(table, groups=["x", "y", "x", "y"])
    assert sorted(test.tolist() for _, test in pairs) == [[0, 2], [1, 3]]


@pytest.mark.parametrize("group_by", GROUPINGS)
def test_scikit_learn_takes_it_for_a_splitter(group_by):
    table = load_corpus("sample")
    y = np.linspace(0, 1, len(table))
    folds = GroupedStratifiedKFold(4, group_by=group_by)
    model = DummyRegressor()
    assert len(cross_val_score(model, table, y, cv=folds)) == 4
    predicted = cross_val_predict(model, table, y, cv=folds)
    for train, test in folds.split(table, y):
        assert predicted[test] == pytest.approx(y[train].mean())


def test_it_prints_as_it_is_made():
    written = repr(GroupedStratifiedKFold(3, group_by="lemma", seed=7))
    assert "n_splits=3" in written
    assert "group_by='lemma'" in written
    assert "seed=7" in written


@pytest.mark.parametrize(
    ("folds", "table", "words"),
    [
        (GroupedStratifiedKFold(1), genre(list("ab"), 0.1), "1 is too few folds"),
        (GroupedStratifiedKFold(3), genre(list("abab"), 0.1), "2 different tokens cannot fill 3"),
        (GroupedStratifiedKFold(2), genre(list("ab"), [0.1, None]), "1 of 2 instances"),
        (GroupedStratifiedKFold(2), genre(list("ab"), "hard"), "not numbers"),
        (GroupedStratifiedKFold(2), genre(list("ab"), 0.1)[["token"]], "no ratings"),
        (GroupedStratifiedKFold(2), np.zeros((3, 2)), "DataFrame, not ndarray"),
        (GroupedStratifiedKFold(2), genre(list("ab"), [0.1, 1.5]), "1.5 is not from 0 to 1"),
        (GroupedStratifiedKFold(2, group_by="genre"), genre(list("ab"), 0.1), "'genre'"),
    ],
)
def test_what_cannot_be_divided_is_refused_in_words(folds, table, words):
    with pytest.raises(InputError, match=words) as caught:
        list(folds.split(table))
    assert caught.value.hint


def test_unrated_instances_have_no_place_in_the_split():
    with pytest.raises(InputError, match="1 of 2 instances have no rating"):
        complex_split(genre(["a", "b"], [0.1, None]))
    with pytest.raises(InputError, match="no ratings"):
        complex_split(genre(["a"], 0.1).drop(columns="complexity"))


@pytest.mark.parametrize("group_by", GROUPINGS)
def test_folds_of_complex_keep_groups_together_and_genres_alike(data, group_by):
    table = load_corpus("complex", task=1, parts=("train",), download=False)
    named = groups(table, group_by).to_numpy()
    fold = np.full(len(table), -1)
    for number, (_, test) in enumerate(GroupedStratifiedKFold(group_by=group_by).split(table)):
        fold[test] = number
    assert pd.Series(fold).groupby(named).nunique().max() == 1
    assert np.bincount(fold) == pytest.approx(len(table) / 5, abs=25)
    share = pd.crosstab(fold, table["corpus"], normalize="columns")
    assert share.to_numpy() == pytest.approx(0.2, abs=0.02)
    for one, other in itertools.combinations(range(5), 2):
        complexity = [table.loc[fold == number, "complexity"] for number in (one, other)]
        assert ks_2samp(*complexity).pvalue > 0.05


def test_the_written_parts_read_back_as_the_same_instances(tmp_path):
    table = load_corpus("sample")
    table["complexity"] = np.random.default_rng(0).random(len(table))
    counts = write_split(table, tmp_path / "out")
    again = load_corpus(tmp_path / "out", parts=("train", "trial", "test"))
    assert again["part"].value_counts().to_dict() == counts
    assert sum(counts.values()) == len(table)
    columns = ["id", "corpus", "sentence", "token", "complexity", "start", "end"]
    assert again.set_index("id").loc[table["id"]].reset_index()[columns].equals(table[columns])
    expected = complex_split(table).set_axis(table["id"])
    assert again.set_index("id")["part"].to_dict() == expected.to_dict()
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "test.tsv",
        "train.tsv",
        "trial.tsv",
    ]


def test_a_split_does_not_overwrite_another(tmp_path):
    (tmp_path / "trial.tsv").write_text("precious")
    with pytest.raises(InputError, match="there already"):
        write_split(load_corpus("sample"), tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]


def test_too_few_tokens_for_three_parts_are_refused(tmp_path):
    with pytest.raises(InputError, match="3 tokens are too few"):
        write_split(load_corpus("sample").drop_duplicates("token").iloc[[0, 1, 2]], tmp_path / "o")
    assert not (tmp_path / "o").exists()
