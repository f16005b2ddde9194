"""Pages with marks: without the insertions, their bytes are those of the original."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lcp.documents import read_text
from lcp.errors import InputError

PAGE = """<!DOCTYPE html>\r
<html><head><meta charset=utf-8><title>Deep rivers</title></head>
<body><h1>Steep &amp; deep</h1><p class=a>The <i>deep</i>  river\r\nfroze;
caf&eacute; ubi<b>quit</b>ous
&nbsp;R&D &lt; <a href="#">deep link</a>. <code>steep</code>\t<!-- <p>deep --> A river.</body>
</html>
"""
#: What marks insert, as regular expressions, outermost last.
INSERTIONS = {
    "ruby": (r'<ruby class="lcp-gloss">', r"<rp> \(</rp><rt>[^<]*</rt><rp>\)</rp></ruby>"),
    "parentheses": (r'<span class="lcp-gloss"> \([^<]*\)</span>',),
    "footnotes": (
        r'<div class="lcp-glosses"[^>]*><hr />.*?</div>(?=</body>|$)',
        r'<a class="lcp-gloss" id=[^>]*><sup>\d+</sup></a>',
    ),
    "colours": (r'<mark class="lcp-\d" title="[^"]*">', r"</mark>"),
}
STYLES = list(INSERTIONS)


def stripped(data: bytes, style: str) -> bytes:
    """Remove the insertions of a style."""
    for pattern in (r'<style type="text/css">\.lcp-[^<]*</style>', *INSERTIONS[style]):
        data = re.sub(pattern.encode(), b"", data, flags=re.DOTALL)
    return data


@pytest.mark.parametrize("style", STYLES)
def test_without_the_insertions_the_bytes_are_those_of_the_original(mark, tmp_path, style):
    page = tmp_path / "page.html"
    page.write_bytes(PAGE.encode())
    marked = mark(page, style).read_bytes()
    assert marked.count(b"lcp-") > 3
    assert stripped(marked, style) == PAGE.encode()


@pytest.mark.parametrize("style", ["ruby", "colours"])
def test_the_readable_text_of_a_copy_is_that_of_the_original(mark, tmp_path, style):
    page = tmp_path / "page.html"
    page.write_bytes(PAGE.encode())
    assert read_text(mark(page, style)) == read_text(page)


PIECES = [
    *("<p>", "</p>", "<i>", "</i>", "<br>", "<!-- c -->", "<script>x</script>", "&amp;", "<", "&"),
    *("<pre>", "</pre>", "<h2>", "&eacute;", "é", " ", "\r\n", "deep ", "river", "froze"),
]


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=30), style=st.sampled_from(STYLES))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_page_keeps_its_bytes(mark, tmp_path, pieces, style):
    page = tmp_path / "any.html"
    page.write_bytes("".join(pieces).encode())
    assert stripped(mark(page, style).read_bytes(), style) == page.read_bytes()


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8-sig"])
def test_a_page_keeps_its_encoding(mark, tmp_path, encoding):
    page = tmp_path / "page.html"
    page.write_bytes('<meta charset="latin1"><p>A café by the deep river.'.encode(encoding))
    marked = mark(page, "ruby").read_bytes()
    assert stripped(marked, "ruby") == page.read_bytes()
    assert b"<ruby" in marked


def test_a_word_is_glossed_once_and_not_in_headings_links_and_code(mark, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    once = re.findall(r'<ruby class="lcp-gloss">(.*?)<rp>', mark(page, "ruby").read_text("utf-8"))
    assert once == ["deep", "river", "froze", "caf&eacute;", "quit"]
    text = mark(page, "ruby", repeat=True).read_text("utf-8")
    each = re.findall(r'<ruby class="lcp-gloss">(.*?)<rp>', text)
    assert each == [*once, "river"]
    assert "<rt>gloss &amp; &lt;more&gt;</rt>" in text


def test_a_copy_is_not_glossed_again(mark, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    copy = mark(page, "ruby").rename(tmp_path / "first.html")
    with pytest.raises(InputError, match="already has glosses"):
        mark(copy, "parentheses")


def test_a_page_without_words_is_copied(mark, tmp_path):
    page = tmp_path / "page.html"
    page.write_bytes(b"<p>1 2 3")
    assert mark(page, "ruby").read_bytes() == b"<p>1 2 3"
