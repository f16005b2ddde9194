"""Families, bases and parts of words."""

import math

import numpy as np
import pandas as pd
import pytest

from lcp.english.affixes import stem
from lcp.english.word_frequency import zipf
from lcp.features.families import morphology
from lcp.features.families.morphology import Morphology, RelatedWords, bases
from tests.cases import cases
from tests.features.families.measuring import measured

WORDS = (  # noqa: SIM905
    "link links linked linkage happy happily happiness wild life wildlife nation national "
    "nationalize nationalization therm age it's xqzzt"
).split()


def frame(*words):
    return pd.DataFrame({"word": words, "lemma": [word.lower() for word in words]})


@pytest.fixture
def family(monkeypatch):
    related = RelatedWords(WORDS)
    monkeypatch.setattr(morphology, "_related_words", lambda: related)
    return measured(Morphology())


def test_words_with_one_stem_are_a_family(family):
    values = family.extract(frame("linked", "happiness", "age")).iloc[:, :4]
    # "linkage" has another stem ("linkag").
    members = [zipf(word) for word in ("link", "links", "linked")]
    assert values["family_size"].tolist() == [2, 1, 0]
    assert values["family_top"].tolist() == [max(members), zipf("happy"), zipf("age")]
    expected = [max(members) - zipf("linked"), zipf("happy") - zipf("happiness"), 0]
    assert values["family_gap"].tolist() == pytest.approx(expected)
    together = math.log10(sum(10**value for value in members))
    assert values["family_zipf"].tolist()[0] == pytest.approx(together)
    assert values["family_zipf"].tolist()[2] == pytest.approx(zipf("age"))


def test_a_word_outside_the_lexicon_can_have_a_family(family):
    values = family.extract(frame("linkings")).iloc[0]
    assert stem("linkings") == "link"
    assert np.isnan(zipf("linkings"))
    assert values["family_size"] == 3
    assert values["family_top"] == max(zipf(word) for word in ("link", "links", "linked"))
    assert np.isnan(values["family_gap"])


def test_the_base_is_the_word_without_one_affix(family):
    values = family.extract(frame("linkage", "happily", "exotherm", "life"))
    expected = [zipf("link"), zipf("happy")]
    assert values["base_zipf"].tolist()[:2] == expected
    assert values["base_gap"].tolist()[0] == pytest.approx(zipf("link") - zipf("linkage"))
    assert values["base_share"].tolist()[:2] == [4 / 7, 5 / 7]
    # "exo" is not in the lists of affixes.
    assert values[["base_zipf", "base_gap", "base_share"]].iloc[2:].isna().all(axis=None)


@cases("features/cases/bases", "word", "base")
def test_spelling_changes_before_an_affix_are_reversed(word, base):
    assert base in bases(word)


def test_a_compound_is_as_frequent_as_its_rarer_half(family):
    values = family.extract(frame("wildlife", "lifelink", "linkage", "wild"))["compound"]
    rarer = [min(zipf(a), zipf(b)) for a, b in (("wild", "life"), ("life", "link"))]
    assert values.tolist()[:3] == [*rarer, min(zipf("link"), zipf("age"))]
    assert np.isnan(values.iloc[3])


def test_the_more_frequent_of_equally_long_words_within_counts(family):
    values = family.extract(frame("wildlife", "linkage", "life", "thermic"))
    assert values["part_share"].tolist() == [4 / 8, 4 / 7, 0, 0]
    assert values["part_zipf"].tolist()[:2] == [max(zipf("wild"), zipf("life")), zipf("link")]
    # "therm" is in the lexicon and too rare to be noticed.
    assert zipf("therm") < 3
    assert values["part_zipf"].iloc[2:].isna().all()


def test_words_that_wordfreq_does_not_know_or_with_other_signs_are_no_relatives():
    related = RelatedWords(WORDS)
    assert np.isnan(related.base("xqzzts")[0])
    assert np.isnan(related.base("it'sing")[0])
    assert related.family("xqzzts")[0] == 0


def test_a_word_without_relatives_has_zeros_and_nan(family):
    values = family.extract(frame("qqq", "", "7", "\u00df\u2028", "-"))
    assert (values[["family_size", "affixes", "part_share"]] == 0).all(axis=None)
    assert values[["base_zipf", "compound", "part_zipf"]].isna().all(axis=None)
