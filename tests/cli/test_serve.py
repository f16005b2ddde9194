"""``lcp serve``: start, options, stop and errors."""

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.cases import cases
from tests.reader.web.conftest import ROOT, serving

needs_web = pytest.mark.skipif(
    importlib.util.find_spec("fastapi") is None, reason="the extra web is not installed"
)


@needs_web
def test_it_prints_its_address_applies_its_options_and_stops_at_ctrl_c(tmp_path, small_model):
    with serving(tmp_path, "--model", str(small_model)) as server:
        assert server.address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{server.address}/api/model", timeout=30) as answer:  # noqa: S310
            about = json.load(answer)
        assert "frequency-baseline" in about["model"]
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(20) == 0
        lines = server.printed.read_text(encoding="utf-8").splitlines()
        assert lines == [
            "Loading the model …",
            f"Ready at {server.address} (press Ctrl-C to stop).",
            "Stopped.",
        ]


@needs_web
@pytest.mark.skipif(os.name == "nt", reason="no POSIX signals")
@pytest.mark.parametrize(("grace", "status"), [(0, 503), (20, 200)])
def test_requests_have_time_to_end_when_it_is_stopped(tmp_path, small_model, grace, status):
    options = ["--grace", str(grace), "--allow-host", "reader.internal"]
    with serving(tmp_path, "--model", str(small_model), *options) as server:
        connection = HTTPConnection(server.address.partition("//")[2], timeout=30)
        content = b'{"instances": [{"target": "river"}]}'
        connection.putrequest("POST", "/api/predict", skip_host=True)
        connection.putheader("Host", "reader.internal")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(len(content)))
        connection.endheaders(content[:-1])
        time.sleep(1)
        server.process.send_signal(signal.SIGTERM)
        time.sleep(2)
        if grace:
            connection.send(content[-1:])
        answer = connection.getresponse()
        assert (answer.status, "error" in json.load(answer)) == (status, status != 200)
        connection.close()


@needs_web
@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed on Linux")
def test_workers_answer_are_replaced_and_end(tmp_path, small_model):
    def workers():
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return {int(each) for each in listed if b"spawn_main" in command(each)}

    def command(process):
        return Path(f"/proc/{process}/cmdline").read_bytes()

    def asked():
        with urllib.request.urlopen(f"{server.address}/api/model", timeout=60) as answer:  # noqa: S310
            return json.load(answer)["model"]

    with serving(tmp_path, "--model", str(small_model), "--workers", "2") as server:
        pid = server.process.pid
        assert "frequency-baseline" in asked()
        first = workers()
        assert len(first) == 2
        os.kill(min(first), signal.SIGKILL)
        deadline = time.monotonic() + 60
        while len(workers() - {min(first)}) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert {asked() for _ in range(4)} == {asked()}
        last = workers()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(30) == 0
    assert not any(Path(f"/proc/{each}").exists() for each in last)


@needs_web
def test_uvicorn_serves_the_application_without_arguments(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = "lcp.reader.web.app:create_app"
    command = [sys.executable, "-m", "uvicorn", "--factory", "--port", str(port), app]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LCP_CACHE": str(tmp_path)}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True)
    try:
        while "running on" not in process.stderr.readline():
            assert process.poll() is None
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/model", timeout=30) as answer:
            assert "learner" in json.load(answer)["readers"]
        process.send_signal(signal.SIGTERM)
        assert "Error" not in process.communicate(timeout=30)[1]
    finally:
        process.kill()
        process.communicate()


#: A server with a thread that never ends, as in a request that was given up.
STUCK = """
import sys, threading, time
from fastapi import FastAPI
from concurrent.futures import ThreadPoolExecutor
import lcp.reader.web.app
from lcp.cli import app

def create_app(*_, **__):
    pool = ThreadPoolExecutor(1)
    pool.submit(lambda: [time.sleep(1) for _ in range(600)])
    pages = FastAPI()

    @pages.get("/")
    def wait():
        time.sleep(600)

    return pages

lcp.reader.web.app.create_app = create_app
sys.argv = ["lcp", "serve", "--port", sys.argv[1], "--model", sys.argv[2]]
app()
"""


@needs_web
@pytest.mark.skipif(os.name == "nt", reason="no POSIX signals")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_during_work_that_never_ends(small_model, sent):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", STUCK, str(port), str(small_model)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True)
    try:
        while "Ready" not in process.stderr.readline():
            assert process.poll() is None
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            process.send_signal(sent)
            process.wait(20)
    finally:
        process.kill()
        process.communicate()


@needs_web
def test_a_port_in_use_raises_an_error_before_the_model_is_loaded(run, monkeypatch):
    monkeypatch.setattr(
        "lcp.model.saved_model.load_model", lambda *_: pytest.fail("the model was loaded")
    )
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = run("serve", "--port", port)
    assert (code, out) == (2, "")
    assert f"127.0.0.1, port {port}" in err
    assert "Traceback" not in err


@needs_web
@cases("cli/cases/serve_options", "arguments", "message")
def test_invalid_options_raise_an_error(run, arguments, message):
    err = run.error("serve", *arguments)
    assert message in err
    assert "Traceback" not in err


def test_a_missing_extra_raises_an_error(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    err = run.error("serve", code=3)
    assert "uvicorn" in err
    assert 'pip install ".[web]"' in err
