"""Perceptibility of words, and specificity of their senses."""

import math

import pytest

from lcp.resources import Store
from lcp.tasks.gaps.abstractness import abstractness
from tests import cases
from tests.errors import refused


@pytest.fixture(scope="module")
def rows():
    import os

    if "LCP_DATA" not in os.environ:
        pytest.skip("LCP_DATA is not set: this test needs the real files")
    return abstractness(cases.rows("tasks/cases/abstractness"), Store()).set_index("token")


def test_the_sense_of_the_sentence_decides_how_specific_a_word_is(rows):
    assert "sloping land" in rows.loc["bank", "definition"]
    assert 0 < rows.loc["bank", "depth"] <= rows.loc["bank", "specificity"]
    general, specific = rows.loc[["vertebrate", "groundhog"], "specificity"]
    assert general < specific


def test_words_without_a_sentence_have_their_most_frequent_sense(rows):
    assert rows.loc["objective", "perceptibility"] < 0.35
    assert rows.loc["objective", "sense_rank"] == 1


def test_adjectives_have_a_sense_but_no_hypernyms(rows):
    assert rows.loc["heavy", "definition"]
    assert math.isnan(rows.loc["heavy", "specificity"])


@pytest.mark.parametrize("token", ["Rex", "zxqvy"])
def test_names_and_unlisted_words_have_no_sense(rows, token):
    assert rows.loc[token, "sense"] == ""
    assert math.isnan(rows.loc[token, "sense_rank"])
    assert 0 <= rows.loc[token, "perceptibility"] <= 1


def test_a_target_outside_its_sentence_raises_an_error(data):
    with refused():
        abstractness([{"sentence": "A dog came.", "token": "cat"}])
