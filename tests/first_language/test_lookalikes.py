"""Words of a first language with a similar spelling."""

from __future__ import annotations

from lcp.first_language.lookalikes import lookalikes


def test_an_english_word_quoted_in_spanish_texts_is_not_its_own_lookalike():
    assert lookalikes(["nation"], "es")[0].word == "nacion"


def test_a_word_of_both_languages_is_its_own_lookalike():
    match = lookalikes(["gift"], "de")[0]
    assert (match.word, match.similarity) == ("gift", 1.0)


def test_results_do_not_depend_on_other_words():
    both = lookalikes(["music", "zebra"], "de")
    assert lookalikes(["zebra"], "de")[0] == both[1]
