"""Size, time and number of requests are limited, and who may ask is, too."""

from __future__ import annotations

import asyncio
import json
import math

import pytest

pytest.importorskip("fastapi", reason="the extra web is not installed")

ASKED = {"text": "They crossed the deep river."}


def post(client, headers, asked=ASKED):
    return client.post("/api/annotate", json=asked, headers=headers)


def test_a_text_that_is_too_long_is_refused_and_told_the_limit(make_client):
    client = make_client(characters=100)
    assert client.post("/api/annotate", json={"text": "a" * 100}).status_code == 200
    refused = client.post("/api/annotate", json={"text": "a" * 101})
    assert refused.status_code == 413
    assert "101 characters; 100 are" in refused.json()["error"]["message"]


def test_five_megabytes_in_one_paragraph_are_refused_by_the_limit(client):
    refused = client.post("/api/annotate", json={"text": "word " * 1_000_000})
    assert refused.status_code == 413
    assert "500,000" in refused.json()["error"]["message"]


def test_the_longest_text_may_be_escaped_as_json_and_forms_escape(make_client):
    client = make_client(characters=5_000)
    body = json.dumps({"text": "🙂" * 5_000})
    assert len(body) > 12 * 5_000
    answer = client.post(
        "/api/annotate", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 200


def test_a_body_that_is_too_large_is_refused_and_not_kept(make_client):
    client = make_client(characters=100)
    refused = client.post("/api/annotate", json={"text": "a" * 100_000})
    assert refused.status_code == 413
    assert "bytes" in refused.json()["error"]["message"]
    assert refused.headers["content-security-policy"]


def test_what_takes_too_long_is_given_up_and_no_longer_worked_on(make_client, monkeypatch):
    client = make_client(seconds=0.5)
    rater, turns = client.app.state.rater, []
    take = rater._turn
    monkeypatch.setattr(rater, "_turn", lambda work: turns.append(work) or take(work))
    # All of it takes more than ten seconds.
    text = " ".join(f"The river {number} was deep and cold." for number in range(12_000))
    late = client.post("/api/annotate", json={"text": text})
    assert late.status_code == 504
    assert "0.5 seconds" in late.json()["error"]["message"]
    taken = len(turns)
    monkeypatch.setattr("lcp.web.rating.TURN", math.inf)
    assert "river" in asyncio.run(rater.annotated("A river."))
    # The short text took a turn to begin, one to be rated, and one to end.
    assert len(turns) == taken + 3


def test_a_long_text_does_not_keep_a_short_one_waiting(make_client, monkeypatch):
    monkeypatch.setattr("lcp.web.rating.TURN", -1)
    rater = make_client().app.state.rater
    ended = []

    async def both():
        async def rate(name, text):
            await rater.annotated(text)
            ended.append(name)

        text = " ".join(f"The river {number} was deep and cold." for number in range(20))
        await asyncio.gather(rate("long", text), rate("short", "A river."))

    asyncio.run(both())
    assert ended == ["short", "long"]


POST = {"type": "http", "method": "POST", "path": "/", "headers": []}


def receiving(*messages):
    """Receive these messages, and then none."""
    left = list(messages)

    async def receive():
        if not left:
            await asyncio.sleep(60)
        return left.pop(0)

    return receive


def ask(app, messages, seconds=5.0):
    """Send messages to the limits around an app; gives the status of the answer."""
    from lcp.web.limits import Limits

    sent = []

    async def send(message):
        sent.append(message)

    async def run():
        await asyncio.wait_for(Limits(app, 10, seconds)(POST, receiving(*messages), send), 10)

    asyncio.run(run())
    return [message["status"] for message in sent if "status" in message]


def test_whoever_sends_slowly_is_not_waited_for_for_ever():
    async def app(*_):
        pytest.fail("nothing was received")

    assert ask(app, [{"type": "http.request", "body": b"{", "more_body": True}], 0.2) == [504]


def test_the_work_for_whoever_goes_away_is_stopped():
    stopped = []

    async def app(_scope, receive, _send):
        assert (await receive())["body"] == b"{}"
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.append(True)
            raise

    # The limit itself would come after `ask` has given up.
    ask(app, [{"type": "http.request", "body": b"{}"}, {"type": "http.disconnect"}], 60)
    assert stopped


def test_too_many_requests_at_once_are_refused_and_the_others_take_turns(monkeypatch):
    from lcp.web import limits

    monkeypatch.setattr(limits, "AT_ONCE", 2)
    monkeypatch.setattr(limits, "WAITING", 3)
    at_work, most, statuses = 0, 0, []

    async def app(_scope, _receive, send):
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await asyncio.sleep(0.05)
        at_work -= 1
        await send({"type": "http.response.start", "status": 200})

    async def send(message):
        statuses.append(message.get("status"))

    async def run():
        limited = limits.Limits(app, 10, 5)
        bodies = [receiving({"type": "http.request", "body": b""}) for _ in range(8)]
        await asyncio.gather(*(limited(POST, receive, send) for receive in bodies))

    asyncio.run(run())
    assert sorted(filter(None, statuses)) == [200] * 5 + [503] * 3
    assert most == 2


def test_a_small_request_does_not_wait_for_large_ones(monkeypatch):
    from lcp.web import limits

    monkeypatch.setattr(limits, "AT_ONCE", 1)
    ended = []

    async def app(scope, receive, _send):
        body = (await receive())["body"]
        await asyncio.sleep(0.2 if body == b"large" else 0)
        ended.append(body)

    async def run():
        limited = limits.Limits(app, 100_000, 5)

        async def send(_message):
            return None

        def asked(body, length):
            headers = [(b"content-length", str(length).encode())]
            receive = receiving({"type": "http.request", "body": body})
            return limited({**POST, "headers": headers}, receive, send)

        await asyncio.gather(asked(b"large", 99_999), asked(b"large", 99_999), asked(b"small", 9))

    asyncio.run(run())
    assert ended == [b"small", b"large", b"large"]


def test_every_answer_tells_the_browser_to_load_keep_and_tell_nothing(client):
    for answer in (
        client.get("/api/model"),
        client.post("/api/annotate", json={}),
        client.get("/nothing"),
        client.get("/", headers={"Host": "example.org"}),
    ):
        assert answer.headers["content-security-policy"].startswith("default-src 'self';")
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("localhost", 200),
        ("[::1]:8000", 200),
        ("example.org", 400),
        ("127.0.0.1.example.org", 400),
        ("192.168.0.7", 400),
        ("[", 400),
        ("", 400),
    ],
)
def test_a_foreign_name_that_leads_here_is_refused(client, host, status):
    assert client.get("/api/model", headers={"Host": host}).status_code == status


def test_a_server_for_all_addresses_is_reached_by_any_of_them_and_by_no_foreign_name(make_client):
    client = make_client(host="0.0.0.0")  # noqa: S104
    assert client.get("/api/model", headers={"Host": "192.168.0.7:8000"}).status_code == 200
    assert client.get("/api/model", headers={"Host": "example.org"}).status_code == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1:8000"}, 200),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "http://127.0.0.1:9000"}, 403),
        ({"Origin": "https://example.org"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_a_page_of_another_site_cannot_post(client, headers, status):
    assert post(client, headers).status_code == status
