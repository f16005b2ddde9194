"""Parquet files: parts, resumption, several processes, and the command."""

from __future__ import annotations

import json
import os
import re

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lcp import parquet
from lcp.batch import BatchAnnotator
from lcp.errors import InputError, LCPError
from lcp.parquet import annotate_part, begin, finish, parts_of

TEXTS = ["The deep river rose.", "", None, "A naïve ewe slept.", "The acquiescence was mild."]
KILLER = "Kill this worker."


@pytest.fixture
def files(tmp_path):
    """Write two files, of 5 rows in row groups of 3, and of 2 rows."""
    folder = tmp_path / "in"
    (folder / "b").mkdir(parents=True)
    table = pa.table({"id": range(5), "text": TEXTS})
    pq.write_table(table, folder / "a.parquet", row_group_size=3)
    pq.write_table(table.slice(0, 2), folder / "b/a.parquet")
    return folder


@pytest.fixture
def annotator(small_model):
    return BatchAnnotator(small_model)


def test_parts_are_ranges_of_rows_within_row_groups(files, tmp_path, annotator):
    parts = parts_of(f"{files}/**/*.parquet", tmp_path / "out", annotator, rows=2)
    assert [(part.group, part.first, part.rows) for part in parts] == [
        *((0, 0, 2), (0, 2, 1), (1, 0, 2)),
        (0, 0, 2),
    ]
    targets = [os.path.relpath(part.target, tmp_path / "out") for part in parts]
    names = ["a-00000.parquet", "a-00001.parquet", "a-00002.parquet"]
    assert targets == [*names, os.path.join("b", names[0])]  # noqa: PTH118


@pytest.mark.parametrize("rows", [1, 2, 10])
def test_parts_contain_all_rows_in_order(files, tmp_path, annotator, rows, monkeypatch):
    monkeypatch.setattr(parquet, "_READ_ROWS", 2)
    parts = parts_of(str(files / "a.parquet"), tmp_path / "out", annotator, rows)
    assert list(parquet.run(parts, annotator)) == [*range(1, len(parts) + 1)]
    written = pa.concat_tables(pq.read_table(part.target) for part in parts)
    assert written == annotator(pq.read_table(files / "a.parquet"))
    assert finish(parts) == (5, 8)


def test_finished_parts_are_skipped_and_incomplete_ones_repeated(files, tmp_path, annotator):
    parts = parts_of(f"{files}/*.parquet", tmp_path / "out", annotator, rows=2)
    annotate_part(parts[0], annotator)
    before = os.stat(parts[0].target).st_mtime_ns  # noqa: PTH116
    pq.write_table(pq.read_table(parts[0].target), parts[1].target)
    (tmp_path / "out" / ".a-00002.parquet-killed").touch()
    (tmp_path / "out" / "a-00002.parquet").touch()
    assert list(parquet.run(parts, annotator)) == [1, 2]
    assert os.stat(parts[0].target).st_mtime_ns == before  # noqa: PTH116
    finish(parts)
    names = [f"a-0000{number}.parquet" for number in range(3)]
    assert sorted(os.listdir(tmp_path / "out")) == names  # noqa: PTH208


def test_two_processes_give_the_same_files(files, tmp_path, annotator):
    results = []
    for workers in (1, 2):
        parts = parts_of(f"{files}/**/*.parquet", tmp_path / f"{workers}", annotator, rows=2)
        assert list(parquet.run(parts, annotator, workers)) == [1, 2, 3, 4]
        results.append([pq.read_table(part.target) for part in parts])
    assert results[0] == results[1]


class Fragile(BatchAnnotator):
    """An annotator that kills its process at a text, once the file `marker` does not exist."""

    marker = ""

    def stream(self, batches):
        for batch in super().stream(batches):
            if KILLER in batch.column("text").to_pylist() and not os.path.exists(self.marker):  # noqa: PTH110
                with open(self.marker, "w", encoding="utf-8"):  # noqa: PTH123
                    os.kill(os.getpid(), 9)
            yield batch


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_run_continues_after_a_killed_worker(tmp_path, small_model):
    texts = [f"The deep river rose {number} times." for number in range(8)]
    texts[5] = KILLER
    pq.write_table(pa.table({"text": texts}), tmp_path / "in.parquet")
    fragile = Fragile(small_model)
    fragile.marker = str(tmp_path / "killed")
    parts = parts_of(str(tmp_path / "in.parquet"), tmp_path / "out", fragile, rows=2)
    with pytest.raises(LCPError, match="ended before"):
        list(parquet.run(parts, fragile, workers=2))
    assert not parts[2].finished()
    list(parquet.run(parts, fragile))
    finish(parts)
    assert len(list((tmp_path / "out").iterdir())) == 4
    written = pa.concat_tables(pq.read_table(part.target) for part in parts)
    assert written == fragile(pa.table({"text": texts}))


def test_results_of_other_options_are_not_continued(tmp_path, annotator, small_model):
    out = tmp_path / "out"
    begin(out, annotator)
    begin(out, annotator)
    with pytest.raises(InputError, match="another value of: threshold"):
        begin(out, BatchAnnotator(small_model, threshold=0.5))
    with pytest.raises(InputError, match="another value of: rows"):
        begin(out, annotator, rows=7)
    with pytest.raises(InputError, match="not empty"):
        begin(tmp_path, annotator)
    (out / "_lcp.json").write_text("[", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        begin(out, annotator)


def test_unsuitable_files_raise_an_error(files, tmp_path, annotator):
    with pytest.raises(InputError, match="No file matches"):
        parts_of(f"{files}/*.csv", tmp_path, annotator)
    (files / "c.parquet").write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match=re.escape("c.parquet: The file cannot be read")):
        parts_of(f"{files}/*.parquet", tmp_path, annotator)
    with pytest.raises(InputError, match="There is no column 'x'"):
        parts_of(f"{files}/b/*.parquet", tmp_path, BatchAnnotator(annotator.model, column="x"))


def test_counts_are_in_the_metadata(files, tmp_path, annotator):
    [part] = parts_of(f"{files}/b/*.parquet", tmp_path / "out", annotator)
    annotate_part(part, annotator)
    counts = json.loads(pq.read_metadata(part.target).metadata[b"lcp"])
    assert counts == {"texts": 2, "words": 3}
