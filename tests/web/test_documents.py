"""Uploaded documents, and profiles of texts."""

from __future__ import annotations

import pytest

import lcp

pytest.importorskip("fastapi", reason="the extra web is not installed")

TEXT = "Her acquiescence surprised everyone. The haploinsufficiency was mild."


@pytest.fixture(scope="module")
def client(make_client):
    return make_client(characters=1_000, document=50_000)


def upload(client, content, name):
    headers = {"Content-Type": "application/octet-stream"}
    return client.post("/api/document", params={"name": name}, content=content, headers=headers)


def test_a_document_is_returned_as_text(client):
    html = b"<title>Rivers</title><p>The <b>deep</b> river.<p>It rained."
    answer = upload(client, html, "private name.html")
    assert answer.json() == {
        "text": "The deep river.\n\nIt rained.",
        "format": "html",
        "title": "Rivers",
    }


@pytest.mark.parametrize(
    ("content", "name", "status", "message"),
    [
        (b"x" * 50_001, "a.txt", 413, "50,000 bytes"),
        (b"x " * 600, "a.txt", 413, "1,200 characters; the limit is 1,000"),
        (b"abc", "secret.xyz", 400, ".xyz"),
        (b"%PDF-1.7 broken", "secret.pdf", 400, "PDF"),
        (b"PK\x03\x04broken", "secret.epub", 400, ""),
        (b"\xff\xfe\xfd", "secret.txt", 400, "UTF-8"),
    ],
    ids=["large", "long", "unknown", "damaged PDF", "damaged EPUB", "not text"],
)
def test_a_document_that_cannot_be_read_is_an_error_without_its_name(
    client, content, name, status, message
):
    answer = upload(client, content, name)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert message in error["message"]
    assert error["hint"]
    assert "secret" not in answer.text


def test_a_document_without_a_name_is_malformed(client):
    assert client.post("/api/document", content=b"x").status_code == 422


def test_a_document_of_another_site_is_refused(client):
    answer = client.post(
        "/api/document?name=a.txt", content=b"x", headers={"Origin": "https://example.org"}
    )
    assert answer.status_code == 403


def test_the_limit_of_documents_does_not_raise_that_of_texts(client):
    answer = client.post("/api/annotate", content=b"x" * 49_000)
    assert answer.status_code == 413
    assert client.get("/api/model").json()["limits"]["document"] == 50_000


def test_a_profile_equals_that_of_the_library(client, model):
    answer = client.post("/api/profile", json={"text": TEXT, "threshold": 0.4})
    expected = lcp.profile(TEXT, model=model, threshold=0.4).to_dict()
    expected.pop("name")
    assert answer.json() == expected
    assert [word["lemma"] for word in answer.json()["hard_words"]] == [
        "haploinsufficiency",
        "acquiescence",
    ]


def test_known_words_are_not_hard_in_a_profile(client):
    body = {"text": TEXT, "threshold": 0.4, "known_words": ["acquiescence"]}
    hard = client.post("/api/profile", json=body).json()["hard_words"]
    assert [word["lemma"] for word in hard] == ["haploinsufficiency"]


def test_a_long_text_has_no_profile(client):
    assert client.post("/api/profile", json={"text": "river " * 200}).status_code == 413
