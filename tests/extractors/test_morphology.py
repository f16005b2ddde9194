"""Families, bases and parts of words."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from lcp.errors import ResourceError
from lcp.extractors import families
from lcp.extractors.morphology import Morphology, Vocabulary, bases
from lcp.text import stem
from lcp.word_frequency import zipf
from tests.lexicon.conftest import write_counted

WORDS = (
    "link",
    "links",
    "linked",
    "linkage",
    "happy",
    "happily",
    "happiness",
    "wild",
    "life",
    "wildlife",
    "nation",
    "national",
    "nationalize",
    "nationalization",
    "therm",
    "age",
    "it's",
    "xqzzt",
)


def frame(*words):
    return pd.DataFrame({"word": words, "lemma": [word.lower() for word in words]})


@pytest.fixture
def family(tmp_path):
    return Morphology(file=write_counted(tmp_path / "words.npz", dict.fromkeys(WORDS, 3)))


def test_the_family_registers_itself_and_needs_no_resource(no_data):
    assert families()["morphology"] is Morphology
    assert Morphology().resources() == ()


def test_columns_are_the_described_features_in_order(family):
    table = frame("linkage", "qqq").set_axis([4, 2], axis=0)
    for rows in (table, table.head(1), table.head(0)):
        values = family.extract(rows)
        assert list(values.columns) == [feature.name for feature in family.features()]
        assert values.index.equals(rows.index)
        assert (values.dtypes == "float64").all()


def test_words_of_one_stem_are_a_family(family):
    found = family.extract(frame("linked", "happiness", "age")).iloc[:, :4]
    # "linkage" has another stem ("linkag").
    members = [zipf(word) for word in ("link", "links", "linked")]
    assert found["family_size"].tolist() == [2, 1, 0]
    assert found["family_top"].tolist() == [max(members), zipf("happy"), zipf("age")]
    expected = [max(members) - zipf("linked"), zipf("happy") - zipf("happiness"), 0]
    assert found["family_gap"].tolist() == pytest.approx(expected)
    together = math.log10(sum(10**value for value in members))
    assert found["family_zipf"].tolist()[0] == pytest.approx(together)
    assert found["family_zipf"].tolist()[2] == pytest.approx(zipf("age"))


def test_an_unknown_word_can_have_a_known_family(family):
    found = family.extract(frame("linkings")).iloc[0]
    assert stem("linkings") == "link"
    assert np.isnan(zipf("linkings"))
    assert found["family_size"] == 3
    assert found["family_top"] == max(zipf(word) for word in ("link", "links", "linked"))
    assert np.isnan(found["family_gap"])


def test_the_base_is_what_remains_without_one_affix(family):
    found = family.extract(frame("linkage", "happily", "exotherm", "life"))
    expected = [zipf("link"), zipf("happy")]
    assert found["base_zipf"].tolist()[:2] == expected
    assert found["base_gap"].tolist()[0] == pytest.approx(zipf("link") - zipf("linkage"))
    assert found["base_share"].tolist()[:2] == [4 / 7, 5 / 7]
    # "exo" is in no list of affixes.
    assert found[["base_zipf", "base_gap", "base_share"]].iloc[2:].isna().all(axis=None)


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("making", "make"),
        ("ponies", "pony"),
        ("stopped", "stop"),
        ("arthritis", "arthr"),
        ("hyperactive", "active"),
        ("tallest", "tall"),
    ],
)
def test_bases_are_spelled_as_they_were_before_the_affix(word, base):
    assert base in bases(word)


def test_a_base_has_three_letters_or_more():
    assert not bases("red") | bases("undo")
    assert all(len(base) >= 3 for base in bases("international"))


def test_affixes_come_off_one_after_the_other(family):
    found = family.extract(frame("nationalization", "nationalize", "national", "nation"))
    # Straight from "-ization" to "national", which is more frequent than "nationalize".
    assert found["affixes"].tolist() == [2, 2, 1, 0]


def test_a_compound_is_as_frequent_as_its_rarer_half(family):
    found = family.extract(frame("wildlife", "lifelink", "linkage", "wild"))["compound"]
    rarer = [min(zipf(a), zipf(b)) for a, b in (("wild", "life"), ("life", "link"))]
    assert found.tolist()[:3] == [*rarer, min(zipf("link"), zipf("age"))]
    assert np.isnan(found.iloc[3])


def test_the_longest_frequent_word_within_is_the_more_frequent_of_equals(family):
    found = family.extract(frame("wildlife", "linkage", "life", "thermic"))
    assert found["part_share"].tolist() == [4 / 8, 4 / 7, 0, 0]
    assert found["part_zipf"].tolist()[:2] == [max(zipf("wild"), zipf("life")), zipf("link")]
    # "therm" is in the lexicon and too rare to be noticed.
    assert zipf("therm") < 3
    assert found["part_zipf"].iloc[2:].isna().all()


def test_words_that_wordfreq_does_not_know_or_with_other_signs_are_no_relatives():
    vocabulary = Vocabulary(WORDS)
    assert np.isnan(vocabulary.frequency("xqzzt"))
    assert np.isnan(vocabulary.frequency("it's"))
    assert vocabulary.family("xqzzts")["family_size"] == 0


def test_a_word_without_relatives_is_alone_and_not_an_error(family):
    found = family.extract(frame("qqq", "", "7", "\u00df\u2028", "-"))
    assert (found[["family_size", "affixes", "part_share"]] == 0).all(axis=None)
    assert found[["base_zipf", "compound", "part_zipf"]].isna().all(axis=None)


def test_case_order_and_repetition_change_nothing(family):
    found = family.extract(frame("linkage", "LINKAGE", "Linkage"))
    assert found.drop_duplicates().shape[0] == 1
    again = family.extract(frame("wildlife", "linkage"))
    assert again.iloc[1].equals(found.iloc[0].rename(1))


def test_another_lexicon_than_that_of_the_training_is_refused(family, tmp_path):
    before = family.fit(frame("link")).extract(frame("link"))
    assert before["family_size"].tolist() == [2]
    write_counted(tmp_path / "words.npz", {"link": 1})
    with pytest.raises(ResourceError, match="not the one"):
        family.extract(frame("link"))
    assert Morphology(file=family.file).extract(frame("link"))["family_size"].tolist() == [0]


def test_rare_words_of_the_shipped_lexicon_have_frequent_relatives():
    found = Morphology().extract(frame("turtledoves", "unfaithfulness", "soma"))
    assert found["compound"].iloc[0] > 2.5
    assert found["base_gap"].iloc[1] > 1
    assert found["affixes"].iloc[1] >= 2
    assert found["family_size"].iloc[2] <= 1
