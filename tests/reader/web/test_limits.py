"""Limits of the size and time of a request."""

import asyncio
import math
import socket
from http.client import HTTPResponse

import pytest

from tests.reader.web.conftest import serving_app


@pytest.mark.parametrize("path", ["/api/annotate", "/result", "/download"])
def test_a_text_or_body_over_the_limit_is_an_error(make_client, path):
    client = make_client(characters=100)
    assert client.post(path, json={"text": "a" * 100}).status_code == 200
    for length, message in ((101, "more than 100 characters"), (2_000_000, "bytes")):
        answer = client.post(path, json={"text": "a" * length})
        assert answer.status_code == 413
        assert message in answer.json()["error"]["message"]
        assert answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("explain", {"sentence": "x " * 3_000, "target": "x"}, "sentence"),
        ("substitutes", {"target": "x", "candidates": ["a"] * 51}, "candidates"),
        ("predict", {"instances": [{"target": "x"}] * 101}, "instances"),
    ],
)
def test_a_field_over_its_limit_is_an_error(client, path, body, field):
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 422
    assert field in answer.json()["error"]["where"]


def test_a_request_over_the_time_limit_is_cancelled(make_client, monkeypatch):
    client = make_client(seconds=0.5)
    predictor, turns = client.app.state.predictor, []
    take_turn = predictor.turn
    monkeypatch.setattr(predictor, "turn", lambda work: turns.append(work) or take_turn(work))
    # The whole text takes more than ten seconds.
    text = " ".join(f"The river {number} was deep and cold." for number in range(12_000))
    answer = client.post("/api/annotate", json={"text": text})
    assert answer.status_code == 504
    assert "0.5 seconds" in answer.json()["error"]["message"]
    before = len(turns)
    monkeypatch.setattr("lcp.reader.web.service.TURN", math.inf)
    assert "river" in asyncio.run(predictor.annotate("A river."))
    # The short text takes three turns: begin, annotate, end. The long text takes no more.
    assert len(turns) == before + 3


POST = {"type": "http", "method": "POST", "path": "/", "headers": []}


def receiving(*messages):
    """Receive these messages, then none."""
    left = list(messages)

    async def receive():
        if not left:
            await asyncio.sleep(60)
        return left.pop(0)

    return receive


def statuses(app, messages, seconds=5.0):
    """Statuses of the responses to messages sent to an app with limits."""
    from lcp.reader.web.limits import LimitRequests, Limits

    sent = []

    async def send(message):
        sent.append(message)

    async def run():
        await asyncio.wait_for(
            LimitRequests(app, Limits(10, seconds=seconds))(POST, receiving(*messages), send), 10
        )

    asyncio.run(run())
    return [message["status"] for message in sent if "status" in message]


def test_a_slow_client_exceeds_the_time_limit():
    async def app(*_):
        pytest.fail("the body is incomplete")

    incomplete = {"type": "http.request", "body": b"{", "more_body": True}
    assert statuses(app, [incomplete], 0.2) == [504]


def connect(port, data=b""):
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(data)
    return connection


def test_connections_without_a_whole_request_are_closed(make_client, monkeypatch):
    monkeypatch.setattr("lcp.reader.web.app.HEADER_SECONDS", 0.3)
    whole = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving_app(make_client().app) as port:
        waiting = [connect(port, data) for data in (b"", whole[:-2], whole + b"GET /he")]
        assert [connection.recv(12) for connection in waiting] == [b"", b"", b"HTTP/1.1 200"]
        while waiting[2].recv(1_000):
            pass
        for connection in waiting:
            connection.close()


def body(connection):
    """The whole body of an answer, which may come in several packets."""
    answer = HTTPResponse(connection)
    answer.begin()
    return answer.read()


def test_a_request_is_cancelled_if_its_client_disconnects():
    cancelled = []

    async def app(*_):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    assert statuses(app, [{"type": "http.request", "body": b""}, {"type": "http.disconnect"}]) == []
    assert cancelled == [True]


def test_a_slow_document_does_not_block_others(make_client, monkeypatch):
    monkeypatch.setattr("lcp.reader.web.api.DOCUMENT_SECONDS", 8)
    head = (
        "POST /api/document?name=a.html HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {}\r\n\r\n"
    )
    slow, quick = b"<div>" * 400_000, b"<p>deep"
    with serving_app(make_client().app) as port:
        waiting = connect(port, head.format(len(slow)).encode() + slow)
        with connect(port, head.format(len(quick)).encode() + quick) as other:
            assert b'"text":"deep"' in body(other)
        assert b"more than 8 seconds" in body(waiting)
        waiting.close()
