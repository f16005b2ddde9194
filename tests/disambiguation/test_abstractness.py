"""Imperceptibility of words, and nonspecificity of their senses."""

import math

import pandas as pd
import pytest

import lcp
from lcp.disambiguation.abstractness import abstractness_table
from lcp.errors import InputError
from lcp.resources import Store


def test_the_sense_of_the_sentence_decides_how_specific_a_word_is(data):
    store = Store(mirror=data)
    river = lcp.abstractness(
        "bank", sentence="The boat stopped at the bank of the river.", store=store
    )
    assert (river.sense, river.rank) == ("bank.n.01", 1)
    assert "sloping land" in river.gloss
    assert 0 < river.depth <= river.nonspecificity
    vertebrate, groundhog = (
        lcp.abstractness(word, store=store).nonspecificity for word in ("vertebrate", "groundhog")
    )
    assert vertebrate < groundhog


def test_words_without_a_sentence_have_their_most_frequent_sense(data):
    score = lcp.abstractness("objective", store=Store(mirror=data))
    assert score.imperceptibility < 0.35
    assert score.rank == 1
    assert score.overlap == 0


def test_adjectives_have_a_sense_but_no_hypernyms(data):
    score = lcp.abstractness("heavy", sentence="The heavy stone fell.", store=Store(mirror=data))
    assert score.gloss
    assert math.isnan(score.nonspecificity)
    assert math.isnan(score.depth)


def test_a_passage_helps_to_choose_the_sense(data):
    plain, helped = (
        lcp.abstractness(
            "bank", sentence="She saw the bank.", passage=text, store=Store(mirror=data)
        )
        for text in ("", "The account held her money, and she cashed a cheque there.")
    )
    assert helped.overlap > plain.overlap
    assert helped.sense != plain.sense


def test_names_and_unlisted_words_have_no_sense(data):
    store = Store(mirror=data)
    for target in ("Rex", "zxqvy"):
        score = lcp.abstractness(target, sentence=f"We saw {target} there.", store=store)
        assert (score.sense, score.gloss) == ("", "")
        assert math.isnan(score.nonspecificity)
        assert 0 <= score.imperceptibility <= 1


def test_a_table_has_one_row_per_instance(data):
    table = pd.DataFrame({"sentence": ["An old idea.", "An old idea."], "token": ["idea", "old"]})
    rows = abstractness_table(table, Store(mirror=data))
    assert rows["token"].tolist() == ["idea", "old"]
    assert rows["nonspecificity"].isna().tolist() == [False, True]


def test_a_target_outside_its_sentence_raises_an_error():
    with pytest.raises(InputError, match="not in its sentence"):
        lcp.abstractness("cat", sentence="A dog came.")
