"""Invalid arguments give exit code 2 and no traceback."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--taks"], "--taks"),
        (["resurces"], "resources"),
        (["fit", "--cv", "one"], "--cv"),
        (["fit", "--cv", "1"], "1 folds is not possible"),
        (["fit", "--cv", "0", "--group-by", "lemma"], "--group-by is for cross-validation"),
        (["evaluate"], "There is nothing to score"),
        (["fit", "--corpus", "sample", "--group-by", "title"], "a 'title' to group by"),
        (["fit", "--corpus", "sample", "--cv", "5000"], "cannot fill 5000 folds"),
        (["predict"], "words.csv"),
        (["predict", "--target"], "lcp predict --help"),
        (["split", "in.tsv"], "--out"),
    ],
)
def test_usage_errors_have_a_message_and_exit_code_2(run, offline, arguments, message):
    code, out, err = run(*arguments)
    assert code == 2
    assert message in err
    assert "Traceback" not in err
    assert out == ""


def test_help_is_shown_without_a_command(run):
    _, out, err = run()
    assert "Usage" in out + err


def test_an_altered_file_is_reported_and_stops_only_what_needs_it(
    run, offline, tmp_path, monkeypatch
):
    mirror = tmp_path / "mirror"
    (mirror / "norms").mkdir(parents=True)
    (mirror / "norms/mrc.csv").write_text("WORD,FAM\n")
    monkeypatch.setenv("LCP_DATA", str(mirror))
    code, out, _ = run("resources", "list")
    assert code == 0
    assert "unusable" in out
    short = ("fit", "--corpus", "sample", "--cv", 0, "--estimator", "linear")
    code, _, err = run(*short, "--features", "full", "--out", "full")
    assert code == 3
    assert "truncated" in err
    assert run(*short, "--out", "core")[0] == 0
