"""The page as the server writes it, without a browser."""

from __future__ import annotations

import csv
import io
import re

import pytest

from lcp.annotation import Annotator
from lcp.annotation.annotation import AnnotatedSentence, RatedWord
from lcp.annotation.segments import Segment
from lcp.reports.annotation import write_annotation

pytest.importorskip("fastapi", reason="the extra web is not installed")

TEXT = "Her acquiescence surprised everyone.\n\nThe river was deep."


@pytest.fixture(scope="module")
def client(make_client):
    return make_client(characters=2_000)


def test_the_form_is_shown_and_asks_nothing_of_other_hosts(client):
    answer = client.get("/")
    assert answer.status_code == 200
    assert 'name="text"' in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    sources = re.findall(r'(?:src|href|action)="([^"]*)"', answer.text)
    assert sources
    assert all(source.startswith("/") for source in sources)
    for source in sources:
        if source.startswith("/static/"):
            assert client.get(source).status_code == 200


def test_scripts_are_sent_as_scripts(client):
    for name in ("page", "heatmap", "details", "request"):
        kind = client.get(f"/static/{name}.js").headers["content-type"]
        assert kind.startswith("text/javascript")


def test_the_heat_map_says_where_each_word_is_in_its_sentence(client):
    found = client.post("/result", data={"text": TEXT}).text
    assert re.search(r'id="w4" data-start="4" data-end="16" data-complexity="0\.4\d+"', found)
    assert re.search(r'id="w42" data-start="4" data-end="9"[^>]*>river', found)


def test_places_are_counted_in_characters_and_not_in_their_halves(client):
    found = client.post("/result", data={"text": "🎉🎉 The deep river."}).text
    assert re.search(r'data-start="7" data-end="11"[^>]*>deep', found)


def test_what_was_typed_stands_in_the_form_again(client):
    text = "\n<script>alert(1)</script> & </textarea> \"deep\" 'river'"
    found = client.post("/", data={"text": text, "threshold": "0.1"}).text
    field = found.partition("<textarea")[2].partition(">\n")[2].partition("</textarea>")[0]
    assert field.startswith("\n&lt;script&gt;")
    assert "<script>" not in found
    assert 'value="0.1"' in found


def test_the_form_works_as_browsers_send_it(client):
    sent = TEXT.replace("\n", "\r\n")
    rows = client.post("/download", data={"text": sent, "format": "csv"}).text
    places = {row["text"]: int(row["start"]) for row in csv.DictReader(io.StringIO(rows))}
    assert places["river"] == TEXT.index("river")


@pytest.mark.parametrize("to", ["csv", "html"])
def test_a_download_is_what_lcp_annotate_writes(client, to):
    answer = client.post("/download", data={"text": TEXT, "format": to, "threshold": "0.3"})
    disposition = answer.headers["content-disposition"]
    assert disposition == f'attachment; filename="complexity.{to}"'
    assert answer.headers["content-type"] == f"text/{to}; charset=utf-8"
    annotator = Annotator(threshold=0.3)
    assert answer.text == "".join(write_annotation(annotator, annotator.stream([TEXT]), to))


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"text": "deep " * 401}, 413, "2,005 characters"),
        ({"text": "deep\0river"}, 400, "U+0000"),
        ({"text": "deep", "threshold": "1.5"}, 400, "1.5 is not from 0 to 1"),
        ({"text": "deep", "threshold": "nan"}, 400, "nan is not from 0 to 1"),
        ({"text": "deep", "threshold": "hard"}, 400, "not a number"),
    ],
)
def test_bad_input_is_answered_in_place_and_the_text_kept(client, sent, status, told):
    page = client.post("/", data=sent)
    assert page.status_code == status
    alert = page.text.partition('role="alert">')[2].partition("</div>")[0]
    assert told in alert
    assert sent["text"].split("\0")[0] in page.text
    part = client.post("/result", data=sent)
    assert part.status_code == status
    assert told in str(part.json()["error"])
    file = client.post("/download", data={**sent, "format": "csv"}, headers={"Accept": "text/html"})
    assert file.status_code == status
    assert told in file.text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "The text is empty"),
        (" \n\n ", "The text is empty"),
        ("12 + 30 = 42", "There is no word to rate"),
        ("سلام دنیا، این یک متن است.", "There is no word to rate"),
        ("🎉🎉🎉", "There is no word to rate"),
        (
            "Der Bürgermeister verteilte gestern Auszeichnungen. " * 9,
            "not in the",
        ),
    ],
)
def test_odd_texts_get_an_answer(client, text, told):
    answer = client.post("/", data={"text": text})
    assert answer.status_code == 200
    assert told in answer.text


def test_a_long_text_of_another_script_fits(make_client):
    text = "نهر عميق " * 30_000
    answer = make_client().post("/result", data={"text": text})
    assert answer.status_code == 200
    assert answer.text.count("نهر") == 30_000


@pytest.mark.parametrize(
    "body",
    [b"text=%ff", b"\xff=1", b"text=a&format=pdf", b"&".join([b"a=1"] * 9), b"text=a&mwe=perhaps"],
)
def test_what_is_no_form_is_refused(client, body):
    answer = client.post("/result", content=body)
    assert answer.status_code == 400
    assert "form cannot be read" in answer.json()["error"]["message"]


def test_a_form_with_files_is_refused(client):
    answer = client.post("/", files={"text": ("a.txt", b"deep river")})
    assert answer.status_code == 400


def _sentence(*words):
    rated = [
        RatedWord(text, 0, len(text), "word", value, None, None, complex=False)
        for text, value in words
    ]
    return AnnotatedSentence(0, Segment(0, "", "", ()), tuple(rated))


def test_the_hardest_words_are_distinct_and_counted_where_they_are_hardest():
    from lcp.web.page import hardest

    found = hardest([_sentence(("Lamb", 0.2), ("ewe", 0.3)), _sentence(("lamb", 0.4))])
    assert [(word.text, word.complexity, times) for word, times in found] == [
        ("lamb", 0.4, 2),
        ("ewe", 0.3, 1),
    ]


def test_only_so_many_of_the_hardest_are_listed():
    from lcp.web.page import HARDEST, hardest

    many = _sentence(*((f"w{number}", number / 100) for number in range(HARDEST + 5)))
    found = hardest([many])
    assert len(found) == HARDEST
    assert found[0][0].text == f"w{HARDEST + 4}"
