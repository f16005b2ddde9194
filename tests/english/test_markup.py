"""Markup is recognised and does not move or change words."""

from __future__ import annotations

import pytest

import lcp
from lcp.english.markup import markup, without
from lcp.english.segmentation import segments

PAGE = """<!DOCTYPE html><html><head><style>p { color: red }</style>
<script type="module">var deep = "x < y";
alert(deep);</script></head><body class="main"><!-- a hidden comment -->
<p>The <b>illumination</b> of the river&nbsp;bank was <a href="http://x.org/?b=c">mild</a>.</p>\
<P>It froze &amp; thawed.<br/></P>

</body></html>
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a <b>c</b> <br/> <x:y z='1' w> </P >",
            ["<b>", "</b>", "<br/>", "<x:y z='1' w>", "</P >"],
        ),
        ("x <y and z> w, a<b or b>c, 1 < 2 > 1, <3, <-, <>, <b", []),
        ("<!-- <b> --> <!-- not ended <i>", ["<!-- <b> -->", "<i>"]),
        ("<script>a<b</script> <SCRIPT>lost? no", ["<script>a<b</script>", "<SCRIPT>"]),
        ("<!-- <!-- a --> <style><style>b</style>", ["<!-- <!-- a -->", "<style><style>b</style>"]),
        ("mail <john@x.org>, a <b, c <p>d</p>, </3>", ["<p>", "</p>"]),
        ("<a title='x > y' href=z>b</a>", ["<a title='x > y' href=z>", "</a>"]),
        ("<?xml version='1.0'?><p>", ["<?xml version='1.0'?>", "<p>"]),
        ("&nbsp;&#160;&#xA0; caf&eacute; na&#239;ve AT&T; R&D; &unknown;", 3),
    ],
)
def test_only_markup_is_recognised(text, expected):
    spans = [text[begin:end] for begin, end in markup(text)]
    assert (len(spans) if isinstance(expected, int) else spans) == expected


def test_words_keep_their_position_and_sentence():
    sentences = list(segments([PAGE]))
    _, second, third = (segment.text for segment in sentences)
    assert second == "<P>It froze &amp; thawed.<br/></P>"
    assert third == "</body></html>"
    for segment in sentences:
        assert PAGE.startswith(segment.text, segment.start)
        assert len(segment.plain) == len(segment.text)
        for token in segment.tokens:
            if token.kind != "markup":
                assert (
                    segment.plain[token.start : token.end] == segment.text[token.start : token.end]
                )
    assert "".join(segment.before + segment.text for segment in sentences) == PAGE.rstrip()


def test_tags_do_not_change_the_ratings_of_words():
    rated = {word.text: word for word in lcp.annotate(PAGE)}
    assert list(rated) == ["illumination", "river", "bank", "mild", "froze", "thawed"]
    assert PAGE[rated["mild"].start : rated["mild"].end] == "mild"
    assert lcp.annotate(PAGE).counts["markup"] == 21
    plain = {
        word.text: word for word in lcp.annotate(" ".join(without(PAGE, markup(PAGE)).split()))
    }
    assert {text: word.complexity for text, word in rated.items()} == {
        text: word.complexity for text, word in plain.items()
    }


def test_a_text_of_tags_only_has_no_rated_words():
    annotation = lcp.annotate("<p>\n<br>\n</p>")
    assert list(annotation) == []
    assert annotation.counts["markup"] == 3
