"""Invalid arguments give exit code 2 and no traceback."""


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
    out, _ = run.ok("resources", "list")
    assert "unusable" in out
    short = ("fit", "--corpus", "sample", "--cv", 0, "--estimator", "linear")
    err = run.error(*short, "--features", "full", "--out", "full", code=3)
    assert "truncated" in err
    run.ok(*short, "--out", "core")
