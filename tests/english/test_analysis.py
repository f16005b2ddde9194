"""Sentences and tokens of running text."""

import pytest

from lcp.english import analyse
from lcp.english.stages import _LONGEST_SENTENCE


def test_sentences_end_at_punctuation_and_blank_lines_but_not_at_abbreviations():
    sentences = list(analyse(["A title\n\nDr. Smith left.\nHe slept.\r\n\r\nThe end"]))
    assert [sentence.text for sentence in sentences] == [
        *("A title", "Dr. Smith left.", "He slept.", "The end")
    ]
    assert [sentence.is_first for sentence in sentences] == [True, True, False, True]


@pytest.mark.parametrize("separator", [" ", "\n\n", "\r\n"])
def test_the_result_does_not_depend_on_how_the_text_is_split_into_pieces(separator):
    text = "  " + separator.join(f"The {number}th ewe of Mr. Fox slept." for number in range(4000))
    whole = list(analyse(text))
    assert len(whole) == 4000
    for size in (1_000, 7_919):
        pieces = [text[start : start + size] for start in range(0, len(text), size)]
        read = list(analyse(pieces))
        assert [sentence.text for sentence in read] == [sentence.text for sentence in whole]
        assert [sentence.tokens for sentence in read] == [sentence.tokens for sentence in whole]
    for sentence in whole:
        assert text[sentence.start : sentence.end] == sentence.text


def test_an_overlong_sentence_is_split_between_tokens():
    sentences = list(analyse("ewe " * 10_000))
    assert max(len(sentence.text) for sentence in sentences) <= _LONGEST_SENTENCE
    assert sum(len(sentence.tokens) for sentence in sentences) == 10_000


@pytest.mark.parametrize("text", ["", " ", "\n\n\n", "\t" * 50_000])
def test_white_space_has_no_sentences(text):
    assert list(analyse(text)) == []


@pytest.mark.parametrize("blank", ["\n", "\r\n", "\n\n\t", "\u2029"])
def test_a_run_of_blank_lines_divides_paragraphs(blank):
    text = blank * 5_000
    first, second = analyse([f"A river.{text}", f"{text}It rose."])
    assert (first.text, second.text, second.start) == ("A river.", "It rose.", len(2 * text) + 8)
