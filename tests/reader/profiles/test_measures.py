"""Measures of texts: level and coverage."""

import pytest

from lcp.base.levels import LEVELS
from lcp.reader.annotation.tally import Tally
from lcp.reader.profiles.measures import coverages, frequency_rank, level_below, level_shares


def test_shares_are_of_all_running_words():
    words = [90, 5, 2, 2, 1, 0]
    tally = Tally({"word": 20, "function word": 85, "name": 7})
    shares = level_shares(dict(zip(LEVELS, words, strict=True)), tally)
    assert [row.n_words for row in shares] == words
    assert [round(105 * (row.up_to + row.above)) for row in shares] == [100] * 6
    assert shares[1].above == pytest.approx(5 / 105)


def test_levels_are_ordered():
    assert [level_below(level) for level in ("A1", "A2", "C2")] == ["A1", "A1", "C1"]


def words_of(results):
    return {row.share: row.n_lemmas for row in results}


def test_the_rarest_word_that_is_needed_decides():
    rank = frequency_rank("cat")
    results = words_of(coverages({"the": 18, "cat": 1, "xqzzt": 1}))
    assert results == {0.9: frequency_rank("the"), 0.95: rank, 0.98: None}


def test_words_that_the_reader_knows_need_no_rank():
    assert words_of(coverages({"cat": 1}, easy=49)) == {0.9: 0, 0.95: 0, 0.98: 0}


def test_an_empty_text_is_covered_by_no_word():
    assert words_of(coverages({})) == {0.9: 0, 0.95: 0, 0.98: 0}


@pytest.mark.parametrize("form", ["cats", "went", "mice", "wives", "playing"])
def test_inflected_forms_count_with_their_lemma(form):
    assert frequency_rank(form) is None


def test_ordinary_words_that_are_often_capitalised_are_listed_and_names_are_not():
    assert frequency_rank("river") < 2_000
    assert frequency_rank("London") is None


def test_a_compound_is_as_rare_as_its_rarest_part():
    assert frequency_rank("tree-lined") == max(frequency_rank("tree"), frequency_rank("line"))
    assert frequency_rank("xqzzt-like") is None
