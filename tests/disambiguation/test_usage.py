"""Part of speech, base form, ending and neighbours of a target."""

import pytest

from lcp.disambiguation.usage import usage_of
from lcp.extractors.wordnet import wordnet_reader
from lcp.resources import Store


def usage(store, sentence, target):
    start = sentence.index(target)
    with wordnet_reader(store.nltk("wordnet")) as reader:
        return usage_of(reader, sentence, (start, start + len(target)), store)


def names(used):
    return [sense.name() for sense in used.senses]


def test_the_tag_selects_the_senses(store, tagged):
    tagged("VBZ")
    verb = usage(store, "He dogs it.", "dogs")
    assert (verb.form, verb.base, verb.part, verb.ending) == ("dogs", "dog", "v", "s")
    assert names(verb) == ["chase.v.01"]
    tagged("NNS")
    noun = usage(store, "My dogs came.", "dogs")
    assert (noun.part, names(noun)) == ("n", ["hound.n.01", "cad.n.01"])


def test_a_part_of_speech_that_wordnet_lacks_is_replaced(store, tagged):
    tagged("RB")
    assert usage(store, "My dog came.", "dog").part == "n"
    tagged("")
    assert usage(store, "My dog came.", "dog").part == "n"


def test_a_name_inside_a_sentence_has_no_usage(store, tagged):
    tagged("NNP")
    assert usage(store, "My Dog came.", "Dog") is None
    assert usage(store, "Dog came.", "Dog").form == "dog"
    assert usage(store, "my dog came.", "dog").form == "dog"


def test_a_word_outside_wordnet_has_no_usage(store, tagged):
    tagged("NN")
    assert usage(store, "A zxqvy came.", "zxqvy") is None


def test_neighbours_are_the_words_beside_the_target(store, tagged):
    tagged("NN")
    assert usage(store, "My dog, he came.", "dog").neighbours == ("My", "he")
    assert usage(store, "dog", "dog").neighbours == (None, None)


@pytest.mark.parametrize(
    ("sentence", "target", "part", "ending"),
    [
        ("She was throttled by him.", "throttled", "v", "en"),
        ("He throttled the engine.", "throttled", "v", "ed"),
        ("It was an easier task.", "easier", "a", "er"),
        ("The perils of the sea.", "perils", "n", "s"),
        ("They rose early.", "rose", "v", "ed"),
        ("They had a house there.", "house", "n", ""),
    ],
)
def test_real_targets_have_the_right_part_of_speech(data, sentence, target, part, ending):
    used = usage(Store(mirror=data), sentence, target)
    assert (used.part, used.ending) == (part, ending)
