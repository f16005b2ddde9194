"""Kinds of tokens in responses of the API and on the page."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="the extra web is not installed")

TEXT = "The deep river surprised Priya at 5 pm; WFTV called it NCT05003895."


def rated(answer):
    return [word["text"] for sentence in answer["sentences"] for word in sentence["words"]]


def test_annotate_returns_the_kinds_that_are_not_rated(client):
    answer = client.post("/api/annotate", json={"text": TEXT}).json()
    (sentence,) = answer["sentences"]
    assert [(token["text"], token["kind"]) for token in sentence["unrated"]] == [
        *(("Priya", "name"), ("5", "number"), ("pm", "number")),
        *(("WFTV", "abbreviation"), ("NCT05003895", "identifier")),
    ]
    assert rated(answer) == ["deep", "river", "surprised", "called"]
    assert answer["kinds"]["number"] == answer["counts"]["number"] == 2
    assert answer["counts"]["URL"] == 0
    assert 0 not in answer["kinds"].values()


def test_names_are_rated_on_request(client):
    for rate_names in (False, True):
        body = {"text": TEXT, "rate_names": rate_names}
        answer = client.post("/api/annotate", json=body).json()
        assert ("Priya" in rated(answer)) is rate_names
        assert answer["counts"]["name"] == 1


def test_the_page_shows_kinds_and_rates_names_on_request(client):
    page = client.post("/result", data={"text": TEXT}).text
    assert '<span class="unrated" title="name, not rated">Priya</span>' in page
    assert '<span class="unrated" title="identifier, not rated">NCT05003895</span>' in page
    page = client.post("/result", data={"text": TEXT, "rate_names": "true"}).text
    assert "name, not rated" not in page
