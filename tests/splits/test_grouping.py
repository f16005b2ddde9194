"""Names of the groups that splits keep together."""

from __future__ import annotations

import pandas as pd
import pytest

from lcp.errors import InputError
from lcp.splits.grouping import groups
from tests.splits.tables import one_genre


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
def test_a_group_has_the_name_of_its_shared_property(group_by, expected):
    table = pd.DataFrame(
        {"token": ["White lambs", "white lamb", "white lamb"], "sentence": ["A", "B", "A"]},
        index=[5, 3, 3],
    )
    names = groups(table, group_by)
    assert names.tolist() == expected
    assert names.index.tolist() == [5, 3, 3]


def test_stems_form_larger_groups_than_lemmas_and_lemmas_than_forms():
    table = pd.DataFrame({"token": ["National", "nation", "NATION", "nations"]})
    assert groups(table, "form").tolist() == ["national", "nation", "nation", "nations"]
    assert groups(table, "lemma").tolist() == ["national", "nation", "nation", "nation"]
    assert groups(table, "stem").tolist() == ["nation"] * 4


def test_shared_tokens_and_sentences_link_instances_in_chains():
    rows = [("ewe", "S1"), ("ram", "S1"), ("ram", "S2"), ("tup", "S2"), ("hog", "S3")]
    table = pd.DataFrame(rows, columns=["token", "sentence"], index=[7, 7, 8, 9, 9])
    names = groups(table, "token+sentence")
    assert names.tolist() == ["ewe", "ewe", "ewe", "ewe", "hog"]
    assert names.index.tolist() == table.index.tolist()
    with pytest.raises(InputError, match="column 'sentence' is missing"):
        groups(table[["token"]], "token+sentence")


def test_an_unknown_grouping_raises_an_error():
    with pytest.raises(InputError, match="'genre'") as caught:
        groups(one_genre(["a"], 0.1), "genre")
    assert "token, form, lemma, stem, sentence, token+sentence" in caught.value.hint
