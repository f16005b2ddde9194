"""Overlap of a test set with its training set."""

import pandas as pd
import pytest

from lcp.evaluation.overlap import overlap
from tests.errors import refused

EVERY = "lamb nation white mouse Lamb lambs national ewe White mice white Lamb black ewe"


def instances(*rows):
    table = pd.DataFrame(rows, columns=["genre", "token", "sentence"])
    # Every target in every sentence.
    return table.assign(sentence=table["sentence"] + f": {EVERY}")


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


def counts(subset, genre, column="shared"):
    table = overlap(TRAIN, TEST)
    rows = table[(table["subset"] == subset) & (table["genre"] == genre)]
    return rows.set_index("overlap")[column].to_dict()


def test_each_kind_of_overlap_is_counted_over_instances():
    assert counts("single", "all") == {
        "token": 1,
        "form": 2,
        "lemma": 3,
        "stem": 5,
        "sentence": 2,
    }
    assert counts("single", "all", "n")["token"] == 6
    assert counts("single", "all", "share")["stem"] == pytest.approx(5 / 6)


def test_each_kind_of_overlap_is_counted_over_distinct_values():
    assert counts("single", "all", "distinct") == {
        "token": 5,
        "form": 4,
        "lemma": 3,
        "stem": 3,
        "sentence": 5,
    }
    assert counts("single", "all", "distinct_shared") == {
        "token": 1,
        "form": 1,
        "lemma": 1,
        "stem": 2,
        "sentence": 1,
    }


def test_words_of_expressions_are_compared_with_all_training_words_ignoring_case():
    assert counts("mwe", "all") == {
        "token": 0,
        "form": 0,
        "lemma": 1,
        "stem": 0,
        "some member": 2,
        "every member": 1,
        "sentence": 1,
    }
    assert "some member" not in counts("all", "all")


PAIRS = {
    ("His wife waved.", "wife"): ("Their wives waved.", "wives"),
    ("They play chess.", "play"): ("They were playing chess.", "playing"),
    ("I think so.", "think"): ("He was thinking.", "thinking"),
    ("They go home.", "go"): ("They have gone home.", "gone"),
    ("It is on the shelf.", "shelf"): ("They are on the shelves.", "shelves"),
    ("They prefer tea.", "prefer"): ("They preferred tea.", "preferred"),
    ("They fix roofs.", "fix"): ("They fixed the roof.", "fixed"),
}


@pytest.mark.parametrize("alone", [False, True])
def test_inflected_forms_have_the_lemma_of_their_base_form(alone):
    train, test = (
        pd.DataFrame(rows, columns=["sentence", "token"]).assign(genre="")
        for rows in (PAIRS.keys(), PAIRS.values())
    )
    if alone:
        train["sentence"] = test["sentence"] = ""
    shared = overlap(train, test).query("genre == 'all'").set_index("overlap")["shared"]
    assert shared["lemma"] == len(PAIRS)


def test_a_genre_is_compared_with_all_training_instances():
    assert counts("single", "biomed")["lemma"] == 1
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
        ("complex", TEST, "column 'genre' is missing"),
    ],
)
def test_tables_without_columns_or_rows_raise_an_error(train, test, message):
    with refused(message, hint=""):
        overlap(train, test)
