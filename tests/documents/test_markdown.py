"""Markdown is read as a browser shows it."""

from __future__ import annotations

import pytest

from lcp.documents import read_document


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("# A *title*\n\nOne\nline with `code`.", "A title\n\nOne line with code."),
        ("- one\n- [two](http://x.org)\n\n> quoted", "one\n\ntwo\n\nquoted"),
        ("|a|b|\n|-|-|\n|c|d|", "a\n\nb\n\nc\n\nd"),
        ("<div>kept <b>html</b></div>\n\n![alternative](x.png)", "kept html"),
        ("---\nkey: value\n---\ntext", "text"),
        ("---\nno front matter", "no front matter"),
        ("a &amp; b \\* c", "a & b * c"),
    ],
)
def test_markdown_is_read_as_a_browser_shows_it(source, text):
    assert read_document(source.encode(), name="a.md").text == text


def test_the_first_heading_is_the_title():
    assert read_document(b"text\n\n## A *b* &amp; c\n\n# D", name="a.md").title == "A b & c"
