"""Texts in CSV are not evaluated as formulas by spreadsheets; numbers stay numbers."""

import csv
import io
import re

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

import lcp
from lcp.corpora.parsers.instances_file import read_instances
from lcp.evaluation.reports.report_page import write_report
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.reports.annotation_output import write_annotation
from lcp.tables.input_tables import read_table
from lcp.tables.output_tables import ENDINGS, as_csv, cell_text, original_text, write_table
from tests.errors import refused

FORMULAS = ["-1+1", "=1+1", "@SUM(A1)", "+a", "-cmd|' /C calc'!A0", "--", "\t=1", "-1e5x", "-٣"]
FORMULAS += ["＝1+1", "'=x", "''-y"]
UNCHANGED = ["", "river", "-0.5", "+3", "-1e-05", "-.5", "'tis", "don't", "0-1", "−5"]


@pytest.mark.parametrize("text", [*FORMULAS, *UNCHANGED])
def test_only_formulas_begin_with_an_apostrophe(text):
    cell = cell_text(text)
    assert cell == (f"'{text}" if text in FORMULAS else text)
    assert original_text(cell) == text


@pytest.mark.parametrize("text", [*FORMULAS, *UNCHANGED, "=(1)", "-)"])
@pytest.mark.parametrize("before", ["a;", "a;'", "=a\n", "\n", "-1;+1;"])
def test_formulas_after_semicolons_and_line_ends_have_an_apostrophe_too(before, text):
    cell = cell_text(before + text)
    assert original_text(cell) == before + text
    assert not re.search(r"[;\r\n](=|[+@-]\w)", cell)


@pytest.mark.parametrize("ending", [".csv", ".tsv"])
def test_a_table_is_read_with_its_original_texts(tmp_path, ending):
    path = tmp_path / f"a{ending}"
    texts = ["-ing", "=river", "'tis", "@home", 'a "cold" river', '"cold"', "cold, deep"]
    table = pd.DataFrame({"token": texts, "complexity": [0.5] * 7, "change": [-0.5] * 7})
    write_table(table, path)
    lines = [line.replace("\t", ",") for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[1:3] == ["'-ing,0.5,-0.5", "'=river,0.5,-0.5"]
    assert read_instances(path)["token"].tolist() == texts


TEXTS = st.text(
    st.one_of(st.sampled_from("='+-@\t\r\n\"',;| x"), st.characters(codec="utf-8")), max_size=9
)


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet", ".xlsx"])
@settings(max_examples=40, deadline=None)
@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_every_format_gives_back_every_text(tmp_path_factory, ending, rows):
    if ending == ".xlsx":
        # Excel has no control characters, and reads carriage returns of XML as line feeds.
        rows = [[re.sub(r"[\x00-\x1f\ufffe\uffff]", " ", text) for text in row] for row in rows]
    path = tmp_path_factory.mktemp("tables") / f"a{ending}"
    names = ["first", "second"]
    write_table(pd.DataFrame([["a", "b"], *rows], columns=names), path)
    table = read_table(path)
    assert table.header == names
    read = [row for row in table.rows if any(text.strip() for text in row)]
    assert read[1:] == [list(row) for row in rows if any(text.strip() for text in row)]


@pytest.mark.parametrize("name", ["self", "x", "shown", "decimals", "=1+1", "index"])
def test_a_column_may_have_any_name(tmp_path, name):
    table = pd.DataFrame({"token": ["river"], name: ["a"]})
    for ending in ENDINGS:
        write_table(table, tmp_path / f"a{ending}")
        header = read_table(tmp_path / f"a{ending}").header
        assert header[1] in {name, f"'{name}"}


def test_a_header_of_excel_is_not_a_formula(tmp_path):
    write_table(pd.DataFrame({"=1+1": ["a"]}), tmp_path / "a.xlsx")
    assert load_workbook(tmp_path / "a.xlsx").active["A1"].data_type == "s"


def test_a_report_has_no_formulas(tmp_path):
    write_report(tmp_path, "", {"scores": pd.DataFrame({"=id": ["=1+1"], "genre": ["@a"]})})
    assert (tmp_path / "scores.csv").read_text() == "'=id,genre\n'=1+1,'@a\n"


def test_a_text_that_excel_would_cut_is_refused(tmp_path):
    table = pd.DataFrame({"token": ["river", "a" * 32_768]})
    with refused("Row 2 has a text of 32,768"):
        write_table(table, tmp_path / "a.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_numbers_and_missing_values_are_as_in_pandas():
    columns = {"a": [0.1, None], "b": [1, 2], "c": ["x", None], "d": [True, False]}
    table = pd.DataFrame(columns).astype({"a": "float32"})
    assert as_csv(table) == table.to_csv(index=False, lineterminator="\n")
    assert as_csv(table, 3) == table.to_csv(index=False, float_format="%.3f", lineterminator="\n")


def test_a_line_break_in_tsv_is_a_space_or_still_divides_a_word(tmp_path):
    path = tmp_path / "a.tsv"
    write_table(pd.DataFrame({"token": ["com- \r\nplexity", "deep\t\nriver"]}), path)
    assert path.read_text(encoding="utf-8") == "token\ncom-\u2028plexity\ndeep  river\n"


def test_annotations_in_csv_have_no_formulas():
    annotator = Annotator(lcp.load_model(), names=True)
    sentences = annotator.stream(["The -based @home =river +deep -ing words surprised everyone."])
    rows = list(csv.DictReader(io.StringIO("".join(write_annotation(annotator, sentences, "csv")))))
    assert rows
    assert not [row["text"] for row in rows if row["text"][0] in "=+-@"]
