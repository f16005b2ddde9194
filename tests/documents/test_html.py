"""The text of a page is what a browser shows, whatever the markup."""

from __future__ import annotations

import time

import pytest

from lcp.documents import read_document
from lcp.documents.html import PageReader

PAGES = {
    "<p>The <i>ewe</i> slept.<p>It woke.": "The ewe slept.\n\nIt woke.",
    "<p> a\n  b <br> c<br/>d </p>": "a b\nc\nd",
    "<script>var x = '<p>no';</script><style>p{}</style>yes<!-- no -->": "yes",
    "<ul><li>one<li>two</ul><table><tr><td>a<td>b</table>": "one\n\ntwo\n\na\n\nb",
    "caf&eacute;&nbsp;&#169;&#x41; AT&T R&D &copy &unknown; &": "café\xa0©A AT&T R&D © &unknown; &",
    "1 < 2 > 1 and <3": "1 < 2 > 1 and <3",
    "<pre>a\n  b</pre>": "a\n  b",
    "<ruby>word<rp>(</rp><rt>gloss</rt><rp>)</rp></ruby> <ruby>a<rt>b</ruby>c": "word ac",
    "<svg><title>no</title><text>no</text></svg><p>yes": "yes",
    "<title>T</title>a<noscript>no</noscript>": "a",
    "<textarea>no</textarea><template><p>no</p></template>yes": "yes",
    "\ufeff<p>a": "a",
    "<P>A</P><DIV>b</DIV>": "A\n\nb",
    "<script>never closed <p>text": "never closed\n\ntext",
    "<!-- never closed <p>text": "<!-- never closed\n\ntext",
    "a &# b <b>c</b>": "a &# b c",
    "a&#10;b": "a b",
    "": "",
}


@pytest.mark.parametrize("source", PAGES)
def test_a_page_is_read_as_a_browser_shows_it(source):
    mapped = PageReader(source).mapped()
    assert mapped.text == PAGES[source]


@pytest.mark.parametrize("source", PAGES)
def test_every_character_comes_from_its_place_in_the_source(source):
    mapped = PageReader(source).mapped()
    for place, character in enumerate(mapped.text):
        spans = mapped.source_spans(place, place + 1)
        if character == "\n" and not spans:
            continue
        ((start, end),) = spans
        origin = source[start:end]
        assert origin == character or origin.startswith("&") or origin.isspace()


def test_a_word_with_tags_in_it_has_several_spans():
    mapped = PageReader("<p>ubi<b>quit</b>ous caf&eacute;s").mapped()
    spans = [mapped.source[slice(*span)] for span in mapped.source_spans(0, 10)]
    assert spans == ["ubi", "quit", "ous"]
    (cafe,) = mapped.source_spans(11, 16)
    assert mapped.source[slice(*cafe)] == "caf&eacute;s"


def test_headings_code_and_navigation_are_quiet():
    mapped = PageReader("<h1>A</h1><p>b <code>c</code> d<nav><h2>e</h2>f</nav>g").mapped()
    quiet = {letter: mapped.is_quiet(mapped.text.index(letter)) for letter in "Abcdefg"}
    assert quiet == dict(zip("Abcdefg", (True, False, True, False, True, True, False), strict=True))


@pytest.mark.parametrize(
    "head",
    [
        b"<?xml version='1.0' encoding='iso-8859-1'?>",
        b'<meta charset="latin1">',
        b'<meta http-equiv="content-type" content="text/html; charset=windows-1252">',
    ],
)
def test_the_declared_encoding_is_used(head):
    assert read_document(head + b"<p>caf\xe9", name="a.html").text == "café"


@pytest.mark.parametrize("token", ["<!--", "<a ", "&#", "<![", "<?", "<script>", "</", "<p x='"])
def test_a_hostile_page_is_read_in_linear_time(token):
    seconds = []
    for number in (30_000, 120_000):
        begin = time.perf_counter()
        PageReader(token * number).mapped()
        seconds.append(time.perf_counter() - begin)
    assert seconds[1] < 8 * seconds[0] + 1
