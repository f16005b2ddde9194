"""Annotated text in every output format."""

import csv
import io
import json
import re
from types import SimpleNamespace

import pytest
from selectolax.lexbor import LexborHTMLParser

from lcp.english.analysis import Block, read_blocks
from lcp.model.predictions import Prediction
from lcp.reader.annotation.annotation import AnnotatedSentence, AnnotatedWord
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.annotation.tally import Tally
from lcp.reader.reports.annotation_output import write_annotation
from lcp.reader.reports.heatmap import pieces

TEXT = 'A "deep" river.\n\n<script>alert(1)</script> & rivers\'s <b title="x">bank</b>.'

TITLE = "0.61 (0.50 to 0.75), CEFR C1; harder than 99% of words in running text"


@pytest.fixture
def written(model):
    def write(to, text=TEXT):
        annotator = Annotator(model, threshold=0.1)
        return "".join(write_annotation(annotator, annotator.stream([text]), to))

    return write


class Page:
    """Tags of a page, its visible text, its text for screen readers only, and its titles."""

    def __init__(self, page):
        tree = LexborHTMLParser(page)
        self.tags = [node.tag for node in tree.css("*")]
        self.titles = [node.attributes["title"] for node in tree.css("[title]")]
        hidden = tree.css(".visually-hidden")
        self.hidden = "".join(node.text() for node in hidden)
        for node in hidden:
            node.decompose()
        self.shown = tree.body.text()


def test_the_page_escapes_everything_and_keeps_the_text(written):
    html = written("html")
    assert "<script>" not in html
    assert "http" not in html
    page = Page(html)
    assert "script" not in page.tags
    assert "b" not in page.tags
    assert 'A "deep" river.' in page.shown
    assert '<script>alert(1)</script> & rivers\'s <b title="x">bank</b>.' in page.shown


def test_csv_has_a_row_for_each_target(written):
    rows = list(csv.DictReader(io.StringIO(written("csv"))))
    assert rows[0]["text"] == "deep"
    assert all(TEXT[int(row["start"]) : int(row["end"])] == row["text"] for row in rows)
    assert {row["hard"] for row in rows} <= {"true", "false"}


def test_json_and_json_lines_have_the_same_content(written):
    whole = json.loads(written("json"))
    lines = [json.loads(line) for line in written("jsonl").splitlines()]
    assert whole["sentences"] == lines
    assert whole["threshold"] == 0.1
    assert whole["counts"]["sentences"] == len(lines)
    assert lines[0]["text"] == 'A "deep" river.'
    assert [word["text"] for word in lines[0]["words"]] == ["deep", "river"]


def test_an_empty_text_is_valid_in_every_format(written):
    assert json.loads(written("json", ""))["sentences"] == []
    assert written("jsonl", "") == ""
    assert len(written("csv", "").splitlines()) == 1
    assert "The text is empty." in written("html", "")


NAMED = "The deep river surprised Priya at 5 pm; WFTV called it NCT05003895."


def test_the_page_shows_skipped_kinds_without_a_colour(written):
    html = written("html", NAMED)
    titles = Page(html).titles
    assert [title for title in titles if title.endswith("skipped")] == [
        *("name, skipped", "number, skipped", "number, skipped"),
        *("abbreviation, skipped", "identifier, skipped"),
    ]
    assert '<span class="skipped" title="name, skipped">Priya</span>' in html
    assert '<th scope="row">identifier</th><td>1</td>' in html
    assert NAMED in "".join(Page(html).shown)


def test_the_page_begins_with_its_verdict(written):
    html = written("html")
    verdict = re.search(r'<p class="verdict">(.*?)</p>', html)[1]
    assert re.fullmatch(
        r"[A-C][12]: \d+% of the words are above [A-C][12]; \d+ hard words.", verdict
    )
    assert html.index(verdict) < html.index('<div class="text"')


def test_a_long_text_is_not_kept_in_memory(model, monkeypatch):
    monkeypatch.setattr("lcp.reader.reports.heatmap.IN_MEMORY", 10)
    text = "A deep river.\n\n" * 50
    annotator = Annotator(model)
    parts = list(write_annotation(annotator, annotator.stream([text]), "html"))
    assert "".join(parts).count("deep") == 50


def annotated(text, start, kind, complexity, *numbers):
    known = None if numbers[-1] is None else "listed"
    span = (start, start + len(text))
    runs = (span,) if kind == "expression" else ()
    prediction = Prediction(complexity, *numbers, known, None)
    return AnnotatedWord(text, *span, kind, complexity > 0.5, prediction, text, runs)


@pytest.fixture
def sentence():
    words = (
        annotated("deep river", 12, "expression", 0.61, 0.5, 0.75, 0.99, "C1"),
        annotated("deep", 12, "word", 0.2, 0.1, 0.3, 0.3, "A2"),
        annotated("river", 17, "word", 0.99, None, None, 1.0, None),
    )
    [[read]] = read_blocks([Block("A deep river", 10)])
    columns = SimpleNamespace(
        by_sentence=[(words, (), words[:1])], tallies=[Tally()], content_words=[([], [])]
    )
    return AnnotatedSentence(4, read, columns, 0)


def test_an_expression_contains_its_words(sentence):
    plain, pair, rest = pieces(sentence)
    assert (plain.text, rest.text) == ("A ", "")
    assert pair.title == f"{TITLE}; expression: deep river"
    assert [part.text for part in pair.inner] == ["", "deep", " ", "river", ""]


def test_the_page_describes_expressions_and_their_words(model, sentence):
    page = Page("".join(write_annotation(Annotator(model), [sentence], "html")))
    whole = f"{TITLE}; expression: deep river"
    assert page.titles == [
        whole,
        (
            "0.20 (0.10 to 0.30), CEFR A2; harder than 30% of words in running text; "
            f"expression: {whole}"
        ),
        f"0.99; harder than 99% of words in running text; expression: {whole}",
    ]
    assert page.hidden == f" (0.20) (0.99) (expression: {whole})"
    assert "A deep river" in page.shown
