"""The split of CompLex: groups in parts, and its files."""

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from lcp.corpora.complex_split import complex_split, write_split
from lcp.corpora.corpus import load_corpus
from lcp.targets import Targets
from lcp.targets.groups import groups
from tests.cases import cases
from tests.errors import refused
from tests.targets.tables import GROUPINGS, TABLES


@cases("corpora/cases/complex_splits")
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
    table = pd.DataFrame({"genre": "news", "token": ["a", "b"], "complexity": [0.1, None]})
    with refused("1 of 2 instances have no rating"):
        complex_split(table)
    with refused("no ratings"):
        complex_split(table.drop(columns="complexity"))


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


def test_too_few_groups_for_three_parts_raise_an_error(tmp_path):
    with refused("Groups by token: 3"):
        write_split(load_corpus("sample").drop_duplicates("token").iloc[[0, 1, 2]], tmp_path / "o")
    assert not (tmp_path / "o").exists()
