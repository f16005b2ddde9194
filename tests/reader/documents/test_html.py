"""The text of a page is what a browser shows, whatever the markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcp.reader.documents.extraction import extract, whole_text
from lcp.reader.documents.html import Page
from lcp.reader.documents.markup_trees import HtmlTree, XmlTree
from tests.cases import cases
from tests.errors import refused


@cases("reader/documents/cases/html", "source", "text")
def test_a_page_is_read_as_a_browser_shows_it(source, text):
    assert whole_text(extract(source.encode(), "a.html")) == text
    # Every letter comes from its place in a node.
    page = Page(HtmlTree(source.encode(), "a.html"))
    for place, character in enumerate(page.text):
        spans = page.spans(place, place + 1)
        assert [page.tree.text_at(page.nodes[n])[i:j] for n, i, j in spans] == [character] or (
            character.isspace() and character != "\xa0"
        )


@pytest.mark.parametrize("name", ["a.html", "a.xhtml"])
@cases("reader/documents/cases/hidden", "source", "is_shown")
def test_hidden_elements_code_and_navigation_are_not_read(name, source, is_shown):
    text = whole_text(extract(f"<div>before {source} after</div>".encode(), name))
    assert text.startswith("before")
    assert text.endswith("after")
    assert ("yes" in text, "no" in text.split()) == (is_shown, False)


def test_a_word_with_tags_in_it_has_several_spans():
    page = Page(HtmlTree(b"<p>a ubi<b>quit</b>ous", "a.html"))
    words = [page.tree.text_at(page.nodes[n])[i:j] for n, i, j in page.spans(2, 12)]
    assert words == ["ubi", "quit", "ous"]


@pytest.mark.parametrize("tree", [HtmlTree, XmlTree])
def test_headings_code_and_links_are_quiet(tree):
    source = "<div><h1>A</h1><p>b <code>c</code> d <a href='x'>e</a> <a>f</a></p>g</div>"
    page = Page(tree(source.encode(), "a.html"))
    text, quiet = page.text, page.quiet
    letters = [c for c in text if any(start <= text.index(c) < end for start, end in quiet)]
    assert [letter for letter in letters if letter.isalpha()] == list("Ace")


@pytest.mark.parametrize("name", ["a.html", "a.xhtml"])
def test_the_main_element_is_the_text_of_a_page(name):
    page = "<html><body><header>Menu</header><main><h1>A</h1><p>b</p></main>Foot</body></html>"
    assert whole_text(extract(page.encode(), name)) == "A\n\nb"
    two = page.replace("Foot", "<main>c</main>")
    assert whole_text(extract(two.encode(), name)) == "Menu\n\nA\n\nb\n\nc"


def test_xhtml_is_read_like_html_but_must_be_well_formed():
    source = (
        '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">'
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>'
        "<p>The <i>caf&eacute;</i>&nbsp;&amp; <!-- no -->mill</p><script>no</script>end"
        "</body></html>"
    )
    assert whole_text(extract(source.encode(), "a.xhtml")) == "The café\xa0& mill\n\nend"
    with refused(r"line 1"):
        extract(b"<p>a<br></p>", "a.xhtml")


@pytest.mark.parametrize(
    "head", ["<?xml version='1.0' encoding='iso-8859-1'?>", "<meta charset=latin1>"]
)
def test_the_declared_encoding_is_used(head):
    assert whole_text(extract(f"{head}<p>café</p>".encode("latin-1"), "a.html")) == "café"


MARKUP = [
    *("<p>", "</p>", "<i>", "</i>", "<br>", "<!-- c -->", "<script>x</script>", "&amp;", "<", "&"),
    *("<pre>", "</pre>", "<h2>", "&eacute;", "é", " ", "\r\n", "deep ", "river", "froze", "\n"),
    *("<table>", "<td>", "</table>", "<a href=x>", "</a>", "</body>", "<svg>", "</svg>", "<b>"),
    *("</b>", "x > y", "<!doctype html>", "<noscript>", "</noscript>", "<textarea>", "</textarea>"),
]


@given(st.lists(st.sampled_from(MARKUP), max_size=30))
def test_a_page_that_is_written_again_has_the_same_text(pieces):
    tree = HtmlTree("".join(pieces).encode(), "a.html")
    text = Page(tree).text
    assert Page(HtmlTree(tree.data(), "a.html")).text == text
