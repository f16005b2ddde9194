"""The HTML of the page, without a browser."""

from __future__ import annotations

import re

import pytest

from lcp.reading.annotator import Annotator
from lcp.reports.annotation import write_annotation

pytest.importorskip("fastapi", reason="the extra web is not installed")

TEXT = "Her acquiescence surprised everyone.\n\nThe river was deep."


@pytest.fixture(scope="module")
def client(make_client):
    return make_client(characters=2_000)


def test_the_page_loads_nothing_from_other_hosts(client):
    answer = client.get("/")
    assert answer.status_code == 200
    assert 'name="text"' in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    sources = re.findall(r'(?:src|href|action)="([^"]*)"', answer.text)
    assert sources
    assert all(source.startswith(("/", "#w")) for source in sources)
    for source in sources:
        if source.startswith("/static/"):
            assert client.get(source).status_code == 200


def test_without_wordnet_the_page_says_how_to_enable_synonyms(client, monkeypatch):
    monkeypatch.setattr(client.app.state.rater, "_has", lambda resource: True)
    assert "lcp resources fetch" not in client.get("/").text
    monkeypatch.setattr(client.app.state.rater, "_has", lambda resource: resource != "wordnet")
    page = client.get("/").text
    assert "For definitions and easier words, run " in page
    assert "<code>lcp resources fetch wordnet</code>" in page
    monkeypatch.setattr(client.app.state.rater, "_has", lambda resource: False)
    page = client.get("/").text
    assert "For definitions and easier words, run " in page
    assert "<code>lcp resources fetch wordnet tagger</code>" in page


def test_the_page_opens_with_an_example_that_is_rated(client):
    page = client.get("/").text
    assert "The old lighthouse was renovated" in page.partition("<textarea")[2]
    summary = re.search(r'<p class="verdict" id="summary"[^>]*>(.*?)</p>', page)[1]
    assert re.fullmatch(
        r"[A-C][12]: \d+% of the words are above [A-C][12]; \d+ hard words.", summary
    )
    assert page.count('class="complex s') > 5


def test_a_heat_map_has_the_characters_of_the_text(client):
    text = "  One river.\n\n  Two.  Three\nlines.\n \nFour 🎉."
    html = client.post("/result", data={"text": text}).text
    marked = re.search(r'<div class="text" id="map">(.*?)</div>', html, re.DOTALL)[1]
    plain = re.sub(r'<span class="visually-hidden">.*?</span>|<[^>]+>', "", marked)
    assert plain == text


def test_a_level_marks_words_instead_of_the_threshold(client):
    html = client.post("/result", data={"text": TEXT, "level": "C2", "threshold": "0"}).text
    assert 'class="complex' not in html
    html = client.post("/result", data={"text": TEXT, "level": "B2"}).text
    assert re.findall(r'class="complex s(\d)"[^>]*>(\w+)', html) == [("5", "acquiescence")]


def test_an_unknown_level_is_an_error(client):
    assert client.post("/result", data={"text": TEXT, "level": "D1"}).status_code == 400


def test_the_form_keeps_the_text_and_escapes_it(client):
    text = "\n<script>alert(1)</script> & </textarea> \"deep\" 'river'"
    html = client.post("/", data={"text": text, "threshold": "0.1"}).text
    field = html.partition("<textarea")[2].partition(">\n")[2].partition("</textarea>")[0]
    assert field.startswith("\n&lt;script&gt;")
    assert "<script>" not in html
    assert 'value="0.1"' in html


@pytest.mark.parametrize("to", ["csv", "html"])
def test_a_download_equals_the_file_of_lcp_annotate(client, to):
    answer = client.post("/download", data={"text": TEXT, "format": to, "threshold": "0.3"})
    disposition = answer.headers["content-disposition"]
    assert disposition == f'attachment; filename="complexity.{to}"'
    assert answer.headers["content-type"] == f"text/{to}; charset=utf-8"
    annotator = Annotator(threshold=0.3)
    assert answer.text == "".join(write_annotation(annotator, annotator.stream([TEXT]), to))


@pytest.mark.parametrize(
    ("form", "status", "message"),
    [
        ({"text": "deep " * 401}, 413, "2,005 characters"),
        ({"text": "deep\0river"}, 400, "U+0000"),
        ({"text": "deep", "threshold": "1.5"}, 400, "1.5 is not from 0 to 1"),
        ({"text": "deep", "threshold": "nan"}, 400, "nan is not from 0 to 1"),
        ({"text": "deep", "threshold": "hard"}, 400, "not a number"),
    ],
)
def test_errors_are_shown_on_the_page_and_keep_the_text(client, form, status, message):
    page = client.post("/", data=form)
    assert page.status_code == status
    alert = page.text.partition('class="error" role="alert">\n')[2].partition("</div>")[0]
    assert message in alert
    assert form["text"].split("\0")[0] in page.text
    part = client.post("/result", data=form)
    assert part.status_code == status
    assert message in str(part.json()["error"])
    file = client.post("/download", data={**form, "format": "csv"}, headers={"Accept": "text/html"})
    assert file.status_code == status
    assert message in file.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The text is empty"),
        (" \n\n ", "The text is empty"),
        ("12 + 30 = 42", "The text has no words to rate"),
        ("سلام دنیا، این یک متن است.", "The text has no words to rate"),
        ("🎉🎉🎉", "The text has no words to rate"),
        (
            "Der Bürgermeister verteilte gestern Auszeichnungen. " * 9,
            "not in the",
        ),
    ],
)
def test_texts_without_english_words_get_a_message(client, text, message):
    answer = client.post("/", data={"text": text})
    assert answer.status_code == 200
    assert message in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"text=%ff",
        b"\xff=1",
        b"text=a&format=pdf",
        b"&".join([b"a=1"] * 9),
        b"text=a&expressions=perhaps",
    ],
)
def test_a_body_that_is_not_a_form_is_an_error(client, body):
    answer = client.post("/result", content=body)
    assert answer.status_code == 400
    assert "form cannot be read" in answer.json()["error"]["message"]


def test_the_hardest_words_are_lemmas(client):
    page = client.post("/result", data={"text": "Lambs ate. The ewes and lambs ate. LAMBS!"}).text
    rows = re.findall(r'dir="auto">(\w+)</a></th><td>(\d+)</td>', page)
    assert sorted((word.lower(), count) for word, count in rows) == [
        *(("ate", "2"), ("ewes", "1"), ("lambs", "3")),
    ]


def test_kinds_that_are_not_rated_are_shown(client):
    text = "The deep river surprised Priya; they called it NCT05003895."
    page = client.post("/result", data={"text": text}).text
    assert '<span class="unrated" title="name, not rated">Priya</span>' in page
    assert '<span class="unrated" title="identifier, not rated">NCT05003895</span>' in page
    page = client.post("/result", data={"text": text, "names": "true"}).text
    assert "name, not rated" not in page


def test_the_menu_lists_the_readers_of_the_model(client):
    page = client.get("/").text
    assert '<option value="learner">learners of English</option>' in page
    assert " speakers" not in page
