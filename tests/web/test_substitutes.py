"""Senses and easier synonyms of a target."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="the extra web is not installed")

SENTENCE = "It was an endeavour to commence."


def ask(client, word, **more):
    start = SENTENCE.index(word)
    body = {"sentence": SENTENCE, "start": start, "end": start + len(word), **more}
    return client.post("/api/substitutes", json=body)


def test_substitutes_are_easier_and_have_a_sense(client, data):
    answer = ask(client, "commence").json()
    names = [sense["name"] for sense in answer["senses"]]
    assert answer["sense"] in names
    assert all(sense["definition"] for sense in answer["senses"])
    forms = [substitute["form"] for substitute in answer["substitutes"]]
    assert {"begin", "start"} & set(forms)
    for substitute in answer["substitutes"]:
        assert substitute["gain"] >= 0.03
        assert substitute["level"] in {"A1", "A2", "B1", "B2", "C1", "C2"}


def test_an_edit_replaces_the_target_and_corrects_the_article(client, data):
    for substitute in ask(client, "endeavour").json()["substitutes"]:
        edit = substitute["edit"]
        changed = SENTENCE[: edit["start"]] + edit["text"] + SENTENCE[edit["end"] :]
        article = "an" if substitute["form"][0] in "aeiou" else "a"
        assert changed == f"It was {article} {substitute['form']} to commence."


def test_a_sense_can_be_chosen(client, data):
    senses = ask(client, "endeavour").json()["senses"]
    for sense in senses:
        assert ask(client, "endeavour", sense=sense["name"]).json()["sense"] == sense["name"]


def test_a_word_that_wordnet_lacks_has_no_senses(client, data):
    body = {"sentence": "It was luciferasely.", "start": 7, "end": 19}
    answer = client.post("/api/substitutes", json=body).json()
    assert answer == {"sense": None, "senses": [], "substitutes": []}


def test_without_wordnet_the_answer_is_409(make_client, monkeypatch, no_data):
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    answer = ask(make_client(), "commence")
    assert answer.status_code == 409
    assert "lcp fetch" in answer.json()["error"]["hint"]


def test_a_span_outside_the_sentence_is_an_error(client):
    body = {"sentence": SENTENCE, "start": 40, "end": 45}
    assert client.post("/api/substitutes", json=body).status_code == 400
