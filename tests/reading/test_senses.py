"""Part of speech, base form and neighbours of a target, and the weights of its senses."""

import pytest

from lcp.errors import InputError, ResourceError
from lcp.features.families.wordnet import wordnet_reader
from lcp.reading import senses as module
from lcp.reading.senses import senses, usage_of
from lcp.resources import Store


def shares(sentence, store):
    return {sense.gloss: sense.share for sense in senses(sentence, "dog", store=store)}


def test_shares_sum_to_one_and_the_likeliest_comes_first(store, tagged):
    tagged("NN")
    listed = senses("My dog came.", "dog", store=store)
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
    assert senses("A zxqvy came.", "zxqvy", store=store) == []
    with pytest.raises(InputError, match="not in its sentence"):
        senses("A dog came.", "cat", store=store)


def test_missing_resources_are_named_together(tmp_path, monkeypatch):
    with pytest.raises(ResourceError, match="lcp resources fetch wordnet tagger"):
        senses("My dog came.", "dog", store=Store(mirror=tmp_path, cache=tmp_path))


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


@pytest.mark.parametrize(
    ("sentence", "target"), [("MY DOG CAME.", "DOG"), ("My d-\nog.", "d-\nog")]
)
def test_words_in_headings_and_divided_at_line_ends_have_senses(store, tagged, sentence, target):
    tagged("NNP")
    assert usage(store, sentence, target).form == "dog"


def test_a_word_outside_wordnet_is_not_used_in_any_sense(store, tagged):
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
