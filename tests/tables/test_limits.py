"""Small files that become large tables, and files without an end, are refused."""

import io
import re
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lcp.corpora.parsers.instances_file import read_instances
from lcp.features.featureset import FeatureSet
from lcp.tables import input_tables
from tests.errors import refused


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev/zero")
@pytest.mark.parametrize("read", [read_instances, FeatureSet.load])
def test_a_file_without_an_end_is_refused(read, monkeypatch):
    monkeypatch.setitem(input_tables.LARGEST, "table", 1_000_000)
    with refused("The file has more than"):
        read(Path("/dev/zero"))


def workbook(rows):
    """Return an Excel file with the XML of the rows of its sheet."""
    from openpyxl import Workbook

    stream, changed = io.BytesIO(), io.BytesIO()
    Workbook().save(stream)
    with ZipFile(stream) as old, ZipFile(changed, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("sheet1.xml"):
                content = re.sub(
                    b"<sheetData.*</sheetData>", b"<sheetData>%b</sheetData>" % rows, content
                )
                assert rows in content
            new.writestr(name, content)
    return changed.getvalue()


def parquet(table):
    stream = io.BytesIO()
    pq.write_table(table, stream)
    return stream.getvalue()


FAR = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
BEYOND = b'<row r="2000000000"><c r="A2000000000"><v>1</v></c></row>'
EMPTY = b"<row><c>" + b"<a/>" * 3_000_000 + b"</c></row>"
LIST = pa.ListArray.from_arrays([0, 99_000_000], pa.nulls(99_000_000))
LONG = pa.array(["a" * 10_000]).dictionary_encode()
REPEATED = pa.DictionaryArray.from_arrays([0] * 100_000, LONG.dictionary)
KEYS = "".join(f'{{"column{number}": 1}}\n' for number in range(6_000))


@pytest.mark.parametrize(
    ("ending", "content"),
    [
        (".xlsx", lambda: workbook(FAR)),
        (".xlsx", lambda: workbook(BEYOND)),
        (".xlsx", lambda: workbook(EMPTY)),
        (".xlsx", lambda: workbook(b" " * 70_000_000)),
        (".parquet", lambda: parquet(pa.table({"token": LIST}))),
        (".parquet", lambda: parquet(pa.table({"token": REPEATED}))),
        (".parquet", lambda: parquet(pa.table({"token": pa.nulls(21_000_000)}))),
        (".jsonl", KEYS.encode),
        (".tsv", lambda: b"token\n" + b"\t" * 21_000_000),
        (".csv", lambda: b"token\n" + b"\n" * 21_000_000),
        (".txt", lambda: b"\r" * 21_000_000),
    ],
)
def test_a_small_file_with_a_large_table_is_refused(tmp_path, ending, content, monkeypatch):
    monkeypatch.setitem(input_tables.LARGEST, "table", 200_000_000)
    path = tmp_path / f"a{ending}"
    path.write_bytes(content())
    tracked = pytest.importorskip("resource")
    before = tracked.getrusage(tracked.RUSAGE_SELF).ru_maxrss
    with refused():
        read_instances(path)
    # Kilobytes on Linux.
    assert tracked.getrusage(tracked.RUSAGE_SELF).ru_maxrss < before + 1_000_000


@pytest.mark.parametrize("ending", [".tsv", ".csv", ".jsonl", ".xlsx", ".parquet"])
def test_the_number_of_cells_is_limited_in_every_format(tmp_path, ending, monkeypatch):
    import pandas as pd

    from lcp.tables.output_tables import write_table

    path = tmp_path / f"a{ending}"
    write_table(pd.DataFrame({"token": ["river"] * 40, "note": ["a"] * 40}), path)
    assert len(read_instances(path)) == 40
    monkeypatch.setattr(input_tables, "MOST_CELLS", 70)
    with refused("more than 70 cells"):
        read_instances(path)
