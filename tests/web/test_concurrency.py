"""A server with two workers, as a user starts it, under many requests."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("fastapi", reason="the extra web is not installed")

#: What nobody but the sender may get to read.
SENT = "tetrahydrocannabinol"


def ask(server, path, asked=None):
    """Status and content of an answer."""
    body = None if asked is None else json.dumps(asked).encode()
    request = urllib.request.Request(  # noqa: S310
        f"{server.address}/api/{path}", body, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:  # noqa: S310
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def test_fifty_requests_at_once_are_all_answered_and_the_server_lives(server):
    sentence = f"The {SENT} was measured in a deep river."
    named = {"sentence": sentence, "target": SENT}
    kinds = [
        ("annotate", {"text": f"{sentence} " * 200}, 200),
        ("explain", named, 200),
        ("rank", {**named, "candidates": ["drug"]}, 200),
        ("predict", {"instances": [named]}, 200),
        ("annotate", {"text": f"{SENT}\0"}, 400),
        ("annotate", {"text": f"{SENT} " * 100_000}, 413),
        ("annotate", {"text": SENT, "threshold": 7}, 422),
        ("explain", {**named, "target": f"{SENT}s"}, 400),
        ("annotate", {"text": f"<b>{SENT}</b> 🙂 نهر"}, 200),
        ("model", None, 200),
    ]
    with ThreadPoolExecutor(50) as threads:
        answers = list(threads.map(lambda kind: ask(server, *kind[:2]), kinds * 5))
    for (path, _, wanted), (status, content) in zip(kinds * 5, answers, strict=True):
        assert status == wanted, (path, content)
        assert ("error" in content) == (wanted != 200)
    assert ask(server, "model")[0] == 200
    assert server.process.poll() is None


def test_the_same_question_gets_the_same_answer_among_others(server):
    asked = {"text": f"The {SENT} was measured. They crossed the deep river."}
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: ask(server, "annotate", asked), range(24)))
    assert all(answer == answers[0] for answer in answers)


def test_nothing_of_a_text_is_printed(server):
    named = {"sentence": f"The {SENT} was mild.", "target": SENT}
    assert ask(server, "explain", named)[0] == 200
    assert ask(server, "explain", {**named, "target": f"{SENT}s"})[0] == 400
    assert ask(server, f"{SENT}?text={SENT}")[0] == 404
    printed = server.printed.read_text(encoding="utf-8")
    assert "Ready at" in printed
    assert SENT not in printed
