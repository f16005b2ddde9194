"""Texts in CSV are not evaluated as formulas by spreadsheets; numbers stay numbers."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest

import lcp
from lcp.corpora.parsers.instances_file import read_instances
from lcp.reading.annotator import Annotator
from lcp.reports.annotation import write_annotation
from lcp.table_files import cell_text, original_text, write_table

FORMULAS = ["-1+1", "=1+1", "@SUM(A1)", "+a", "-cmd|' /C calc'!A0", "--", "\t=1", "-1e5x", "-٣"]
UNCHANGED = ["", "river", "-0.5", "+3", "-1e-05", "-.5", "'tis", "don't", "0-1", "−5"]


@pytest.mark.parametrize("text", [*FORMULAS, *UNCHANGED])
def test_only_formulas_begin_with_an_apostrophe(text):
    cell = cell_text(text)
    assert cell == (f"'{text}" if text in FORMULAS else text)
    assert original_text(cell) == text


@pytest.mark.parametrize("ending", [".csv", ".tsv"])
def test_a_table_is_read_with_its_original_texts(tmp_path, ending):
    path = tmp_path / f"a{ending}"
    texts = ["-ing", "=river", "'tis", "@home", 'a "cold" river', '"cold"', "cold, deep"]
    table = pd.DataFrame({"token": texts, "complexity": [0.5] * 7, "change": [-0.5] * 7})
    write_table(table, path)
    lines = [line.replace("\t", ",") for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[1:3] == ["'-ing,0.5,-0.5", "'=river,0.5,-0.5"]
    assert read_instances(path)["token"].tolist() == texts


def test_a_line_break_is_a_space_in_tsv(tmp_path):
    path = tmp_path / "a.tsv"
    write_table(pd.DataFrame({"token": ["com-\nplexity", "deep\triver"]}), path)
    assert path.read_text(encoding="utf-8") == "token\ncom- plexity\ndeep river\n"


def test_annotations_in_csv_have_no_formulas():
    annotator = Annotator(lcp.load_model(), names=True)
    sentences = annotator.stream(["The -based @home =river +deep -ing words surprised everyone."])
    rows = list(csv.DictReader(io.StringIO("".join(write_annotation(annotator, sentences, "csv")))))
    assert rows
    assert not [row["text"] for row in rows if row["text"][0] in "=+-@"]
