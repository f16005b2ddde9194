"""Instances are written in CompLex's file format."""

import pytest

from lcp.corpora.complex_split import write_instances
from lcp.corpora.corpus import load_corpus
from lcp.corpora.parsers.instances_file import read_instances
from tests.errors import refused


@pytest.fixture
def table():
    return load_corpus("sample")[:3].assign(complexity=[0.1 + 0.2, 1 / 3, 1.0])


def test_a_written_file_is_read_back_unchanged(table, tmp_path):
    table["sentence"] = '"' + table["sentence"] + "\u2028"
    table["start"] += 1
    table["end"] += 1
    write_instances({"a.tsv": table}, tmp_path / "new" / "folder")
    again = read_instances(tmp_path / "new" / "folder" / "a.tsv")
    expected = table.drop(columns="source")
    assert again.to_dict("list") == expected.to_dict("list")


def test_an_existing_file_is_kept_and_nothing_is_written(table, tmp_path):
    (tmp_path / "b.tsv").write_text("precious")
    with refused("already exists", where=tmp_path / "b.tsv"):
        write_instances({"a.tsv": table, "b.tsv": table}, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["b.tsv"]
    assert (tmp_path / "b.tsv").read_text() == "precious"


@pytest.mark.parametrize("character", ["\t", "\n"])
def test_a_text_with_a_tab_or_line_break_raises_an_error(table, tmp_path, character):
    table.loc[1, "sentence"] = f"A{character}lamb."
    with refused("Row 2 has a text with a tab or line break"):
        write_instances({"a.tsv": table}, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_created_is_named(table, tmp_path):
    (tmp_path / "file").write_text("")
    with refused("cannot be written", where=tmp_path / "file"):
        write_instances({"a.tsv": table}, tmp_path / "file")


def test_own_columns_and_unusual_spans_are_kept(tmp_path):
    path = tmp_path / "own.csv"
    rows = "the cat and the hat,the,2.24,a,12,15,learner\nthe cat,cat,3,b,4,7,general\n"
    path.write_text(f"sentence,token,complexity,text,start,end,readers\n{rows}")
    table = load_corpus(f"{path}@1-5")
    write_instances({"a.tsv": table}, tmp_path)
    again = load_corpus(tmp_path / "a.tsv")
    assert again["complexity"].tolist() == [0.31, 0.5]
    expected = table.drop(columns="source").to_dict("list")
    assert again.drop(columns="source").to_dict("list") == expected
