"""``lcp annotate`` for Parquet files."""

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
    command = ["annotate", file, "--column", "body", "--model", small_model, "--jobs", 2]
    code, text, err = run(*command, "--out", out)
    assert (code, text) == (0, "")
    assert "Parts: 1 (finished before: 0). Texts: 3." in err
    assert pq.read_table(out).column_names == ["body", "words", "summary"]
    assert pq.read_table(out)["body"].to_pylist() == TEXTS
    code, _, err = run(*command, "--out", out)
    assert (code, "finished before: 1" in err) == (0, True)
    err = run.error(*command, "--out", out, "--threshold", "few")
    assert "threshold" in err


@pytest.mark.parametrize("options", [(), ("--out", "out"), ("--out", "out", "--format", "csv")])
def test_options_that_do_not_fit_raise_an_error(run, file, small_model, options):
    run.error("annotate", file, "--model", small_model, *options)
