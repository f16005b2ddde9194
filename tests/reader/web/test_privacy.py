"""Texts of requests are not quoted, logged or kept."""

import functools
import gc
import logging

SENTENCE = "Her acquiescence surprised everyone at dinner."
#: A word that must not appear in errors or logs.
PRIVATE = "tetrahydrocannabinol"


def test_errors_do_not_quote_the_request(client):
    for content in (
        {"text": [PRIVATE]},
        {"text": "a", PRIVATE: 1},
        {"text": "a", "threshold": PRIVATE},
    ):
        answer = client.post("/api/annotate", json=content)
        assert answer.status_code == 422
        assert PRIVATE not in answer.text


def test_an_unexpected_error_is_logged_without_the_text(make_client, monkeypatch, caplog):
    client = make_client()

    def fail(*_args, **_more):
        raise KeyError(PRIVATE)

    monkeypatch.setattr("lcp.explanation.explanation.explain", fail)
    with caplog.at_level(logging.DEBUG):
        answer = client.post("/api/explain", json={"sentence": PRIVATE, "target": PRIVATE})
    assert answer.status_code == 500
    assert "error" in answer.json()
    assert "KeyError" in caplog.text
    assert PRIVATE not in caplog.text + answer.text


def test_no_cache_keeps_a_sentence(client):
    sentence = f"{SENTENCE} It is {PRIVATE}."
    target = {"sentence": sentence, "target": "acquiescence"}
    assert (
        client.post("/api/substitutes", json={**target, "candidates": ["yes"]}).status_code == 200
    )
    assert client.post("/api/explain", json=target).status_code == 200
    assert client.post("/api/annotate", json={"text": sentence}).status_code == 200
    assert client.post("/api/profile", json={"text": sentence}).status_code == 200
    keys = [
        key
        for cache in gc.get_objects()
        if type(cache) is functools._lru_cache_wrapper and cache.__module__.startswith("lcp.")
        for content in gc.get_referents(cache)
        if isinstance(content, dict)
        for key in content
    ]
    assert keys
    assert not [key for key in keys if sentence in (key if isinstance(key, tuple) else (key,))]
