"""How many of the most frequent words cover a text."""

from __future__ import annotations

import pytest

from lcp.profiles.coverage import coverages, frequency_rank


def words_of(results):
    return {row.share: row.words for row in results}


def test_the_rarest_word_that_is_needed_decides():
    rank = frequency_rank("cat")
    results = words_of(coverages({"the": 18, "cat": 1, "xqzzt": 1}))
    assert results == {0.9: frequency_rank("the"), 0.95: rank, 0.98: None}


def test_words_that_the_reader_knows_need_no_rank():
    assert words_of(coverages({"cat": 1}, easy=49)) == {0.9: 0, 0.95: 0, 0.98: 0}


def test_an_empty_text_is_covered_by_no_word():
    assert words_of(coverages({})) == {0.9: 0, 0.95: 0, 0.98: 0}


@pytest.mark.parametrize(("form", "base"), [("cats", "cat"), ("Went", "go"), ("mice", "mouse")])
def test_forms_have_the_rank_of_their_lemma(form, base):
    assert frequency_rank(form) == frequency_rank(base) is not None


def test_ordinary_words_that_are_often_capitalised_are_listed_and_names_are_not():
    assert frequency_rank("river") < 2_000
    assert frequency_rank("London") is None


def test_a_compound_is_as_rare_as_its_rarest_part():
    assert frequency_rank("tree-lined") == max(frequency_rank("tree"), frequency_rank("lined"))
    assert frequency_rank("xqzzt-like") is None
