"""What a test set shares with its training set, counted, and what that is worth."""

from __future__ import annotations

import pandas as pd
import pytest

import lcp
from lcp.errors import InputError
from lcp.evaluation.audit import GROUPINGS, audit, grouped_scores
from lcp.evaluation.crossvalidation import cross_validate, steps
from lcp.evaluation.metrics import paired_difference, scores
from lcp.featureset import FeatureSet


def instances(*rows):
    return pd.DataFrame(rows, columns=["corpus", "token", "sentence"])


TRAIN = instances(
    ("bible", "lamb", "S1"),
    ("bible", "nation", "S2"),
    ("biomed", "white mouse", "S3"),
)
TEST = instances(
    ("bible", "lamb", "T1"),
    ("bible", "Lamb", "T2"),
    ("biomed", "lambs", "S3"),
    ("biomed", "national", "T4"),
    ("biomed", "national", "T5"),
    ("biomed", "ewe", "S3"),
    ("biomed", "White mice", "T6"),
    ("bible", "white Lamb", "S1"),
    ("bible", "black ewe", "T7"),
)


def counted(subset, corpus, column="shared"):
    table = audit(TRAIN, TEST)
    chosen = table[(table["subset"] == subset) & (table["corpus"] == corpus)]
    return chosen.set_index("overlap")[column].to_dict()


def test_each_kind_of_overlap_is_counted_in_instances():
    assert counted("single", "all") == {
        "token": 1,
        "form": 2,
        "lemma": 3,
        "stem": 5,
        "sentence": 2,
    }
    assert counted("single", "all", "n")["token"] == 6
    assert counted("single", "all", "share")["stem"] == pytest.approx(5 / 6)


def test_and_in_distinct_tokens_forms_lemmas_stems_and_sentences():
    assert counted("single", "all", "distinct") == {
        "token": 5,
        "form": 4,
        "lemma": 3,
        "stem": 3,
        "sentence": 5,
    }
    assert counted("single", "all", "distinct_shared") == {
        "token": 1,
        "form": 1,
        "lemma": 1,
        "stem": 2,
        "sentence": 1,
    }


def test_members_of_expressions_are_looked_for_among_words_and_members_in_any_case():
    assert counted("mwe", "all") == {
        "token": 0,
        "form": 0,
        "lemma": 1,
        "stem": 0,
        "some member": 2,
        "every member": 1,
        "sentence": 1,
    }
    assert "some member" not in counted("all", "all")


def test_a_genre_is_compared_with_all_training_instances():
    assert counted("single", "biomed")["lemma"] == 1
    table = audit(TRAIN, TEST)
    assert list(table["subset"].unique()) == ["single", "mwe", "all"]
    assert list(table["corpus"].unique()) == ["all", "bible", "biomed"]
    sums = table[table["corpus"] != "all"].groupby(["subset", "overlap"])[["n", "shared"]].sum()
    wholes = table[table["corpus"] == "all"].set_index(["subset", "overlap"])
    pd.testing.assert_frame_equal(sums, wholes.loc[sums.index, ["n", "shared"]])


def test_a_table_shares_everything_with_itself_whatever_its_index():
    table = audit(TEST, TEST.set_axis([0] * len(TEST)))
    assert (table["share"] == 1).all()
    assert (table["distinct"] == table["distinct_shared"]).all()


@pytest.mark.parametrize(
    ("train", "test", "says"),
    [
        (TRAIN.drop(columns="sentence"), TEST, "no column 'sentence'"),
        (TRAIN, TEST.drop(columns="corpus"), "no column 'corpus'"),
        (TRAIN.head(0), TEST, "train: The table has no instances"),
        (TRAIN, TEST.head(0), "test: The table has no instances"),
        ("complex", TEST, "no column 'corpus'"),
    ],
)
def test_tables_that_cannot_be_compared(train, test, says):
    with pytest.raises(InputError, match=says) as caught:
        audit(train, test)
    assert caught.value.hint


def test_what_the_released_single_words_share(data):
    train = lcp.load_corpus("complex", task=1, parts=["train"], download=False)
    test = lcp.load_corpus("complex", task=1, parts=["test"], download=False)
    table = audit(train, test)
    shared = table.pivot_table(index="overlap", columns="corpus", values="shared", sort=False)
    assert shared.loc[["token", "form", "lemma", "stem", "sentence"]].to_dict("list") == {
        "all": [0, 129, 402, 424, 163],
        "bible": [0, 23, 83, 90, 19],
        "biomed": [0, 42, 160, 164, 123],
        "europarl": [0, 64, 159, 170, 21],
    }
    assert set(table.loc[table["corpus"] == "all", "n"]) == {917}
    whole = lcp.load_corpus("complex", task=1, download=False)
    more = audit(whole, test).query("corpus == 'all'")
    assert more["shared"].tolist() == [0, 134, 413, 436, 169]


def test_what_the_released_expressions_share(data):
    train, test = (
        lcp.load_corpus("complex", task=2, parts=[part], download=False)
        for part in ("train", "test")
    )
    table = audit(train, test).query("corpus == 'all'").set_index("overlap")
    assert table["shared"].to_dict() == {
        "token": 0,
        "form": 4,
        "lemma": 8,
        "stem": 8,
        "some member": 140,
        "every member": 57,
        "sentence": 8,
    }
    assert set(table["n"]) == {184}


LENGTH = FeatureSet({"length": {"cmudict": False}})


@pytest.fixture
def sample():
    return lcp.load_corpus("sample", task=1).iloc[::2]


def test_scores_are_those_of_the_cross_validation_with_such_folds(sample):
    linear = lcp.load_estimator("linear")
    told = []
    found = grouped_scores(sample, LENGTH, linear, folds=3, seed=1, progress=told.append)
    assert len(told) == len(GROUPINGS) * steps(LENGTH, 3)
    assert found["group_by"].tolist() == list(GROUPINGS)
    assert set(found["n"]) == {len(sample)}
    assert found["groups"].iloc[0] == sample["token"].nunique()
    a, b = (
        cross_validate(LENGTH, linear, sample, folds=3, group_by=group_by, seed=1)["repeat_1"]
        for group_by in ("sentence", "token")
    )
    row = found.set_index("group_by").loc["sentence"]
    assert row["pearson"] == pytest.approx(scores(sample["complexity"], a)["pearson"])
    pair = paired_difference(sample["complexity"], a, b, groups=sample["token"], seed=1)
    expected = pair.loc["pearson", ["value", "low", "high"]].tolist()
    names = ["difference", "difference_low", "difference_high"]
    assert row[names].tolist() == pytest.approx(expected)
    assert (found.loc[0, names] == 0).all()


def test_repeats_are_averaged(sample):
    linear = lcp.load_estimator("linear")
    options = {"group_bys": ["token", "stem"], "folds": 2}
    each = [grouped_scores(sample, LENGTH, linear, seed=seed, **options) for seed in (0, 1)]
    both = grouped_scores(sample, LENGTH, linear, repeats=2, **options)
    assert both["pearson"].tolist() == pytest.approx(
        ((each[0]["pearson"] + each[1]["pearson"]) / 2).tolist()
    )


def test_too_few_groups_and_missing_ratings_are_said_before_the_work(sample):
    linear = lcp.load_estimator("linear")
    told = []
    with pytest.raises(InputError, match="cannot fill 5000 folds"):
        grouped_scores(sample, LENGTH, linear, folds=5000, progress=told.append)
    with pytest.raises(InputError, match="no ratings"):
        grouped_scores(TRAIN, LENGTH, linear, progress=told.append)
    assert told == []
