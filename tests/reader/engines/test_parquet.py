"""Parquet files: parts, resumption, several processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lcp.errors import LCPError
from lcp.files.input_files import LARGEST
from lcp.reader.engines.arrow import BatchAnnotator
from lcp.reader.engines.parquet import prepare, run
from tests.errors import refused

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


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_parts_are_ranges_of_rows_within_row_groups(files, out, annotator):
    parts = prepare(f"{files}/**/*.parquet", out, annotator, rows=2)
    assert [(part.group, part.first, part.rows) for part in parts] == [
        *((0, 0, 2), (0, 2, 1), (1, 0, 2)),
        (0, 0, 2),
    ]
    targets = [Path(part.target).relative_to(out).as_posix() for part in parts]
    assert targets == [*(f"a-0000{number}.parquet" for number in range(3)), "b/a-00000.parquet"]


@pytest.mark.parametrize("rows", [1, 2, 10])
def test_parts_contain_all_rows_in_order(files, out, annotator, rows, monkeypatch):
    # A long text can be in many rows of a small file.
    monkeypatch.setitem(LARGEST, "workbook", 20)
    parts = prepare(str(files / "a.parquet"), out, annotator, rows)
    assert list(run(parts, annotator)) == [*range(1, len(parts) + 1)]
    written = pa.concat_tables(pq.read_table(part.target) for part in parts)
    assert written == annotator(pq.read_table(files / "a.parquet"))
    assert [pq.read_metadata(p.target).num_row_groups for p in parts] == [p.rows for p in parts]


def test_finished_parts_are_skipped_and_unreadable_ones_repeated(files, out, annotator):
    parts = prepare(f"{files}/*.parquet", out, annotator, rows=2)
    list(run(parts[:1], annotator))
    before = Path(parts[0].target).stat().st_mtime_ns
    Path(parts[1].target).touch()
    temporary = [out / f".a-0000{number}.parquet-0123abcd" for number in (1, 2)]
    for path in [*temporary, out / ".mine.parquet"]:
        path.touch()
    os.utime(temporary[0], (0, 0))
    assert prepare(f"{files}/*.parquet", out, annotator, rows=2) == parts
    assert list(run(parts, annotator)) == [1, 2]
    assert Path(parts[0].target).stat().st_mtime_ns == before
    # Another process may be writing the new temporary file; the other hidden one is the user's.
    assert names(out) == [
        ".a-00002.parquet-0123abcd",
        ".mine.parquet",
        "_lcp.json",
        *(f"a-0000{number}.parquet" for number in range(3)),
    ]


def test_two_files_of_one_name_are_refused(files, out, annotator):
    (files / "a.pq").write_bytes((files / "a.parquet").read_bytes())
    with refused("under the same name"):
        prepare(f"{files}/a.p*", out, annotator)
    assert not out.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have only UTF-8 names")
def test_a_file_name_need_not_be_text(files, out, annotator):
    name = os.fsdecode(b"caf\xe9.parquet")
    (files / "a.parquet").rename(files / name)
    parts = prepare(f"{files}/{name}", out, annotator)
    assert list(run(parts, annotator)) == [*range(1, len(parts) + 1)]
    assert parts[0].is_done()


def test_two_processes_give_the_same_files(files, tmp_path, annotator):
    results = []
    for n_jobs in (1, 2):
        parts = prepare(f"{files}/**/*.parquet", tmp_path / f"{n_jobs}", annotator, rows=2)
        assert list(run(parts, annotator, n_jobs)) == [1, 2, 3, 4]
        results.append([pq.read_table(part.target) for part in parts])
    assert results[0] == results[1]


class Fragile(BatchAnnotator):
    """An annotator that kills its process at a text, once the file `marker` does not exist."""

    marker: Path

    def stream(self, batches):
        for batch in super().stream(batches):
            if KILLER in batch.column("text").to_pylist() and not self.marker.exists():
                self.marker.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            yield batch


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_run_continues_after_a_killed_worker(tmp_path, out, small_model):
    texts = [f"The deep river rose {number} times." for number in range(8)]
    texts[5] = KILLER
    pq.write_table(pa.table({"text": texts}), tmp_path / "in.parquet")
    fragile = Fragile(small_model)
    fragile.marker = tmp_path / "killed"
    parts = prepare(str(tmp_path / "in.parquet"), out, fragile, rows=2)
    with pytest.raises(LCPError):
        list(run(parts, fragile, n_jobs=2))
    assert not parts[2].is_done()
    parts = prepare(str(tmp_path / "in.parquet"), out, fragile, rows=2)
    list(run(parts, fragile))
    assert len([name for name in names(out) if not name.startswith(".")]) == 5
    written = pa.concat_tables(pq.read_table(part.target) for part in parts)
    assert written == fragile(pa.table({"text": texts}))


#: Annotates Parquet files of the folder given as argument, with two workers; prints when both work.
JOB = """
import sys, time
from pathlib import Path
from lcp.reader.engines.arrow import BatchAnnotator
from lcp.reader.engines.parquet import prepare, run

