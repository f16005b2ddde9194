"""Columns of files: other names, own columns, sentences that are not read."""

import warnings

import pytest

import lcp
from lcp.tables.input_tables import read_table
from tests.cases import cases
from tests.errors import refused


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "ratings.csv"
    file.write_text("item,Word,Context,Mean\n1,river,A river ran by.,2\n2,null,A null result.,4\n")
    return file


def test_a_column_of_sentences_that_is_not_read_is_named(path):
    with pytest.warns(UserWarning, match="'Context' seems to contain the sentences"):
        table = lcp.load_corpus(path)
    assert set(table["sentence"]) == {""}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lcp.load_corpus(path, columns={"sentence": "Context"})


def test_a_wrong_name_is_refused(path):
    with refused("no column 'Kontext'"):
        lcp.load_corpus(path, columns={"sentence": "Kontext"})
    with refused("no column called 'phrase'"):
        lcp.load_corpus(path, columns={"phrase": "Context"})


@cases("corpora/cases/nested_names", "lines")
def test_a_header_whose_names_contain_each_other_is_a_header(lines, tmp_path):
    file = tmp_path / "task.tsv"
    file.write_text("\n".join([*lines, ""]))
    if len(lines) == 1:
        with refused("no instances"):
            read_table(file)
    else:
        assert read_table(file).header == lines[0].split("\t")


@cases("corpora/cases/first_lines", "lines")
def test_a_first_line_like_the_others_is_an_instance(lines, tmp_path):
    file = tmp_path / "task.tsv"
    file.write_text("\n".join(lines))
    assert len(read_table(file).rows) == len(lines)


@pytest.mark.parametrize(
    ("name", "n"),
    [("languages/multilex_trial_en_lcp.tsv", 30), ("substitution/tsar2022_en_trial_gold.tsv", 10),
     ("languages/multils_test_english_lcp_unlabelled.tsv", 570)],
)  # fmt: skip
def test_the_released_files_are_read(data, name, n):
    table = lcp.load_corpus(data / name)
    assert len(table) == n
    assert (table["sentence"] != "").all()
