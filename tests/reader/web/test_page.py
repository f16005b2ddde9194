"""The HTML of the page, without a browser."""

import re

import pytest

from lcp.reader.annotation.annotator import Annotator
from lcp.reader.reports.annotation_output import write_annotation
from tests.cases import cases

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
    for available in (True, False):
        monkeypatch.setattr(
            client.app.state.predictor, "finds_synonyms", lambda there=available: there
        )
        page = client.get("/").text
        assert ("For definitions and easier words, run " in page) != available
        assert ("<code>lcp resources fetch wordnet</code>" in page) != available


def test_the_page_opens_with_an_annotated_example(client):
    page = client.get("/").text
    assert "The old lighthouse was renovated" in page.partition("<textarea")[2]
    summary = re.search(r'<p class="verdict" id="summary"[^>]*>(.*?)</p>', page)[1]
    assert re.fullmatch(
        r"[A-C][12]: \d+% of the words are above [A-C][12]; \d+ hard words.", summary
    )
    assert page.count('class="hard s') > 5


@pytest.mark.parametrize("end", ["", "\n", "  ", "\n\n \n", "\u00a0\u2028"])
@pytest.mark.parametrize("text", ["", "  One river.\n\n  Two.  Three\nlines.\n \nFour 🎉."])
def test_a_heat_map_has_the_characters_of_the_text(client, text, end):
    text += end
    html = client.post("/result", json={"text": text}).text
    marked = re.search(r'<div class="text" id="map">(.*?)</div>', html, re.DOTALL)[1]
    plain = re.sub(r'<span class="visually-hidden">.*?</span>|<[^>]+>', "", marked)
    assert plain == text


def test_a_level_marks_words_instead_of_the_threshold(client):
    html = client.post("/result", json={"text": TEXT, "above": "C2", "threshold": 0}).text
    assert 'class="hard' not in html
    html = client.post("/result", json={"text": TEXT, "above": "B2"}).text
    assert re.findall(r'class="hard s(\d)"[^>]*>(\w+)', html) == [("5", "acquiescence")]


def test_texts_are_escaped(client):
    html = client.post("/result", json={"text": "<script>alert(1)</script> & 'river'"}).text
    assert "&lt;script&gt;" in html
    assert "<script>" not in html


@pytest.mark.parametrize("to", ["csv", "html"])
def test_a_download_equals_the_file_of_lcp_annotate(client, to):
    answer = client.post("/download", json={"text": TEXT, "format": to, "threshold": 0.3})
    assert answer.headers["content-type"] == f"text/{to}; charset=utf-8"
    annotator = Annotator(threshold=0.3)
    assert answer.text == "".join(write_annotation(annotator, annotator.stream([TEXT]), to))


@cases("reader/web/cases/messages", "text", "message")
def test_texts_without_english_words_get_a_message(client, text, message):
    answer = client.post("/result", json={"text": text})
    assert answer.status_code == 200
    assert message in answer.text


def test_the_hardest_words_are_lemmas(client):
    page = client.post("/result", json={"text": "Lambs ate. The ewes and lambs ate. LAMBS!"}).text
    rows = re.findall(r'dir="auto">(\w+)</a></th><td>(\d+)</td>', page)
    assert sorted((word.lower(), count) for word, count in rows) == [
        *(("ate", "2"), ("ewes", "1"), ("lambs", "3"))
    ]


def test_kinds_that_are_skipped_are_shown(client):
    text = "The deep river surprised Priya; they called it NCT05003895."
    page = client.post("/result", json={"text": text}).text
    assert '<span class="skipped" title="name, skipped">Priya</span>' in page
    assert '<span class="skipped" title="identifier, skipped">NCT05003895</span>' in page
    page = client.post("/result", json={"text": text, "names": True}).text
    assert "name, skipped" not in page


def test_the_menu_lists_the_readers_of_the_model(client):
    page = client.get("/").text
    assert '<option value="learner">learners of English</option>' in page
    assert " speakers" not in page
