"""Adapted Lesk scores senses by the phrases that extended glosses share."""

from itertools import product

import pytest

from lcp.disambiguation import lesk
from lcp.disambiguation.lesk import RELATIONS, gloss_overlaps
from lcp.english.text import lemma, words
from lcp.extractors.wordnet import wordnet_reader
from lcp.resources import Store


@pytest.fixture
def wordnet(store):
    with wordnet_reader(store.nltk("wordnet")) as reader:
        yield reader


@pytest.fixture
def without_function_words(monkeypatch):
    """Let every word count, as in a language without function words."""
    monkeypatch.setattr(lesk, "is_function_word", lambda _: False)
    for function in (lesk._sense_grams, lesk._word_grams):
        function.cache.clear()
    yield
    for function in (lesk._sense_grams, lesk._word_grams):
        function.cache.clear()


def glosses(sense):
    related = [[other for name in names for other in getattr(sense, name)()] for names in RELATIONS]
    return [
        [[lemma(word) for word in words(other.definition())] for other in group]
        for group in [[sense], *related]
    ]


def phrases(one, other):
    """Return the lengths of the shared phrases, the longest first; none is counted twice."""
    for length in range(min(len(one), len(other)), 0, -1):
        for i, j in product(range(len(one) - length + 1), range(len(other) - length + 1)):
            if one[i : i + length] == other[j : j + length]:
                rest = [*phrases(one[:i], other[:j]), *phrases(one[i + length :], other[:j])]
                rest += phrases(one[:i], other[j + length :])
                return [length, *rest, *phrases(one[i + length :], other[j + length :])]
    return []


def published(sense, word, reader):
    """Return the score of Banerjee & Pedersen (2002), computed phrase by phrase."""
    return sum(
        length**2
        for context in reader.synsets(word)
        for one, other in product(glosses(sense), glosses(context))
        for gloss, other_gloss in product(one, other)
        for length in phrases(gloss, other_gloss)
    )


@pytest.mark.parametrize("word", ["doggy", "bow-wow", "rex"])
def test_scores_are_squared_lengths_of_shared_phrases(wordnet, without_function_words, word):
    senses = wordnet.synsets("rex", "n") + wordnet.synsets("cad", "n")
    scores = gloss_overlaps(wordnet, senses, [word], [], relative=False)
    assert scores.tolist() == [published(sense, word, wordnet) for sense in senses]


def test_glosses_of_related_senses_count(wordnet):
    hound, cad = wordnet.synsets("dog", "n")
    overlap = gloss_overlaps(wordnet, [hound, cad], ["pet"], [])
    assert overlap[0] > overlap[1] == 0


def test_without_words_around_it_every_sense_scores_zero(wordnet):
    senses = wordnet.synsets("dog", "n")
    assert gloss_overlaps(wordnet, senses, [], []).tolist() == [0, 0]
    assert gloss_overlaps(wordnet, senses, ["the"], ["zxqvy"]).tolist() == [0, 0]
    assert gloss_overlaps(wordnet, [], ["pet"], []).tolist() == []


def test_words_far_from_the_target_do_not_count(wordnet):
    senses = wordnet.synsets("dog", "n")
    far = ["zxqvy"] * lesk.WINDOW
    assert gloss_overlaps(wordnet, senses, [], [*far, "pet"]).tolist() == [0, 0]
    assert gloss_overlaps(wordnet, senses, [], [*far[1:], "pet"])[0] > 0


def test_the_bank_of_a_river_is_not_the_bank_for_money(data):
    with wordnet_reader(Store(mirror=data).nltk("wordnet")) as reader:
        senses = reader.synsets("bank", "n")
        river = gloss_overlaps(
            reader, senses, ["the", "boat", "stopped", "at", "the"], ["of", "the", "river"]
        )
        money = gloss_overlaps(
            reader, senses, ["she", "deposited", "her", "money", "in", "the"], ["account"]
        )
    assert senses[river.argmax()].name() == "bank.n.01"
    assert senses[money.argmax()].lexname() == "noun.possession"
