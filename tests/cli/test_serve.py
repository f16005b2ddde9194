"""``lcp serve``: start, options, stop and errors."""

from __future__ import annotations

import importlib.util
import json
import signal
import socket
import urllib.request

import pytest

from tests.web.conftest import serving

needs_web = pytest.mark.skipif(
    importlib.util.find_spec("fastapi") is None, reason="the extra web is not installed"
)


def model_facts(address):
    with urllib.request.urlopen(f"{address}/api/model", timeout=30) as answer:  # noqa: S310
        return json.load(answer)


@needs_web
@pytest.mark.parametrize("workers", [1, 2])
def test_it_prints_its_address_applies_its_options_and_stops_at_ctrl_c(tmp_path, workers):
    options = ("--workers", str(workers), "--max-characters", "50", "--seconds", "7")
    with serving(tmp_path, *options) as server:
        assert server.address.startswith("http://127.0.0.1:")
        assert (
            model_facts(server.address)["limits"].items()
            >= {"characters": 50, "seconds": 7}.items()
        )
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(20) == 0
        lines = server.printed.read_text(encoding="utf-8").splitlines()
        assert lines == [
            "Loading the model …",
            f"Ready at {server.address} (press Ctrl-C to stop).",
            "Stopped.",
        ]


@needs_web
def test_a_port_in_use_raises_an_error_before_the_model_is_loaded(run, monkeypatch):
    monkeypatch.setattr(
        "lcp.model.loading.load_model", lambda *_: pytest.fail("the model was loaded")
    )
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = run("serve", "--port", port, "--no-open")
    assert (code, out) == (2, "")
    assert f"127.0.0.1, port {port}" in err
    assert "--port" in err
    assert "Traceback" not in err


@needs_web
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--host", "no such host"), "no such host"),
        (("--port", 70_000), "--port"),
        (("--workers", 0), "--workers"),
        (("--max-characters", 0), "--max-characters"),
        (("--port", 0, "--model", "nowhere"), "nowhere"),
    ],
)
def test_invalid_options_raise_an_error(run, arguments, message):
    code, out, err = run("serve", "--no-open", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_missing_extra_raises_an_error(run, monkeypatch):
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "fastapi" else find_spec(name)
    )
    code, out, err = run("serve", "--no-open")
    assert (code, out) == (3, "")
    assert "fastapi" in err
    assert 'pip install "lcp[web]"' in err
