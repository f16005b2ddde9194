"""``lcp ablate``: a report, an interrupt that loses nothing, and clear refusals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

COMMAND = ["ablate", "--corpus", "sample", "--features", "core", "--model", "ridge"]
SHORT = [*COMMAND, "--cv", "2", "--repeats", "1", "--jobs", "1"]


def test_it_writes_a_report_and_finds_everything_the_second_time(run, offline, tmp_path):
    code, out, err = run(*SHORT)
    assert code == 0
    assert "without lexicon" in out
    assert "BUNDLED SAMPLE CORPUS" in err
    folder = tmp_path / "here/lcp-ablations/task1-core-ridge-leave-one-out-by-family"
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert f"lcp {' '.join(SHORT)}" in page
    table = (folder / "table.csv").read_text()
    code, again, err = run(*SHORT)
    assert code == 0
    assert "Found 10 of 10" in err.replace("\n", " ")
    assert again == out
    assert (folder / "table.csv").read_text() == table
    code, _, err = run(*SHORT, "--seed", "1")
    assert code == 2
    assert "seed 0 then, 1 now" in err.replace("\n", " ")


def test_task_2_reports_words_and_expressions(run, offline, tmp_path):
    small = ["--features", "features.toml", "--out", "r", "--task", "2", "--mode", "only-one"]
    families = "[families.length]\ncmudict = false\n[families.context]\n"
    (tmp_path / "here/features.toml").write_text(families)
    code, out, err = run(*SHORT, *small)
    assert code == 0
    assert out.count("frequency-baseline") == 3
    assert "multi-word expressions" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--by", "letter"], "--by"),
        (["--mode", "all"], "--mode"),
        (["--cv", "1"], "--cv"),
        (["--cv", "5000"], "cannot fill 5000 folds"),
        (["--features", "frequency-baseline"], "only one family"),
        (["--out", "."], "something else"),
    ],
)
def test_a_wrong_option_is_said_without_a_traceback(run, offline, tmp_path, arguments, says):
    (tmp_path / "here/notes.txt").write_text("mine")
    code, out, err = run(*SHORT, *arguments)
    assert code == 2
    assert says in err
    assert "Traceback" not in err
    assert out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a child")
def test_ctrl_c_keeps_what_is_finished(tmp_path):
    environment = {**os.environ, "LCP_CACHE": str(tmp_path / "cache"), "LCP_DATA": ""}
    command = [sys.executable, "-m", "lcp", *COMMAND, "--repeats", "500", "--out", "r"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    ) as child:
        cells = tmp_path / "r/cells"
        while child.poll() is None and not (cells.is_dir() and any(cells.glob("[!.]*.npz"))):
            time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        rest = child.communicate(timeout=120)[1]
    assert child.returncode == 130
    assert "the same command goes on" in rest
    assert "Traceback" not in rest
    assert all(path.suffix == ".npz" for path in cells.iterdir())
    assert not (tmp_path / "r/report.html").exists()
