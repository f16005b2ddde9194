"""Lexical diversity agrees with published values."""

import math
import re

import pytest

import lcp
from lcp.reader.profiles.diversity import hdd, mattr, mtld

#: Example of McCarthy & Jarvis (2010, p. 384): one factor of six words, and a rest without
#: repetition.
PEOPLE = ["of", "the", "people", "by", "the", "people", "for", "the", "people"]
#: Example of the package LexicalRichness 0.5.1 (Shen, 2022), with its documented values.
RICHNESS = """Measure of textual lexical diversity, computed as the mean length of sequential words
in a text that maintains a minimum threshold TTR score. Iterates over words until TTR scores falls
below a threshold, then increase factor counter by 1 and start over. McCarthy and Jarvis (2010, pg.
385) recommends a factor threshold in the range of [0.660, 0.750]. (McCarthy 2005, McCarthy and
Jarvis 2010)"""
WORDS = re.findall("[a-z]+", RICHNESS.lower())


def test_the_example_of_the_paper_has_one_factor_in_each_direction():
    assert mtld(PEOPLE[:6]) == 6
    # Forwards 9 words by 1 factor; backwards "people the for people the" (0.6), then 4 words.
    assert mtld(PEOPLE) == (9 + 9) / 2


def test_the_documented_example_of_another_package():
    assert len(WORDS) == 57
    assert mtld(WORDS) == pytest.approx(46.79226361031519)
    assert mattr(WORDS, 25) == pytest.approx(0.8351515151515151)
    assert hdd(WORDS) == pytest.approx(0.7468703323966486)


def test_a_moving_average_is_the_mean_of_all_windows():
    windows = [WORDS[start : start + 10] for start in range(len(WORDS) - 9)]
    ratios = [len(set(window)) / 10 for window in windows]
    assert mattr(WORDS, 10) == pytest.approx(sum(ratios) / len(ratios))


def test_short_texts_have_no_value():
    assert math.isnan(mtld(["a", "b", "c"]))
    assert math.isnan(mtld([]))
    assert math.isnan(mattr(WORDS[:49]))
    assert math.isnan(hdd(WORDS[:41]))
    assert lcp.profile("").diversity == []


def test_a_profile_has_the_measures_of_all_its_words():
    found = {row.name: row.value for row in lcp.profile(RICHNESS).diversity}
    assert list(found)[:4] == ["mtld", "mattr", "hdd", "lexical_density"]
    assert 0 < found["lexical_density"] < 1
    assert 1 >= found["types_above_A2"] >= found["types_above_B1"] >= found["types_above_B2"] > 0
