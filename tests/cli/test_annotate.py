"""``lcp annotate``: formats, options, errors and progress."""

import json
import os
import subprocess
import sys
from contextlib import suppress

import pytest

from lcp.cli import main
from lcp.model.saved_model import load_model

TEXT = "He crossed the deep river in 1999.\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_text_gives_a_table_and_counts(run, offline, file):
    out, err = run.ok("annotate", file)
    head, *rows = out.splitlines()
    columns = ["start", "complexity", "90%", "interval", "hard", "level", "kind", "target"]
    assert head.split() == columns
    assert [row.split()[0] for row in rows] == ["3", "15", "20"]
    assert [row.split()[-1] for row in rows] == ["crossed", "deep", "river"]
    summary = err
    some = load_model().running_text_.threshold("some")
    counts = f"Sentences: 1. Words: 6 (content words: 3; {some:.4g} or more: 0). Expressions: 0."
    assert counts in summary
    assert "Skipped: 3 function words, 1 number, 1 punctuation mark." in summary


NAMED = "The deep Internet surprised Priya at 5 pm; WFTV called it NCT05003895. They gonna go.\n"


def test_json_has_counts_and_skipped_tokens(run, offline, file):
    file.write_text(NAMED, encoding="utf-8")
    content = json.loads(run("annotate", file, "--format", "json")[1])
    skipped = [(t["text"], t["kind"]) for s in content["sentences"] for t in s["skipped"]]
    assert skipped == [
        *(("Internet", "name"), ("Priya", "name"), ("5", "number"), ("pm", "number")),
        *(("WFTV", "abbreviation"), ("NCT05003895", "identifier")),
        *(("gon", "contraction part"), ("na", "contraction part")),
    ]
    assert all(
        NAMED[t["start"] : t["end"]] == t["text"] for t in content["sentences"][0]["skipped"]
    )
    assert content["counts"]["name"] == 2
    assert content["counts"]["identifier"] == 1
    assert content["counts"]["URL"] == 0


def test_a_closed_pipe_is_not_an_error(tmp_path):
    path = tmp_path / "long.txt"
    path.write_text("The deep river rose by the steep bank. " * 5_000, encoding="utf-8")
    command = [sys.executable, "-m", "lcp", "annotate", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline().split()[0] == b"start"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("to_file", [True, False])
def test_the_progress_bar_does_not_mix_with_the_result(
    offline, file, tmp_path, monkeypatch, to_file
):
    import pty

    ours, terminal = pty.openpty()
    file.write_text("A naïve ewe slept.", encoding="utf-8")
    path = tmp_path / "result"
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "argv", ["lcp", "annotate", str(file), "--format", "csv"])
    # The output is too short to fill the terminal's buffer.
    tty = os.fdopen(terminal, "w", encoding="latin-1")
    with path.open("w", encoding="latin-1") as out, tty:
        monkeypatch.setattr(sys, "stdout", out if to_file else tty)
        monkeypatch.setattr(sys, "stderr", tty)
        with pytest.raises(SystemExit):
            main()
        monkeypatch.undo()
    # One read may return only what one write wrote. At the end Linux raises an error.
    written = b""
    with suppress(OSError):
        while piece := os.read(ours, 65_536):
            written += piece
    os.close(ours)
    screen = written.decode("latin-1")
    assert ("annotating" in screen) is to_file
    assert ("sentence,text" in screen) is not to_file
    # A redirected result is UTF-8.
    assert (",naïve," in path.read_text("utf-8", errors="replace")) is to_file


def test_a_document_is_annotated_by_its_readable_text(run, offline, page, file):
    _, out, err = run("annotate", page)
    assert [row.split()[-1] for row in out.splitlines()[1:]] == [
        *("deep", "river", "flooded", "acquiescence")
    ]
    assert "markup" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes")
def test_a_named_pipe_is_read(run, offline, file, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["/bin/sh", "-c", f'cat "{file}" > "{pipe}"']):
        assert run("annotate", pipe)[1] == run("annotate", file)[1]
