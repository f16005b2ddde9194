"""Expressions of sentences."""

import pytest

from lcp.english import analyse
from lcp.english.analysis import batches, whole_sentences
from lcp.english.columns import Expression


def expressions_of(text):
    """Return the expressions of a text."""
    return [expression for sentence in analyse(text) for expression in sentence.expressions]


def test_spans_are_in_the_whole_text():
    text = "It rained. He took his hat off. They waited.\n\nShe gave up."
    assert expressions_of(text) == [
        Expression(((14, 18), (27, 30)), "phrasal verb", "take off", (14, 18, 27, 30)),
        Expression(((50, 54), (55, 57)), "phrasal verb", "give up", (50, 57)),
    ]


def test_a_possessive_in_a_slot_is_within_the_run_and_no_part():
    [expression] = expressions_of("They pulled big Tom’s leg.")
    assert (expression.lemma, expression.edges) == ("pull someone's leg", (5, 25))
    assert expression.word_spans == ((5, 11), (22, 25))


def test_the_longest_expression_counts_and_overlaps_are_left_out():
    found = expressions_of("She looked forward to it in the middle of the night.")
    assert [each.lemma for each in found][:2] == ["look forward to", "in the middle of"]
    parts = [part for each in found for part in each.word_spans]
    assert len(parts) == len(set(parts))


def test_sentences_without_tokens_have_no_expressions():
    sentences = whole_sentences(["He gave up.", "", " ", "By and large."])
    assert [len(sentence.expressions) for sentence in sentences] == [1, 0, 0, 1]


def test_the_sentences_of_a_batch_are_matched_together():
    [[first, second]] = batches(["He gave up. She took off."])
    assert first.columns.expressions is second.columns.expressions


@pytest.mark.parametrize(
    ("kind", "of_target", "is_target"),
    [
        ("fixed phrase", "function word", False),
        ("fixed phrase", "expression", True),
        ("phrasal verb", "function word", True),
    ],
)
def test_fixed_phrases_of_function_words_are_no_targets(kind, of_target, is_target):
    assert Expression((), kind, "", ()).is_target(of_target) == is_target
