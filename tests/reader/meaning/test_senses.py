"""Part of speech, lemma and neighbours of a target, and the weights of its senses."""

from types import SimpleNamespace

import pytest

from lcp.english.analysis import whole_sentences
from lcp.reader.meaning.sense_context import complement, context_features
from lcp.reader.meaning.sense_evidence import definition
from lcp.reader.meaning.sense_inventory import usage_of
from lcp.reader.meaning.senses import one_reading, sense_shares, senses
from lcp.resources import Store
from lcp.resources.wordnet_database import opened_wordnet
from tests.cases import cases
from tests.errors import refused


def shares(sentence, store):
    return {sense.definition: sense.share for sense in senses(sentence, "Dog", store=store)}


def test_shares_sum_to_one_and_the_likeliest_comes_first(store):
    listed = senses("Dog came.", "Dog", store=store)
    assert [sense.name for sense in listed] == ["hound.n.01", "cad.n.01"]
    assert sum(sense.share for sense in listed) == pytest.approx(1)
    assert listed[0].share > listed[1].share


def test_a_definition_that_shares_words_with_the_sentence_makes_its_sense_likelier(store):
    definition = "a man who behaves badly"
    related = shares("Dog behaved badly.", store)[definition]
    assert related > shares("Dog slept.", store)[definition]


def test_a_word_outside_wordnet_has_no_senses(store):
    assert senses("A zxqvy came.", "zxqvy", store=store) == []
    with refused("not in its sentence"):
        senses("A dog came.", "cat", store=store)


def usage(store, sentence, target):
    """The usage of a target with its likeliest lemma and part of speech."""
    start = sentence.index(target)
    [analysed] = whole_sentences([sentence])
    with opened_wordnet(store.nltk("wordnet")) as reader:
        used = usage_of(reader, analysed, (start, start + len(target)))
        return used and one_reading(used, sense_shares(used))[0]


def names(used):
    return [sense.name() for sense in used.senses]


def test_the_tag_and_the_capital_select_the_senses(store):
    verb = usage(store, "He dogs it.", "dogs")
    assert (verb.form, verb.lemma, verb.pos, verb.ending) == ("dogs", "dog", "v", "s")
    assert names(verb) == ["chase.v.01"]
    noun = usage(store, "Dogs came.", "Dogs")
    assert (noun.pos, names(noun)) == ("n", ["hound.n.01", "cad.n.01"])
    # The second is a sense of a name.
    assert names(usage(store, "My dog came.", "dog")) == ["hound.n.01"]


def test_words_of_closed_classes_have_no_senses(store):
    assert usage(store, "It can work.", "can") is None


def test_names_and_conjunctions_have_no_senses(data):
    store = Store(mirror=data)
    assert usage(store, "They met Mr. Brown there.", "Brown") is None
    assert usage(store, "He ran lest they find him.", "lest") is None


@pytest.mark.parametrize(
    ("sentence", "target"), [("MY DOG CAME.", "DOG"), ("My d-\nog.", "d-\nog")]
)
def test_words_in_headings_and_divided_at_line_ends_have_senses(store, sentence, target):
    assert usage(store, sentence, target).form == "dog"


def test_neighbours_are_the_words_beside_the_target(store):
    assert usage(store, "My dog, he came.", "dog").neighbours == ("My", "he")
    assert usage(store, "dog", "dog").neighbours == (None, None)


@cases("reader/meaning/cases/meanings")
def test_real_targets_have_the_meaning_of_the_case(data, case):
    target = case["sentence"], case["target"]
    store = Store(mirror=data)
    if "sense" in case:
        assert senses(*target, store=store)[0].name.startswith(tuple(case["sense"].split()))
    if "synonym" in case:
        with opened_wordnet(store.nltk("wordnet")) as reader:
            sense = reader.synset(senses(*target, store=store)[0].name)
        assert case["synonym"].replace(" ", "_") in sense.lemma_names()
    for name in {"lemma", "pos", "ending"} & set(case):
        assert getattr(usage(store, *target), name) == case[name]


@pytest.mark.parametrize(
    "rest", ['; "a sharp satire"', "; ; ; --Jonathan Swift", "; -Macaulay", ""]
)
def test_a_definition_ends_before_quotations(rest):
    sense = SimpleNamespace(definition=lambda: f"witty language; used to scorn{rest}")
    assert definition(sense) == "witty language; used to scorn"


@cases("reader/meaning/cases/complements", "sentence", "target", "expected")
def test_the_complement_of_a_verb_is_in_wordnets_frames(data, sentence, target, expected):
    assert complement(usage(Store(mirror=data), sentence, target)) == expected


def test_the_features_of_a_verb_are_its_object_and_its_neighbours(data):
    features = dict(context_features(usage(Store(mirror=data), "He put a coat on.", "put")))
    assert features["object"] == "coat"
    assert (features["before"], features["tag"]) == ("he", "VBD")
