"""``lcp annotate`` for Parquet files, and with several processes."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

TEXTS = ["The deep river rose.", None, "A naïve ewe slept."]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"body": TEXTS}), path)
    return path


def test_parquet_files_give_parquet_files(run, offline, file, tmp_path, small_model):
    out = tmp_path / "out"
    command = ["annotate", file, "--column", "body", "--part-rows", 2, "--model", small_model]
    code, text, err = run(*command, "--out", out)
    assert (code, text) == (0, "")
    assert "Parts: 2 (finished before: 0). Texts: 3. Rated words: 6." in " ".join(err.split())
    assert pq.read_table(out).column_names == ["body", "words", "complexity"]
    assert pq.read_table(out)["body"].to_pylist() == TEXTS
    code, _, err = run(*command, "--out", out)
    assert (code, "finished before: 2" in err) == (0, True)
    code, _, err = run(*command, "--out", out, "--rate-names")
    assert code == 2
    assert "another value of: rate_names" in " ".join(err.split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "need an output folder"),
        (("--out", "out"), "There is no column 'text'"),
        (("--out", "out", "--master", "local"), "--master needs --engine spark"),
        (("--out", "out", "--engine", "spark", "--workers", 2), "--workers needs --engine local"),
        (("--out", "out", "--format", "csv"), "--format is for text files"),
    ],
)
def test_options_that_do_not_fit_raise_an_error(run, file, small_model, options, message):
    code, out, err = run("annotate", file, "--model", small_model, *options)
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())


def test_options_of_parquet_files_do_not_fit_texts(run, offline, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("The river rose.", encoding="utf-8")
    code, _, err = run("annotate", path, "--column", "body")
    assert code == 2
    assert "--column is for Parquet files" in " ".join(err.split())


def test_a_missing_engine_raises_an_error(run, offline, file, small_model, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    options = ("--column", "body", "--out", "out", "--engine", "spark", "--model", small_model)
    code, _, err = run("annotate", file, *options)
    assert code == 3
    assert 'pip install "lcp[spark]"' in " ".join(err.split())


@pytest.mark.skipif(
    find_spec("pyspark") is None or shutil.which("java") is None,
    reason='Java or pyspark is not installed: apt-get install default-jre-headless, ".[spark]"',
)
# Sockets between Spark and Python are closed by the garbage collector.
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_spark_gives_the_files_of_one_process(run, offline, file, tmp_path, small_model):
    tables = []
    for engine in (("spark", "--master", "local[1]"), ("local",)):
        out = tmp_path / engine[0]
        options = ("--column", "body", "--part-rows", 1, "--model", small_model, "--engine")
        code, _, err = run("annotate", f"{tmp_path}/*.parquet", *options, *engine, "--out", out)
        assert code == 0
        assert "Parts: 3" in err
        tables.append(pq.read_table(out))
    assert tables[0] == tables[1]


def test_two_processes_write_the_file_of_one(run, offline, tmp_path):
    file = tmp_path / "text.txt"
    file.write_text("He crossed the deep river in 1999.\n", encoding="utf-8")
    outs = [tmp_path / "one.csv", tmp_path / "two.csv"]
    results = [
        run("annotate", file, "--out", out, "--workers", number)
        for number, out in enumerate(outs, start=1)
    ]
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert results[0] == results[1]


@pytest.mark.parametrize("options", [("--format", "html"), ("--heatmap", "--out", "copy.html")])
def test_several_processes_write_no_pages_or_copies(run, offline, tmp_path, options):
    page = tmp_path / "page.html"
    page.write_text("<p>The deep river rose.</p>", encoding="utf-8")
    code, out, err = run("annotate", page, "--workers", 2, *options)
    assert (code, out) == (2, "")
    assert "--workers" in err
