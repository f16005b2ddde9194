"""The split of CompLex: parts, order of groups and written files."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ks_2samp

from lcp.corpora import load_corpus
from lcp.corpora.instances import is_multiword
from lcp.errors import InputError
from lcp.splits.complex_split import complex_split, write_split
from lcp.splits.grouping import groups
from tests.splits.tables import GROUPINGS, TABLES, one_genre


def test_of_twenty_groups_one_is_trial_two_are_test_and_seventeen_train():
    tokens = [f"w{i:02}" for i in range(45)]
    part = complex_split(one_genre(tokens, np.linspace(0, 1, 45)))
    twenty = ["trial", "test", "test", *["train"] * 17]
    assert part.tolist() == twenty + twenty + twenty[:5]


def test_groups_are_sorted_by_their_least_complex_instance():
    table = one_genre(["a", "b", "c", "d", "d"], [0.3, 0.2, 0.4, 0.9, 0.1])
    assert complex_split(table).tolist() == ["test", "test", "train", "trial", "trial"]


def test_equally_complex_groups_are_sorted_by_token():
    part = complex_split(one_genre(["d", "c", "b", "a"], 0.5))
    assert part.tolist() == ["train", "test", "test", "trial"]


def test_tokens_that_differ_in_case_are_two_groups():
    assert complex_split(one_genre(["lamb", "Lamb"], [0.1, 0.2])).tolist() == ["trial", "test"]


def test_other_groupings_keep_their_groups_together():
    table = one_genre(["lamb", "Lamb", "Lambs"], [0.1, 0.2, 0.3])
    assert complex_split(table, "form").tolist() == ["trial", "trial", "test"]
    assert complex_split(table, "lemma").tolist() == ["trial"] * 3


def test_every_genre_is_split_separately():
    first, second = one_genre(["a", "b"], [0.1, 0.2], "y"), one_genre(["c", "d"], [0.3, 0.4], "x")
    parts = complex_split(pd.concat([first, second]))
    assert parts.tolist() == ["trial", "test", "trial", "test"]


def test_a_shared_token_keeps_the_part_that_the_first_genre_gave_it():
    first = one_genre(["a", "b"], [0.2, 0.1], "bible")
    second = one_genre(["c", "a"], [0.9, 0.0], "news")
    part = complex_split(pd.concat([second, first], ignore_index=True))
    # In news, "a" is skipped, so "c" is the first group.
    assert part.tolist() == ["trial", "test", "test", "trial"]


def test_single_words_and_expressions_are_split_separately():
    table = one_genre(["white lamb", "a", "black lamb", "b"], [0.1, 0.2, 0.3, 0.4])
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


@pytest.mark.parametrize(("multiword", "size"), [(False, 8083), (True, 1616)])
def test_complex_split_stratifies_complex(data, multiword, size):
    table = load_corpus("complex", download=False)
    table = table[is_multiword(table["token"]) == multiword]
    assert len(table) == size
    part = complex_split(table)
    assert part.groupby(table["token"]).nunique().max() == 1
    share = pd.crosstab(part, table["genre"], normalize="columns")
    assert ((share.max(axis=1) - share.min(axis=1)) < 0.02).all()
    assert share.mean(axis=1).to_dict() == pytest.approx(
        {"trial": 0.05, "test": 0.10, "train": 0.85}, abs=0.01
    )
    for one, other in itertools.combinations(["trial", "test", "train"], 2):
        complexity = [table.loc[part == name, "complexity"] for name in (one, other)]
        assert ks_2samp(*complexity).pvalue > 0.05


def test_unrated_instances_raise_an_error():
    with pytest.raises(InputError, match="1 of 2 instances have no rating"):
        complex_split(one_genre(["a", "b"], [0.1, None]))
    with pytest.raises(InputError, match="no ratings"):
        complex_split(one_genre(["a"], 0.1).drop(columns="complexity"))


def test_the_written_parts_are_read_back_as_the_same_instances(tmp_path):
    table = load_corpus("sample")
    table["complexity"] = np.random.default_rng(0).random(len(table))
    counts = write_split(table, tmp_path / "out")
    again = load_corpus(f"{tmp_path / 'out'}:train+trial+test")
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
    with pytest.raises(InputError, match="already exists"):
        write_split(load_corpus("sample"), tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]


def test_too_few_groups_for_three_parts_raise_an_error(tmp_path):
    with pytest.raises(InputError, match="3 tokens are too few"):
        write_split(load_corpus("sample").drop_duplicates("token").iloc[[0, 1, 2]], tmp_path / "o")
    assert not (tmp_path / "o").exists()
