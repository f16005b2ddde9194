"""Limits of connections, and of the size and time of a request."""

from __future__ import annotations

import asyncio
import math
import socket
import time
import urllib.request
from contextlib import suppress
from http.client import HTTPResponse

import pytest

from lcp.documents.process import Work
from tests.web.conftest import serving_app

pytest.importorskip("fastapi", reason="the extra web is not installed")


def test_a_text_over_the_limit_is_an_error(make_client):
    client = make_client(characters=100)
    assert client.post("/api/annotate", json={"text": "a" * 100}).status_code == 200
    answer = client.post("/api/annotate", json={"text": "a" * 101})
    assert answer.status_code == 413
    assert "101 characters; the limit is 100" in answer.json()["error"]["message"]


def test_a_body_over_the_limit_is_an_error(make_client):
    client = make_client(characters=100)
    answer = client.post("/api/annotate", json={"text": "a" * 100_000})
    assert answer.status_code == 413
    assert "bytes" in answer.json()["error"]["message"]
    assert answer.headers["content-security-policy"]


def test_a_request_over_the_time_limit_is_cancelled(make_client, monkeypatch):
    client = make_client(seconds=0.5)
    rater, turns = client.app.state.rater, []
    take_turn = rater._turn
    monkeypatch.setattr(rater, "_turn", lambda work: turns.append(work) or take_turn(work))
    # The whole text takes more than ten seconds.
    text = " ".join(f"The river {number} was deep and cold." for number in range(12_000))
    answer = client.post("/api/annotate", json={"text": text})
    assert answer.status_code == 504
    assert "0.5 seconds" in answer.json()["error"]["message"]
    before = len(turns)
    monkeypatch.setattr("lcp.web.rater.TURN", math.inf)
    assert "river" in asyncio.run(rater.annotate("A river."))
    # The short text takes three turns: begin, rate, end. The long text takes no more.
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
    from lcp.web.limits import LimitRequests, Limits

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


def test_a_body_that_arrives_slowly_is_given_up_long_before_the_time_limit(monkeypatch):
    async def app(*_):
        pytest.fail("the body is incomplete")

    monkeypatch.setattr("lcp.web.limits.BODY_SECONDS", 0.1)
    dripping = [{"type": "http.request", "body": b"{", "more_body": True}] * 3
    assert statuses(app, dripping, 60) == [408]


def test_large_requests_take_turns(monkeypatch):
    from lcp.web import limits

    monkeypatch.setattr(limits, "LARGE_AT_ONCE", 2)
    active, highest, completed = 0, 0, 0

    async def app(_scope, _receive, _send):
        nonlocal active, highest, completed
        active += 1
        highest = max(highest, active)
        await asyncio.sleep(0.05)
        active -= 1
        completed += 1

    async def send(_message):
        return None

    async def run():
        limited = limits.LimitRequests(app, limits.Limits(10, seconds=5))
        bodies = [receiving({"type": "http.request", "body": b""}) for _ in range(5)]
        await asyncio.gather(*(limited(POST, receive, send) for receive in bodies))

    asyncio.run(run())
    assert completed == 5
    assert highest == 2


def test_a_small_request_does_not_wait_for_large_ones(monkeypatch):
    from lcp.web import limits

    monkeypatch.setattr(limits, "LARGE_AT_ONCE", 1)
    order = []

    async def app(scope, receive, _send):
        body = (await receive())["body"]
        await asyncio.sleep(0.2 if body == b"large" else 0)
        order.append(body)

    async def run():
        limited = limits.LimitRequests(app, limits.Limits(100_000, seconds=5))

        async def send(_message):
            return None

        def request(body, length):
            headers = [(b"content-length", str(length).encode())]
            receive = receiving({"type": "http.request", "body": body})
            return limited({**POST, "headers": headers}, receive, send)

        await asyncio.gather(
            request(b"large", 99_999), request(b"large", 99_999), request(b"small", 9)
        )

    asyncio.run(run())
    assert order == [b"small", b"large", b"large"]


def connect(port, data=b""):
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(data)
    return connection


def body(connection):
    """The whole body of an answer, which may come in several packets."""
    answer = HTTPResponse(connection)
    answer.begin()
    return answer.read()


def is_closed(connection):
    """Whether the server closes a connection."""
    with suppress(ConnectionResetError):
        while connection.recv(65_536):
            pass
    return True


def status(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/model", timeout=30) as answer:
        return answer.status


HEADERS = [b"", b"GET /api/model HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "]


def test_unfinished_headers_do_not_hold_connections(make_app, monkeypatch):
    monkeypatch.setattr("lcp.web.limits.HEADER_SECONDS", 1)
    complete = b"GET /api/model HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving_app(make_app()) as port:
        idle = [connect(port, data) for data in HEADERS]
        (after,) = kept = [connect(port, complete)]
        assert after.recv(100_000).startswith(b"HTTP/1.1 200")
        after.sendall(HEADERS[1])
        for connection in [*idle, *kept]:
            assert is_closed(connection)
            connection.close()


def test_an_address_has_a_limited_number_of_connections(make_app):
    from lcp.web.limits import CONNECTIONS

    with serving_app(make_app()) as port:
        held = [connect(port, HEADERS[1]) for _ in range(CONNECTIONS - 1)]
        assert status(port) == 200
        refused = [connect(port) for _ in range(120 - CONNECTIONS)]
        assert is_closed(refused[-1])
        for connection in [*held, *refused]:
            connection.close()
        time.sleep(0.2)
        assert status(port) == 200


def test_a_slow_document_blocks_neither_others_nor_the_end_of_the_server(
    make_app, monkeypatch, caplog
):
    begun, ended = [], []

    class Recorded(Work):
        def __enter__(self):
            begun.append(self)
            return super().__enter__()

        def __exit__(self, *error):
            super().__exit__(*error)
            ended.append(self)

    monkeypatch.setattr("lcp.web.api.Work", Recorded)
    head = (
        "POST /api/document?name=a.html HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {}\r\n\r\n"
    )
    slow, quick = b"<div>" * 400_000, b"<p>deep"
    with serving_app(make_app()) as port:
        waiting = connect(port, head.format(len(slow)).encode() + slow)
        while not begun:
            time.sleep(0.02)
        with connect(port, head.format(len(quick)).encode() + quick) as other:
            assert b'"text":"deep"' in body(other)
        assert ended == begun[1:]
        begin = time.monotonic()
    assert time.monotonic() - begin < 10
    assert set(ended) == set(begun)
    assert b"The server is stopping" in body(waiting)
    assert "Traceback" not in caplog.text
    waiting.close()
