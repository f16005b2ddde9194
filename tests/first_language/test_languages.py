"""Words of first languages."""

from __future__ import annotations

import math

import pytest

from lcp.errors import InputError
from lcp.first_language.languages import language_of, words_of, zipf


def test_chinese_is_divided_into_frequent_words():
    assert words_of("她讲了个故事。", "zh") == ("她", "讲", "了", "个", "故事")


def test_a_chinese_character_outside_the_list_is_a_word_of_its_own():
    assert words_of("龘", "zh") == ("龘",)
    assert math.isnan(zipf("龘龘", "zh"))


def test_cn_is_chinese():
    assert language_of("cn") == language_of("zh") == "zh"


def test_an_unsupported_first_language_is_an_error():
    with pytest.raises(InputError, match="first language 'xx' is not supported"):
        language_of("xx")
