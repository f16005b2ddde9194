"""Copies of documents with marks, as the page asks for them."""

import base64
import re

import pytest

from tests.cases import cases

PAGE = "<p>Ann Bates gave up her clandestine plan. Its acquiescence surprised Obadiah."


def asked(content=PAGE, **options):
    """A request for a copy."""
    if isinstance(content, str):
        content = content.encode()
    body = {"name": "a.html", "content": base64.b64encode(content).decode(), "style": "heatmap"}
    return body | options


@pytest.fixture(scope="module")
def client(make_client):
    return make_client(characters=5_000)


@pytest.fixture(scope="module")
def copy(client):
    """Return a function that returns a copy and its marked words."""

    def make(*content, **options):
        answer = client.post("/copy", json=asked(*content, **options))
        assert answer.status_code == 200, answer.text
        return re.findall(r"<mark class[^>]*>(.*?)</mark>", answer.text)

    return make


def test_a_copy_has_the_options_of_the_page(copy):
    everything = {"threshold": 0.0}
    assert {"gave", "up", "plan"} - {*copy(**everything)} == {"gave", "up"}
    assert {"gave", "Obadiah"} & {*copy(**everything, expressions="no")} == {"gave"}
    assert {"gave", "Obadiah"} & {*copy(**everything, names=True)} == {"Obadiah"}
    assert copy(above="C2", **everything) == []
    marked = copy(above="B2")
    assert marked == ["clandestine", "acquiescence"]
    assert copy(above="B2", known_words=["clandestine"]) == marked[1:]
    assert copy(threshold=0.99) == []


def test_every_known_word_that_the_page_may_keep_is_accepted(copy):
    known = [f"antidisestablishment{number}" for number in range(49_999)]
    assert copy(above="B2", known_words=[*known, "clandestine"]) == ["acquiescence"]


def test_a_document_over_the_length_of_a_text_is_refused(client):
    long = "river " * 900
    bodies = {"/copy": {"json": asked(long)}, "/api/document?name=a.html": {"content": long}}
    for url, body in bodies.items():
        answer = client.post(url, **body)
        assert answer.status_code == 413
        assert "more than 5,000 characters" in answer.json()["error"]["message"]


@cases("reader/web/cases/invalid_copies", "change", "status", "message")
def test_an_invalid_request_is_refused_without_the_name(client, change, status, message):
    answer = client.post("/copy", json=asked() | change)
    error = answer.json()["error"]
    assert answer.status_code == status
    assert message in f"{error['where']}: {error['message']}"
    assert "Ann" not in answer.text


def test_others_get_their_turn_in_a_copy_without_marks(client, monkeypatch):
    predictor, turns = client.app.state.predictor, []
    take_turn = predictor.turn
    monkeypatch.setattr(predictor, "turn", lambda work: turns.append(work) or take_turn(work))
    monkeypatch.setattr("lcp.reader.web.turns.TURN", 0)
    text = "<p>The river was deep." + " It was." * 50
    answer = client.post("/copy", json=asked(text, threshold=1.0))
    assert answer.status_code == 200
    assert len(turns) > 50
