"""Tables in several formats have the same content, and errors name the place in the file."""

import datetime as dt
import json
from pathlib import Path

import pytest

from lcp.corpora.corpus import load_corpus
from lcp.corpora.parsers.instances_file import read_instances
from lcp.tables.input_tables import read_table
from tests.cases import cases
from tests.errors import refused


def write_excel(path, rows):
    from openpyxl import Workbook

    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)


FILES = sorted(Path(__file__).with_name("files").iterdir())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_format_gives_the_same_instances(file):
    table = load_corpus(str(file))
    assert table["token"].tolist() == ["lamb", "null"]
    assert table["sentence"].tolist() == ['A "white", small lamb.', "A null;\nresult, NA."]
    assert table["complexity"].tolist() == [0.25, 1.0]
    assert table["id"].tolist() == ["1", "2"]
    assert table["genre"].tolist() == ["", ""]
    assert table["source"].unique().tolist() == [file.name]


def test_numbers_of_a_spreadsheet_are_read_as_words(tmp_path):
    write_excel(tmp_path / "a.xlsx", [["token", None], [1984, None], [None, None], ["ewe", None]])
    assert read_instances(tmp_path / "a.xlsx")["token"].tolist() == ["1984", "ewe"]


@cases("tables/cases/errors", "name", "text", "place", "message")
def test_an_error_names_the_place(tmp_path, name, text, place, message):
    path = tmp_path / name
    path.write_bytes(text.encode())
    with refused(message) as caught:
        read_instances(path)
    assert caught.value.where.removeprefix(str(path)).removeprefix(", ") == place
    assert caught.value.hint.endswith(".")


def test_a_row_of_a_spreadsheet_is_named(tmp_path):
    rows = [["token", "sentence"], ["ewe", "An ewe."], ["ram", "An ewe."]]
    write_excel(tmp_path / "a.xlsx", rows)
    with refused(r"a\.xlsx, row 3: The target 'ram' is not in"):
        read_instances(tmp_path / "a.xlsx")


def test_a_date_of_a_spreadsheet_is_not_a_word(tmp_path):
    write_excel(tmp_path / "a.xlsx", [["token"], [dt.date(2024, 3, 4)]])
    with refused(r"row 2: The value .* is neither text nor a number"):
        read_instances(tmp_path / "a.xlsx")


@pytest.mark.parametrize("column", ["id", "genre", "sentence", "token", "note"])
def test_a_surrogate_in_json_is_refused_with_its_line(tmp_path, column):
    path = tmp_path / "a.jsonl"
    row = {"id": "1", "genre": "", "sentence": "A lamb.", "token": "lamb", column: "a \ud800"}
    path.write_text(f'{{"token": "lamb", "id": "0", "sentence": "A lamb."}}\n{json.dumps(row)}\n')
    with refused("surrogates not allowed", where=f"{path}, line 2"):
        read_instances(path)


def test_a_missing_rating_does_not_make_ratings_substitutes(tmp_path):
    path = tmp_path / "own.tsv"
    path.write_text("A river ran far.\triver\t0.1\nA haploid cell is here.\thaploid\t\n", "utf-8")
    assert read_table(path).header == ["sentence", "token", "complexity"]
