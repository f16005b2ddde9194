"""Limits of the size and time of a request."""

import asyncio
import json
import math
import socket
import time
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
    monkeypatch.setattr("lcp.reader.web.turns.TURN", math.inf)
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


def statuses(app, receive, seconds=5.0):
    """Statuses of the responses to messages sent to an app with limits."""
    from lcp.reader.web.limits import LimitRequests, Limits

    sent = []

    async def send(message):
        sent.append(message)

    async def run():
        await asyncio.wait_for(
            LimitRequests(app, Limits(200_000, seconds=seconds))(POST, receive, send), 10
        )

    asyncio.run(run())
    return [message["status"] for message in sent if "status" in message]


def test_a_slow_client_exceeds_the_time_limit():
    async def app(*_):
        pytest.fail("the body is incomplete")

    incomplete = {"type": "http.request", "body": b"{", "more_body": True}
    assert statuses(app, receiving(incomplete), 0.2) == [504]


POSTED = (
    "POST /api/predict HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    "Content-Length: {}\r\n\r\n"
)


def answer(connection):
    """Status and content of an answer."""
    response = HTTPResponse(connection)
    response.begin()
    return response.status, json.loads(response.read())


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


def test_a_body_that_trickles_is_given_up(make_client, monkeypatch):
    monkeypatch.setattr("lcp.reader.web.limits.BODY_SECONDS", 0.5)
    with serving_app(make_client().app) as port:
        waiting = connect(port, POSTED.format(1_000).encode() + b"{")
        status, problem = answer(waiting)
        assert status == 408
        assert "too slowly" in problem["error"]["message"]
        assert waiting.recv(1) == b""
        waiting.close()


def test_a_long_body_has_more_time():
    async def app(*_):
        pass

    part = {"type": "http.request", "body": b"1" * 300_000, "more_body": True}
    messages = [part, part, {**part, "more_body": False}]

    async def receive():
        await asyncio.sleep(0.2)
        return messages.pop(0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lcp.reader.web.limits.BODY_SECONDS", 0.3)
        assert statuses(app, receive) == []


def test_a_busy_server_answers_503_and_is_healthy(make_client):
    client = make_client(requests=2)
    with serving_app(client.app) as port:
        waiting = [connect(port, POSTED.format(9).encode()) for _ in range(2)]
        time.sleep(0.5)
        with connect(port, b"GET /api/model HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as other:
            status, problem = answer(other)
            assert (status, problem["error"]["message"]) == (
                503,
                "The server has too many requests.",
            )
        with connect(port, b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as other:
            assert answer(other) == (200, {"status": "ok"})
        for connection in waiting:
            connection.close()
        time.sleep(0.5)
        with connect(port, b"GET /api/model HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as other:
            assert answer(other)[0] == 200


def test_idle_connections_are_no_load(server):
    port = int(server.address.rpartition(":")[2])
    get = b"GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    idle = [connect(port, get.replace(b"{}", b"/health")) for _ in range(120)]
    assert {answer(connection)[0] for connection in idle} == {200}
    with connect(port, get.replace(b"{}", b"/api/model")) as other:
        assert answer(other)[0] == 200
    for connection in idle:
        connection.close()


PREFLIGHT = (
    "OPTIONS /api/annotate HTTP/1.1\r\nHost: localhost\r\nOrigin: https://example.org\r\n"
    "Access-Control-Request-Method: POST\r\n\r\n"
)


@pytest.mark.parametrize(
    ("sent", "status", "message"),
    [
        ("GET / HTTP/1.1\r\nHost: reader.internal\r\n\r\n", 400, "Invalid host header."),
        ("what is this\r\n\r\n", 400, "Invalid HTTP request received."),
        (PREFLIGHT, 400, "Disallowed CORS origin."),
    ],
)
def test_refused_requests_get_json(server, sent, status, message):
    with connect(int(server.address.rpartition(":")[2]), sent.encode()) as connection:
        found, problem = answer(connection)
    assert (found, problem["error"]["message"]) == (status, message)


def test_a_connection_with_two_lengths_is_closed(server):
    sent = (
        b"POST /api/predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    )
    with connect(int(server.address.rpartition(":")[2]), sent) as connection:
        received = b"".join(iter(lambda: connection.recv(10_000), b""))
    assert received.count(b"HTTP/1.1 ") == 1


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

    messages = {"type": "http.request", "body": b""}, {"type": "http.disconnect"}
    assert statuses(app, receiving(*messages)) == []
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
