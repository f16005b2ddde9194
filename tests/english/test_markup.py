"""Markup is recognised and does not move or change words."""

from pathlib import Path

import pytest

import lcp
from lcp.english import analyse
from lcp.english import markup as markup_module
from lcp.english.markup import markup, strip_markup
from tests.cases import cases

PAGE = Path(__file__).with_name("files").joinpath("page.html").read_text("utf-8")


@cases("english/cases/markup", "text", "expected")
def test_only_markup_is_recognised(text, expected):
    spans = [text[begin:end] for begin, end in markup(text)]
    assert (len(spans) if isinstance(expected, int) else spans) == expected


def test_words_keep_their_position_and_sentence():
    sentences = list(analyse(PAGE))
    for sentence in sentences:
        assert PAGE.startswith(sentence.text, sentence.start)
        assert len(sentence.plain) == len(sentence.text)
        for token in sentence.tokens:
            if token.kind != "markup":
                start, end = token.start - sentence.start, token.end - sentence.start
                assert sentence.plain[start:end] == sentence.text[start:end]
    assert "".join(sentence.before + sentence.text for sentence in sentences) == PAGE.rstrip()


class Sought:
    """A pattern that counts the characters which it examines."""

    characters = 0

    def __init__(self, pattern):
        self.pattern = pattern

    def search(self, text, position):
        match = self.pattern.search(text, position)
        Sought.characters += (match.end() if match else len(text)) - position
        return match


@pytest.mark.parametrize("opening", ["<!--", "<?xml ", "<script>", "<style>a", "<!--<SCRIPT>"])
def test_an_end_that_is_missing_is_sought_once(opening, monkeypatch):
    patterns = {kind: Sought(pattern) for kind, pattern in markup_module._ENDS.items()}
    monkeypatch.setattr(markup_module, "_ENDS", patterns)
    monkeypatch.setattr(Sought, "characters", 0)
    text = opening * 1_000
    markup(text)
    assert 0 < Sought.characters <= 2 * len(text)


def test_tags_do_not_change_the_predictions_of_words(reader):
    annotated = {word.text: word for word in lcp.annotate(PAGE)}
    assert list(annotated) == ["illumination", "river", "bank", "mild", "froze", "thawed"]
    assert PAGE[annotated["mild"].start : annotated["mild"].end] == "mild"
    assert lcp.annotate(PAGE).tally["markup"] == 21
    plain = {
        word.text: word for word in lcp.annotate(" ".join(strip_markup(PAGE, markup(PAGE)).split()))
    }
    assert {text: word.prediction.complexity for text, word in annotated.items()} == {
        text: word.prediction.complexity for text, word in plain.items()
    }


def test_a_text_of_tags_only_has_no_annotated_words(reader):
    annotation = lcp.annotate("<p>\n<br>\n</p>")
    assert list(annotation) == []
    assert annotation.tally["markup"] == 3
