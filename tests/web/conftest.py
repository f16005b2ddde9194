"""The application with the model that ships, and a server as a user starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def model():
    from lcp.model import load_model

    return load_model()


@pytest.fixture(scope="session")
def make_client(model):
    """Make a client of an app with the settings that are given."""
    from starlette.testclient import TestClient

    from lcp.web.app import create_app
    from lcp.web.settings import Settings

    def make(**settings):
        app = create_app(Settings(**settings), model=model)
        return TestClient(app, base_url="http://127.0.0.1:8000", raise_server_exceptions=False)

    return make


@pytest.fixture(scope="session")
def client(make_client):
    return make_client()


class Server(NamedTuple):
    process: subprocess.Popen[bytes]
    address: str
    printed: Path


@contextmanager
def serving(folder, *options):
    """Run ``lcp serve`` at a free port; its output goes to a file."""
    printed = folder / "printed.txt"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LCP_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "lcp", "serve", "--port", "0", "--no-open", *options]
    with printed.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
    try:
        until = time.monotonic() + 120
        while not (found := re.search(r"http://\S+", printed.read_text(encoding="utf-8"))):
            assert process.poll() is None, printed.read_text(encoding="utf-8")
            assert time.monotonic() < until, "not ready in time"
            time.sleep(0.1)
        yield Server(process, found.group(), printed)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server with two workers."""
    with serving(tmp_path_factory.mktemp("server"), "--workers", "2") as running:
        yield running
