"""Columns of files: other names, own columns, sentences that are not read."""

import warnings

import pytest

import lcp
from lcp.tables.reading import read_table
from tests.cases import cases
from tests.errors import refused

HEADER = "item,Word,Context,register,Mean"
ROWS = [
    "1,river,A river ran by.,fiction,2",
    "2,quark,A quark has no size.,science,5",
    "3,null,The null result.,science,4",
]


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "ratings.csv"
    file.write_text("\n".join([HEADER, *ROWS]))
    return file


def test_a_column_of_sentences_that_is_not_read_is_named(path):
    with pytest.warns(UserWarning, match="'Context' seems to contain the sentences"):
        table = lcp.load_corpus(path)
    assert set(table["sentence"]) == {""}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lcp.load_corpus(path, names={"sentence": "Context"})


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"sentence": "Kontext"}, "no column 'Kontext'"),
        ({"phrase": "Context"}, "no column called 'phrase'"),
    ],
)
def test_a_wrong_name_is_refused(path, names, message):
    with refused(message):
        lcp.load_corpus(path, names=names)


MLSP = "en_1\tenglish\tA robot has an external chip.\texternal"
TSAR = "It will be compulsory for banks.\tcompulsory"


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
