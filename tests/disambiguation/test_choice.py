"""Senses are weighed by frequency, overlap and vectors."""

import pytest

import lcp
from lcp.disambiguation import choice as module
from lcp.errors import InputError, ResourceError
from lcp.resources import Store


def shares(sentence, store):
    return {sense.gloss: sense.share for sense in lcp.senses(sentence, "dog", store=store)}


def test_shares_sum_to_one_and_the_likeliest_comes_first(store, tagged):
    tagged("NN")
    listed = lcp.senses("My dog came.", "dog", store=store)
    assert [sense.name for sense in listed] == ["hound.n.01", "cad.n.01"]
    assert sum(sense.share for sense in listed) == pytest.approx(1)
    assert listed[0].share > listed[1].share


def test_a_definition_that_shares_words_with_the_sentence_makes_its_sense_likelier(store, tagged):
    tagged("NN")
    gloss = "a man who behaves badly"
    related = shares("The dog behaved badly.", store)[gloss]
    assert related > shares("The dog slept.", store)[gloss]


def test_senses_without_frequencies_and_context_are_alike(store, tagged, monkeypatch):
    tagged("NN")
    for name in ("PRIOR", "OVERLAP", "SIMILARITY"):
        monkeypatch.setattr(module, name, 0)
    assert list(shares("My dog came.", store).values()) == [0.5, 0.5]


def test_a_word_outside_wordnet_has_no_senses(store, tagged):
    tagged("NN")
    assert lcp.senses("A zxqvy came.", "zxqvy", store=store) == []
    with pytest.raises(InputError, match="not in its sentence"):
        lcp.senses("A dog came.", "cat", store=store)


def test_missing_resources_are_named_together(tmp_path, monkeypatch):
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    with pytest.raises(ResourceError, match="lcp fetch wordnet tagger"):
        lcp.senses("My dog came.", "dog", store=Store(mirror=tmp_path, cache=tmp_path))
