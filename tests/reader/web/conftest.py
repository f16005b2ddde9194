"""The application with the shipped model, in this process and as ``lcp serve``."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session", autouse=True)
def _extra():
    pytest.importorskip("fastapi", reason="the extra web is not installed")


@pytest.fixture(scope="session")
def client_of():
    """Create a client of an app with a model and limits."""
    from starlette.testclient import TestClient

    from lcp.reader.web.app import create_app
    from lcp.reader.web.limits import Limits

    def make(model, host="127.0.0.1", origins=(), hosts=(), **limits):
        app = create_app(model, host=host, hosts=hosts, limits=Limits(**limits), origins=origins)
        return TestClient(app, base_url="http://127.0.0.1:8000", raise_server_exceptions=False)

    return make


@pytest.fixture(scope="session")
def make_client(client_of, model):
    """Create a client of an app with the shipped model and limits."""
    return partial(client_of, model)


@pytest.fixture(scope="session")
def client(make_client):
    return make_client()


@contextmanager
def serving_app(app):
    """Run a server in a thread, with the options of ``lcp serve``; gives its port."""
    import uvicorn

    from lcp.reader.web.app import UVICORN

    server = uvicorn.Server(uvicorn.Config(app, timeout_graceful_shutdown=2, **UVICORN))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                time.sleep(0.02)
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


class Server(NamedTuple):
    process: subprocess.Popen[bytes]
    address: str
    printed: Path


@contextmanager
def serving(folder, *options):
    """Run ``lcp serve`` on a free port; its output goes to a file."""
    printed = folder / "printed.txt"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LCP_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "lcp", "serve", "--port", "0", *options]
    with printed.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
    try:
        deadline = time.monotonic() + 240
        while not (match := re.search(r"http://\S+", printed.read_text(encoding="utf-8"))):
            assert process.poll() is None, printed.read_text(encoding="utf-8")
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.1)
        yield Server(process, match.group(), printed)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """``lcp serve``."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
