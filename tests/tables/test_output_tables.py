"""Tables are written so that they can be read again: texts are not altered."""

import re

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from lcp.corpora.corpus import load_corpus
from lcp.tables.input_tables import read_table
from lcp.tables.output_tables import ENDINGS, as_csv, as_tsv, write_table
from tests.errors import refused

#: Texts that a spreadsheet would evaluate, and others that are easily lost.
TEXTS_TO_KEEP = [
    *("-1+1", "=1+1", "@SUM(A1)", "+a", "-cmd|' /C calc'!A0", "--", "＝1+1", "'=x", "''-y", "'tis"),
    *("-ing", "- (PT) As our group says", "a;=1", "null", "NA", "-0.5", "+3", "−5", "1e400"),
    *(
        'a "cold" river',
        '"cold"',
        '"',
        "cold, deep",
        " a ",
        "a\u2028b",
        "a\x0bb",
        "\xa0",
        "#",
        "\\t",
    ),
]


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".jsonl", ".parquet"])
def test_a_table_is_read_with_the_same_texts(tmp_path, ending):
    texts = [text for text in TEXTS_TO_KEEP if ending != ".xlsx" or "\x0b" not in text]
    path = tmp_path / f"a{ending}"
    write_table(pd.DataFrame({"token": "a", "text": texts, "=n": 0.5}), path)
    table = read_table(path)
    assert table.header == ["token", "text", "=n"]
    assert table.rows == [["a", text, "0.5"] for text in texts]


def test_csv_and_tsv_contain_the_texts_as_they_are():
    table = pd.DataFrame({"token": ["-ing", "=river", "'tis"], "complexity": 0.5})
    assert as_csv(table) == "token,complexity\n-ing,0.5\n=river,0.5\n'tis,0.5\n"
    assert as_tsv(table) == as_csv(table).replace(",", "\t")


@pytest.mark.parametrize("text", ["a\tb", "a\nb", "a\r", "\n"])
def test_a_text_that_tsv_cannot_contain_is_refused(tmp_path, text):
    for table in (pd.DataFrame({"token": ["river", text]}), pd.DataFrame({text: ["a"], "b": "c"})):
        with refused("Row [02] has a text with a tab or line break", hint=".csv"):
            write_table(table, tmp_path / "a.tsv")
    assert list(tmp_path.iterdir()) == []


def test_complex_is_read_again_as_it_was(tmp_path, data):
    table = load_corpus([f"complex:{part}" for part in ("train", "trial", "test")])
    texts = table.astype(object).where(table.notna(), "").astype(str).to_numpy().tolist()
    for ending in (".csv", ".tsv"):
        write_table(table, tmp_path / f"a{ending}")
        again = read_table(tmp_path / f"a{ending}")
        assert again.header == list(table)
        assert again.rows == texts


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
        assert header[1] == name


def test_a_header_of_excel_is_not_a_formula(tmp_path):
    write_table(pd.DataFrame({"=1+1": ["a"]}), tmp_path / "a.xlsx")
    assert load_workbook(tmp_path / "a.xlsx").active["A1"].data_type == "s"


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
