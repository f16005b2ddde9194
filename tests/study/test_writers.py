"""Study lists as CSV and Markdown."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from lcp.study.writers import COLUMNS, study_csv, study_markdown


def test_csv_has_all_columns_and_marks_the_word(study):
    words = study().words({"C2"})
    rows = list(csv.DictReader(io.StringIO(study_csv(words))))
    assert list(rows[0]) == list(COLUMNS)
    assert [row["lemma"] for row in rows] == [word.lemma for word in words]
    assert "The **epithelium** & the" in rows[0]["sentence"]
    assert rows[0]["count"] == "3"


def test_markdown_escapes_what_divides_cells(study):
    word = replace(study().words({"C2"})[0], gloss="a | b")
    lines = study_markdown([word]).splitlines()
    assert len(lines) == 3
    assert r"a \| b" in lines[2]
    assert lines[0].count("|") == lines[2].replace(r"\|", "").count("|")


def test_long_sentences_are_shortened_around_the_word(study):
    text = "word " * 300 + "epithelium " + "word " * 200 + "."
    row = next(csv.DictReader(io.StringIO(study_csv(study(text).words({"C2"})))))
    assert row["sentence"].startswith("…")
    assert row["sentence"].endswith("…")
    assert "**epithelium**" in row["sentence"]
    assert len(row["sentence"]) < 450
