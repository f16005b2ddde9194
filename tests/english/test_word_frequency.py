"""Frequencies equal those of wordfreq."""

import math

import pytest
import wordfreq

from lcp.english.word_frequency import zipf


def test_zipf_is_higher_for_common_words_and_nan_for_unknown_ones():
    assert zipf("the") > zipf("mountain") > zipf("stalagmite") > 1
    assert zipf("Mountain") == zipf("mountain")
    assert math.isnan(zipf("xqzzt"))
    assert math.isnan(zipf(""))


def test_listed_words_have_the_frequencies_of_wordfreq():
    words = wordfreq.top_n_list("en", 300_000)[::100]
    assert len(words) > 2000
    assert [zipf(word.upper()) for word in words] == [
        wordfreq.zipf_frequency(word.upper(), "en") for word in words
    ]


@pytest.mark.parametrize(
    "word",
    [
        *("don't", "don’t", "naïve", "NAÏVE", "U.S", "1999", "x2", "İ", "straße"),
        *("ﬁsh", "0" * 10_000, "1" * 5_000, "٣", "-", "'"),
    ],
)
def test_words_with_other_characters_are_read_as_by_wordfreq(word):
    expected = wordfreq.zipf_frequency(word, "en")
    assert zipf(word) == expected or (expected == 0 and math.isnan(zipf(word)))


@pytest.mark.parametrize("word", ["gene-by-gene", "mother-in-law", "ice-cream", "dogs'", "c'est"])
def test_parts_of_a_word_are_not_added_up(word):
    assert wordfreq.zipf_frequency(word, "en") > 0
    assert math.isnan(zipf(word))
