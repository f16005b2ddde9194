"""Senses are compared with sentences by the vectors of an encoder."""

import numpy as np
import pytest

import lcp
from lcp.disambiguation.choice import sense_shares
from lcp.disambiguation.gloss_vectors import gloss_similarities, gloss_text
from lcp.disambiguation.usage import usage_of
from lcp.encoders.encoder import open_encoder
from lcp.encoders.record_cache import record_cache
from lcp.extractors.wordnet import wordnet_reader
from tests.encoders.toy import write_toy_encoder


@pytest.fixture
def toy(tmp_path):
    record_cache.cache_clear()
    yield write_toy_encoder(tmp_path / "toy")
    record_cache.cache_clear()


@pytest.fixture
def wordnet(store):
    with wordnet_reader(store.nltk("wordnet")) as reader:
        yield reader


def test_the_text_of_a_sense_has_its_names_and_definition_without_examples(wordnet):
    sense = wordnet.synset("hound.n.01")
    text = gloss_text(sense)
    assert text.startswith("hound")
    assert text.endswith(f": {sense.definition()}")


def test_a_sentence_is_most_similar_to_its_own_text(toy, store, wordnet):
    senses = wordnet.synsets("dog", "n")
    texts = list(map(gloss_text, senses))
    encoder = open_encoder(str(toy), store, cache=False)
    similar = gloss_similarities(encoder, [*texts, "A dog."], [senses] * len(senses) + [[]])
    assert [own.argmax() for own in similar[:-1]] == list(range(len(senses)))
    assert np.allclose([own.max() for own in similar[:-1]], 1)
    assert similar[-1].tolist() == []


def test_the_sense_that_the_encoder_prefers_becomes_likelier(store, wordnet, tagged):
    tagged("NN")
    usage = usage_of(wordnet, "My dog came.", (3, 6), store)
    plain, *moved = (
        sense_shares(wordnet, usage, np.array(own)) for own in ([0, 0], [0.5, 0], [0, 0.5])
    )
    assert moved[0][0] > plain[0] > moved[1][0]
    assert moved[1].sum() == pytest.approx(1)


def test_senses_are_listed_with_an_encoder(toy, store, tagged):
    tagged("NN")
    first, second = (
        {sense.name: sense.share for sense in lcp.senses("My dog.", "dog", store=store, **options)}
        for options in ({}, {"model": str(toy)})
    )
    assert first.keys() == second.keys()
    assert first != second
    with pytest.raises(lcp.LCPError, match="not on this machine"):
        lcp.senses("My dog.", "dog", model="nobody/nothing", store=store)
