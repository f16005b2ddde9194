"""Files without an end, and small ones that unpack to large ones, are refused."""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pandas as pd
import pytest

from lcp.corpora import read_instances
from lcp.corpora.parsers import tables
from lcp.errors import InputError
from lcp.features.featureset import FeatureSet

SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<sheetData>{rows}</sheetData></worksheet>"
)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev/zero")
@pytest.mark.parametrize("read", [read_instances, FeatureSet.load])
def test_a_file_without_an_end_is_refused(read, monkeypatch):
    monkeypatch.setattr(tables, "LARGEST", 1_000_000)
    with pytest.raises(InputError, match="The file has more than"):
        read(Path("/dev/zero"))


@pytest.fixture
def workbook(tmp_path):
    """Return a function that writes a workbook with other rows."""
    path = tmp_path / "a.xlsx"
    pd.DataFrame({"token": ["lamb"]}).to_excel(path, index=False)

    def with_rows(rows):
        with ZipFile(path) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        members["xl/worksheets/sheet1.xml"] = SHEET.format(rows=rows).encode()
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            for name, content in members.items():
                archive.writestr(name, content)
        return path

    return with_rows


def test_a_workbook_that_unpacks_to_too_much_is_refused(workbook, monkeypatch):
    monkeypatch.setattr(tables, "LARGEST", 1_000_000)
    path = workbook("<row/>" * 200_000)
    assert path.stat().st_size < 20_000
    with pytest.raises(InputError, match="The file has more than"):
        read_instances(path)


def test_distant_cells_of_a_workbook_do_not_fill_the_memory(workbook, monkeypatch):
    monkeypatch.setattr(tables, "MOST_CELLS", 100_000)
    for rows in (
        '<row r="1"><c r="A1"/></row><row r="1048576"><c r="A1048576"/></row>',
        "".join(f'<row r="{r}"><c r="XFD{r}"/></row>' for r in range(1, 20)),
    ):
        with pytest.raises(InputError, match="The table has more than 100,000 cells"):
            read_instances(workbook(rows))


def test_repeated_values_in_parquet_do_not_fill_the_memory(tmp_path, monkeypatch):
    path = tmp_path / "a.parquet"
    pd.DataFrame({"token": ["lamb"] * 50_000}).to_parquet(path)
    assert path.stat().st_size < 5_000
    monkeypatch.setattr(tables, "MOST_CELLS", 20_000)
    with pytest.raises(InputError, match="The table has more than 20,000 cells"):
        read_instances(path)