class Slow(BatchAnnotator):
    def stream(self, batches):
        (Path(sys.argv[1]) / f"pid-{__import__('os').getpid()}").touch()
        time.sleep(60)
        yield from super().stream(batches)

if __name__ == "__main__":
    annotator = Slow(sys.argv[2])
    parts = prepare(sys.argv[1] + "/*.parquet", Path(sys.argv[1]) / "out", annotator, rows=1)
    list(run(parts, annotator, n_jobs=2))
"""


def running(pid):
    """Whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
def test_workers_end_with_a_killed_parent(tmp_path, small_model):
    pq.write_table(pa.table({"text": TEXTS[:2]}), tmp_path / "in.parquet")
    script = tmp_path / "job.py"
    script.write_text(JOB, encoding="utf-8")
    job = subprocess.Popen([sys.executable, script, tmp_path, small_model])
    deadline = time.monotonic() + 120
    while len(pids := [int(p.name[4:]) for p in tmp_path.glob("pid-*")]) < 2:
        assert job.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert all(map(running, pids))
    job.kill()
    job.wait()
    while any(map(running, pids)):
        assert time.monotonic() < deadline, "the workers still run"
        time.sleep(0.1)


def test_results_of_other_options_are_not_continued(tmp_path, files, out, annotator, small_model):
    pattern = f"{files}/*.parquet"
    prepare(pattern, out, annotator)
    prepare(pattern, out, annotator)
    for other, rows in ((BatchAnnotator(small_model, threshold=0.5), 10_000), (annotator, 7)):
        with refused(where=out):
            prepare(pattern, out, other, rows)
    (out / "_lcp.json").write_text("[", encoding="utf-8")
    with refused(where=out / "_lcp.json"):
        prepare(pattern, out, annotator)


def rewrite(path):
    """Write other texts into a Parquet file, with as many rows."""
    table = pq.read_table(path)
    texts = pa.array(["The river fell."] * len(table))
    pq.write_table(table.set_column(1, "text", texts), path)


@pytest.mark.parametrize(
    "change", [rewrite, lambda path: os.utime(path, ns=(0, 0))], ids=["other texts", "another time"]
)
def test_results_of_changed_input_are_not_continued(files, out, annotator, change):
    pattern = f"{files}/**/*.parquet"
    list(run(prepare(pattern, out, annotator), annotator))
    change(files / "b/a.parquet")
    with refused() as error:
        prepare(pattern, out, annotator)
    assert str(files / "b/a.parquet") in error.value.what


def test_results_of_another_folder_are_not_continued(tmp_path, files, out, annotator):
    list(run(prepare(f"{files}/*.parquet", out, annotator), annotator))
    other = files.rename(tmp_path / "in2")
    with refused():
        prepare(f"{other}/*.parquet", out, annotator)


def test_new_input_files_are_added(files, out, annotator):
    list(run(prepare(f"{files}/*.parquet", out, annotator), annotator))
    pq.write_table(pa.table({"id": [1], "text": ["A river."]}), files / "c.parquet")
    parts = prepare(f"{files}/*.parquet", out, annotator)
    assert list(run(parts, annotator)) == [1]


@pytest.mark.parametrize("name", ["other.parquet", "b/other.parquet"])
def test_files_of_others_in_the_output_folder_raise_an_error(files, out, annotator, name):
    prepare(f"{files}/*.parquet", out, annotator)
    (out / name).parent.mkdir(exist_ok=True)
    pq.write_table(pa.table({"id": range(3)}), out / name)
    with refused(where=out / name):
        prepare(f"{files}/*.parquet", out, annotator)


def test_an_output_folder_with_other_files_raises_an_error(files, tmp_path, annotator):
    with refused(where=tmp_path):
        prepare(f"{files}/*.parquet", tmp_path, annotator)


def test_unsuitable_files_raise_an_error(files, out, annotator):
    with refused():
        prepare(f"{files}/*.csv", out, annotator)
    (files / "c.parquet").write_text("x", encoding="utf-8")
    for pattern, column in (("*.parquet", "text"), ("b/*.parquet", "x")):
        with refused() as error:
            prepare(f"{files}/{pattern}", out, BatchAnnotator(annotator.model, column=column))
        assert str(error.value.where).endswith(".parquet")
    assert not out.exists()
