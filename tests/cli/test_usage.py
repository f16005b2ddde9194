"""Wrong words on the command line: the exit code of bad input, and no traceback."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--taks"], "--taks"),
        (["ftch"], "fetch"),
        (["fit", "--task", "3"], "--task"),
        (["fit", "--cv", "one"], "--cv"),
        (["fit", "--cv", "1"], "nothing to train on"),
        (["fit", "--group-by", "genre"], "--group-by"),
        (["fit", "--corpus", "sample", "--cv", "5000"], "cannot fill 5000 folds"),
        (["predict"], "FILE.tsv"),
        (["predict", "m", "--sentence", "A", "--target", "A", "--out", "x.csv"], "--out"),
        (["predict", "m", "in.tsv", "--target", "A"], "not both"),
        (["predict", "in.tsv", "--coverage", "90"], "not between 0 and 1"),
        (["split", "in.tsv"], "--out"),
    ],
)
def test_a_usage_error_says_what_is_wrong_and_exits_with_2(run, offline, arguments, says):
    code, out, err = run(*arguments)
    assert code == 2
    assert says in err
    assert "Traceback" not in err
    assert out == ""


def test_no_command_shows_the_help(run):
    _, out, err = run()
    assert "Usage" in out + err


def test_an_altered_file_is_said_and_does_not_stop_what_does_not_need_it(
    run, offline, tmp_path, monkeypatch
):
    mirror = tmp_path / "mirror"
    (mirror / "norms").mkdir(parents=True)
    (mirror / "norms/mrc.csv").write_text("WORD,FAM\n")
    monkeypatch.setenv("LCP_DATA", str(mirror))
    code, out, _ = run("resources")
    assert code == 0
    assert "unusable" in out
    code, _, err = run("fit", "--corpus", "sample", "--cv", 0, "--model", "ridge")
    assert code == 0
    assert "truncated" in err


def test_no_line_of_the_scores_is_broken_at_80_columns(run, offline):
    _, out, _ = run("fit", "--task", 2, "--corpus", "sample", "--cv", 2, "--model", "ridge")
    (line,) = [line for line in out.splitlines() if "Pearson" in line]
    assert line.count("–") == 3
    assert line.count(")") == 3
