"""``lcp ablate``: reports, interruptions and errors."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

COMMAND = ["ablate", "--task", "1", "--corpus", "sample", "--recipe", "ridge"]
SHORT = [*COMMAND, "--features", "few.toml", "--cv", "2", "--repeats", "1", "--jobs", "1"]
FEATURES = "[families.length]\ncmudict = false\n[families.context]\n"


@pytest.fixture(autouse=True)
def few_features(run, tmp_path):
    """A set of two families in the current folder."""
    (tmp_path / "here/few.toml").write_text(FEATURES)


def test_a_report_is_written_and_a_second_run_reuses_all_models(run, offline, tmp_path):
    code, out, err = run(*SHORT)
    assert code == 0
    assert "without length" in out
    assert "BUNDLED SAMPLE CORPUS" in err
    folder = tmp_path / "here/lcp-ablations/complexity-1-few-ridge-by-family"
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert f"lcp {' '.join(SHORT)}" in page
    table = (folder / "scores.csv").read_text()
    code, again, err = run(*SHORT)
    assert code == 0
    assert "Reusing 3 of 3" in err.replace("\n", " ")
    assert again == out
    assert (folder / "scores.csv").read_text() == table
    code, _, err = run(*SHORT, "--seed", "1")
    assert code == 0
    assert "Reusing" not in err


def test_task_2_reports_words_and_expressions(run, offline, tmp_path):
    code, out, err = run(*SHORT, "--out", "r", "--task", "2")
    assert code == 0
    assert out.count("without length") == 3
    assert "multi-word expressions" in err


def test_ratings_on_another_scale_are_mapped(run, offline, tmp_path):
    from lcp.corpora import load_corpus

    table = load_corpus("sample", task=1)
    table["complexity"] = 1 + 4 * table["complexity"]
    columns = ["id", "genre", "sentence", "token", "complexity"]
    table[columns].to_csv("rated.csv", index=False)
    few = [*SHORT[:4], "rated.csv", *SHORT[5:]]
    assert "FILE@1-5" in run(*few, "--out", "refused")[2]
    few[4] += "@1-5"
    code, out, _ = run(*few, "--out", "scaled")
    assert code == 0
    assert out == run(*SHORT, "--out", "same")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--by", "letter"], "--by"),
        (["--cv", "1"], "--cv"),
        (["--cv", "5000"], "cannot fill 5000 folds"),
        (["--features", "frequency-baseline"], "only one family"),
        (["--out", "notes.txt"], "This is a file"),
    ],
)
def test_invalid_options_raise_an_error(run, offline, tmp_path, arguments, message):
    (tmp_path / "here/notes.txt").write_text("mine")
    code, out, err = run(*SHORT, *arguments)
    assert code == 2
    assert message in err
    assert "Traceback" not in err
    assert out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a child")
def test_an_interruption_keeps_finished_models(tmp_path):
    environment = {**os.environ, "LCP_CACHE": str(tmp_path / "cache"), "LCP_DATA": ""}
    command = [sys.executable, "-m", "lcp", *COMMAND, "--features", "core", "--repeats", "500"]
    with subprocess.Popen(
        [*command, "--out", "r"], cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    ) as child:
        cells = tmp_path / "r/cells"
        while child.poll() is None and not (cells.is_dir() and any(cells.glob("[!.]*.npy"))):
            time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        rest = child.communicate(timeout=120)[1]
    assert child.returncode == 130
    assert "Run the same command again to continue." in rest
    assert "Traceback" not in rest
    assert all(path.suffix == ".npy" for path in cells.iterdir())
    assert not (tmp_path / "r/report.html").exists()
