"""Overlap of a test set with its training set."""

from pathlib import Path

import pandas as pd
import pytest

from lcp.evaluation.overlap import overlap
from tests.cases import cases, rows
from tests.errors import refused


def instances(name):
    """Read instances; every target is in every sentence."""
    table = pd.read_csv(Path(__file__).with_name("files") / f"{name}.tsv", sep="\t")
    every = "lamb nation white mouse Lamb lambs national ewe White mice white Lamb black ewe"
    return table.assign(sentence=table["sentence"] + f": {every}")


TRAIN, TEST = instances("train"), instances("test")


def counted(subset, genre, column="shared"):
    table = overlap(TRAIN, TEST)
    rows = table[(table["subset"] == subset) & (table["genre"] == genre)]
    return rows.set_index("overlap")[column].to_dict()


@cases("evaluation/cases/overlaps", "subset", "genre", "column", "counts")
def test_each_kind_of_overlap_is_counted(subset, genre, column, counts):
    assert counted(subset, genre, column) == counts


def test_shares_are_of_the_instances_and_both_kinds_have_no_members():
    assert counted("single", "all", "n")["token"] == 6
    assert counted("single", "all", "share")["stem"] == pytest.approx(5 / 6)
    assert "some member" not in counted("all", "all")


@pytest.mark.parametrize("alone", [False, True])
def test_inflected_forms_have_the_lemma_of_their_base_form(alone):
    pairs = pd.DataFrame(rows("evaluation/cases/inflected")).assign(genre="")
    train, test = pairs, pairs.assign(sentence=pairs["other_sentence"], token=pairs["other_token"])
    if alone:
        train, test = train.assign(sentence=""), test.assign(sentence="")
    shared = overlap(train, test).query("genre == 'all'").set_index("overlap")["shared"]
    assert shared["lemma"] == len(pairs)


def test_a_genre_is_compared_with_all_training_instances():
    assert counted("single", "biomed")["lemma"] == 1
    table = overlap(TRAIN, TEST)
    assert list(table["subset"].unique()) == ["single", "mwe", "all"]
    assert list(table["genre"].unique()) == ["all", "bible", "biomed"]
    sums = table[table["genre"] != "all"].groupby(["subset", "overlap"])[["n", "shared"]].sum()
    wholes = table[table["genre"] == "all"].set_index(["subset", "overlap"])
    pd.testing.assert_frame_equal(sums, wholes.loc[sums.index, ["n", "shared"]])


@pytest.mark.parametrize(
    ("train", "test", "message"),
    [
        (TRAIN.drop(columns="sentence"), TEST, "column 'sentence' is missing"),
        (TRAIN, TEST.drop(columns="genre"), "column 'genre' is missing"),
        (TRAIN.head(0), TEST, "train: The table has no instances"),
        (TRAIN, TEST.head(0), "test: The table has no instances"),
        ("complx", TEST, "no corpus or file called 'complx'"),
    ],
)
def test_tables_without_columns_or_rows_raise_an_error(train, test, message):
    with refused(message, hint=""):
        overlap(train, test)
