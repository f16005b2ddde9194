"""Invalid arguments give exit code 2 and no traceback; all commands can be quiet."""

import typer

from lcp.cli import app, console


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


def test_quiet_silences_notes_but_not_results_and_errors(run, tmp_path, monkeypatch):
    monkeypatch.setattr(console.err, "quiet", False)
    text = tmp_path / "text.txt"
    text.write_text("The acquiescence surprised me.")
    annotate = ("annotate", text, "--out", "out.csv")
    assert "Wrote" in run.ok(*annotate)[1]
    assert run.ok(*annotate, "--quiet") == ("", "")
    assert "acquiescence" in run.ok("annotate", text, "--quiet")[0]
    assert "There is no such file" in run.error("annotate", "none.txt", "--quiet")
    # The option holds for one command.
    assert "Wrote" in run.ok(*annotate)[1]


def test_every_command_can_be_quiet():
    commands = [typer.main.get_command(app)]
    for command in commands:
        below = getattr(command, "commands", {}).values()
        commands += below
        assert below or "quiet" in [parameter.name for parameter in command.params], command.name
