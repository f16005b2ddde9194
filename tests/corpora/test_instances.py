"""Instances from tables as people have them."""

from __future__ import annotations

import pandas as pd
import pytest

from lcp.corpora.instances import as_instances
from lcp.errors import InputError


def instance(sentence, token, **columns):
    return pd.DataFrame({"sentence": [sentence], "token": [token], **columns})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([("a b", "b")], "pandas or polars DataFrame, not list"),
        (pd.DataFrame({"token": ["a"]}), "no column 'sentence'"),
        (pd.DataFrame({"sentence": ["a"]}), "no column 'token'"),
        (pd.DataFrame({"sentence": ["a", "a b"], "token": ["a", "c"]}), "row 1: The target 'c'"),
        (pd.DataFrame({"sentence": ["a", "a"], "token": ["a", " "]}), "row 1: The target is empty"),
        (instance("a", ""), "row 0: The target is empty"),
        (instance("a" * 100_001, "a" * 100_001), "row 0: The target has 100,001 characters"),
        (instance("a b", "", start=[0], end=[0]), "row 0: The target is empty"),
        (instance("a", None), "row 0: The token is not a text but None"),
        (instance(3, "3"), "row 0: The sentence is not a text but 3"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_with_the_row(given, message):
    with pytest.raises(InputError, match=message):
        as_instances(given)


def test_a_span_that_is_given_is_kept_and_one_that_is_not_is_found():
    found = as_instances(instance("fit to fit", "fit"))
    assert found[["start", "end", "corpus"]].iloc[0].tolist() == [0, 3, ""]
    given = as_instances(instance("fit to fit", "fit", start=[7], end=[10], corpus=["bible"]))
    assert given[["start", "end", "corpus"]].iloc[0].tolist() == [7, 10, "bible"]
