"""Words of first languages, translations, and similar spellings."""

import math

from lcp.tasks.vocabulary.languages import language_of, parse_translation, words_of, zipf
from lcp.tasks.vocabulary.spelling import lookalikes
from tests.cases import cases
from tests.errors import refused


def test_chinese_is_divided_into_frequent_words():
    assert words_of("她讲了个故事。", "zh") == ("她", "讲", "了", "个", "故事")


def test_a_chinese_character_outside_the_list_is_a_word():
    assert words_of("龘", "zh") == ("龘",)
    assert math.isnan(zipf("龘龘", "zh"))


def test_readers_have_a_supported_first_language_or_none():
    assert [language_of(name) for name in ("learner:zh", "learner", "")] == ["zh", "", ""]
    with refused(where="readers"):
        language_of("learner:xx")


@cases("tasks/cases/translations", "text", "alternatives", "excluded", "notes")
def test_alternatives_excluded_words_and_notes_are_separated(text, alternatives, excluded, notes):
    assert parse_translation(text) == (tuple(alternatives), tuple(excluded), notes)


def test_an_english_word_quoted_in_spanish_texts_is_not_its_own_lookalike():
    assert lookalikes(["nation"], "es")["nation"].word == "nacion"


def test_a_word_of_both_languages_is_its_own_lookalike():
    match = lookalikes(["gift"], "de")["gift"]
    assert (match.word, match.similarity) == ("gift", 1.0)
