"""Output to streams of other encodings, such as cp1252 on Windows."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lcp.cli import main
from lcp.cli.console import make_writable
from tests.cases import cases

SENTENCE = ("--sentence", "They will commence their studies today.", "--target", "commence")


@pytest.fixture
def run_encoded(monkeypatch, tmp_path):
    """Call ``lcp`` with streams of an encoding; returns exit code and the bytes of both streams."""
    monkeypatch.chdir(tmp_path)

    def call(encoding, *arguments):
        streams = [io.BytesIO(), io.BytesIO()]
        for name, stream in zip(("stdout", "stderr"), streams, strict=True):
            monkeypatch.setattr(sys, name, io.TextIOWrapper(stream, encoding))
        monkeypatch.setattr(sys, "argv", ["lcp", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        sys.stdout.flush()
        sys.stderr.flush()
        return int(stopped.value.code or 0), *(stream.getvalue() for stream in streams)

    return call


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", *SENTENCE),
        ("substitutes", *SENTENCE, "--candidates", "start,begin"),
        ("annotate", "text.txt"),
        ("annotate", "text.txt", "--format", "json"),
        ("profile", "text.txt"),
    ],
    ids=lambda arguments: " ".join(arguments[:1] + arguments[3:]) if arguments else "",
)
def test_results_are_utf_8_if_the_stream_has_another_encoding(
    run_encoded, tmp_path, encoding, arguments
):
    text = "The naïve café – Ψ and Dvořák – stayed open. “Acquiescence” surprised everyone."
    (tmp_path / "text.txt").write_text(text, encoding="utf-8")
    code, out, err = run_encoded(encoding, *arguments)
    assert code == 0
    assert out.decode("utf-8") == run_encoded("utf-8", *arguments)[1].decode("utf-8")
    assert b"Traceback" not in err
    assert not out.isascii()


def test_an_error_with_other_characters_is_printed(run_encoded):
    code, _, err = run_encoded("cp1252", "predict", "--sentence", "Река.", "--target", "река́я")
    assert code == 2
    assert "река́я" in err.decode("utf-8")


STARTS = {
    "annotate": {
        "csv": "sentence,",
        "json": "{",
        "jsonl": "{",
        "html": "<!DOCTYPE",
        "txt": "   start",
    },
    "profile": {"csv": "name,", "json": "{", "html": "<!DOCTYPE"},
    "words": {"csv": "lemma,", "apkg": "PK", "zip": "PK", "yml": "extends"},
}


@pytest.mark.parametrize("command", STARTS)
def test_the_format_follows_the_ending_and_standard_input_is_read(
    run, offline, tmp_path, monkeypatch, command
):
    text = tmp_path / "here/text.txt"
    text.write_text("The haploinsufficiency of the deep river surprised everyone.", "utf-8")
    for ending, start in STARTS[command].items():
        out, err = run.ok(command, "text.txt", "--out", f"out.{ending}")
        assert (out, f"out.{ending}." in "".join(err.splitlines())) == ("", True)
        written = (tmp_path / f"here/out.{ending}").read_text("utf-8", errors="replace")
        assert written.startswith(start)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.read_bytes())))
    read = run.ok(command, "-")[0]
    assert read.replace("standard input", "text.txt") == run.ok(command, "text.txt")[0]


class Terminal(io.TextIOWrapper):
    def isatty(self):
        return True


def test_a_terminal_keeps_its_encoding():
    stream = io.BytesIO()
    terminal = Terminal(stream, "cp1252")
    make_writable(terminal)
    terminal.write("é−")
    terminal.flush()
    assert stream.getvalue() == b"\xe9?"


@cases("cli/cases/closed_output", "arguments", "code")
def test_a_result_for_a_closed_standard_output_is_an_error(arguments, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("acquiescence\n")
    run = [sys.executable, "-m", "lcp", *arguments.split()]
    shell = ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *run]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert ("Error: Standard output is closed.\nOpen it" in done.stderr) == bool(code)


def test_a_pipe_is_read_once_and_keeps_its_columns(run_encoded):
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as pipe:
        pipe.write("token\tmine\nriver\t7\n")
    code, out, _ = run_encoded("utf-8", "predict", f"/dev/fd/{reading}")
    os.close(reading)
    assert (code, out.count(b",river,7,")) == (0, 1)
