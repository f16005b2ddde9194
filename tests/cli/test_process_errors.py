"""A command reports what the operating system refuses, and leaves no files after a signal."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lcp.cli import process_errors
from tests.processes import python

INTERRUPTED_IMPORT = """
import builtins, os, signal
original = builtins.__import__
def interrupted(name, *rest, **options):
    if name == "lcp.cli":
        os.kill(os.getpid(), signal.SIGINT)
    return original(name, *rest, **options)
builtins.__import__ = interrupted
from lcp.__main__ import main
main()
"""
ONE_TARGET = ["predict", "--sentence", "The cat sat.", "--target", "cat"]


def program(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "lcp", *arguments], stderr=subprocess.PIPE, text=True, **options
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [ONE_TARGET, ["--help"], ["resources"]])
def test_a_full_disk_behind_standard_output_gives_a_two_line_error(arguments):
    with open("/dev/full", "w") as full, program(*arguments, stdout=full) as child:  # noqa: PTH123
        _, err = child.communicate(timeout=60)
        # Nobody reads messages on a full disk.
        assert child.returncode == subprocess.call(child.args, stdout=full, stderr=full) == 2
    assert err.splitlines()[-2:] == [
        "Error: The operating system reports an error (No space left on device).",
        "Free some space on the disk, or write to another one.",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows closes no descriptor of a child")
@pytest.mark.parametrize("command", ["annotate", "profile"])
def test_a_closed_standard_input_gives_a_two_line_error(command):
    with program(command, "-", preexec_fn=lambda: os.close(0)) as child:
        _, err = child.communicate(timeout=60)
    assert child.returncode == 2
    assert err.splitlines()[0] == "Error: Standard input is closed."


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOSPC, errno.EIO, errno.EMFILE])
def test_every_refusal_of_the_system_gives_a_two_line_error(run, monkeypatch, number):
    def refuse(*_, **__):
        raise OSError(number, os.strerror(number), "some/file")

    monkeypatch.setattr("lcp.model.predictor.model_folder", refuse)
    code, out, err = run(*ONE_TARGET)
    first, _ = err.splitlines()
    reason = os.strerror(number)
    assert first == f"Error: 'some/file': The operating system reports an error ({reason})."
    assert (code, out) == (2, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no signal to a child")
def test_sigterm_leaves_no_temporary_file_and_gives_exit_code_143(tmp_path):
    out = tmp_path / "out.html"
    with program("annotate", "-", "--out", str(out), stdin=subprocess.PIPE) as child:
        deadline = time.monotonic() + 60
        while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert list(tmp_path.iterdir())
        child.send_signal(signal.SIGTERM)
        child.wait(timeout=60)
    assert child.returncode == process_errors.TERMINATED == 143
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no signal to a child")
def test_ctrl_c_during_an_import_prints_no_traceback():
    done = python("-c", INTERRUPTED_IMPORT)
    assert done.returncode == process_errors.INTERRUPTED == 130
    assert done.stderr == "Interrupted. No partial files were left.\n"
