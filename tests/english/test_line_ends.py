"""Words that are divided at the end of a line are rated once."""

from __future__ import annotations

import pytest

import lcp
from lcp.english.line_ends import undivided
from lcp.reports.annotation import write_annotation

TEXT = "Early detec-\ntion of a dis-  \r\n  ease helps well-\nknown people.\n"


def test_a_divided_word_is_rated_once_with_the_span_of_both_parts():
    words = {word.text: word for word in lcp.annotate(TEXT)}
    assert list(words) == ["Early", "detection", "disease", "helps", "well-known", "people"]
    assert [TEXT[w.start : w.end] for w in (words["detection"], words["well-known"])] == [
        "detec-\ntion",
        "well-\nknown",
    ]
    whole = {word.text: word for word in lcp.annotate("Early detection of a disease helps.")}
    for text in ("detection", "disease"):
        assert words[text].complexity == whole[text].complexity


def test_a_divided_word_is_the_same_in_a_genre_whose_predictions_use_the_sentence():
    divided = lcp.annotate("We saw the detec-\ntion of cells.", genre="biomed")
    whole = lcp.annotate("We saw the detection of cells.", genre="biomed")
    assert [w.complexity for w in divided] == [w.complexity for w in whole]


@pytest.mark.parametrize(
    "text",
    [
        "pre-\nand post-war",  # a suspended hyphen
        "Anne-\nMarie left",  # the second part is a name
        "a list -\nitem",  # a dash
        "detec-\n\ntion",  # another paragraph
        "zxq-\nvwk",  # not a word
        "detec- tion",  # no line end
    ],
)
def test_other_hyphens_are_left_alone(text):
    assert undivided(text) == text
    assert "-".join(word.text for word in lcp.annotate(text)).count("\n") == 0


def test_a_compound_is_not_taken_for_another_word():
    assert undivided("state-of-the-\nart") == "state-of-the-art"
    assert undivided("state-of-the-\nme") == "state-of-the-\nme"


def test_the_soft_hyphen_and_the_unicode_hyphen_divide_too():
    assert undivided("detec\u00ad\ntion detec\u2010\ntion") == "detection detection"


def test_a_divided_word_is_whole_in_every_format():
    from lcp.reading.annotator import Annotator

    for form in ("csv", "jsonl", "table"):
        annotator = Annotator()
        written = "".join(write_annotation(annotator, annotator.stream([TEXT]), form))
        assert "detection" in written
        assert "\ntion" not in written
    counts = lcp.annotate(TEXT).counts
    assert counts["unknown"] == 0


def test_pieces_of_a_text_that_end_at_the_hyphen_are_joined():
    from lcp.reading.annotator import Annotator

    rated = [word.text for s in Annotator().stream(["Early detec-", "\ntion."]) for word in s.words]
    assert rated == ["Early", "detection"]
