"""Part of speech, base form and neighbours of a target, and the weights of its senses."""

from functools import partial
from types import SimpleNamespace

import pytest

from lcp.english.analysis import whole_sentences
from lcp.errors import InputError, ResourceError
from lcp.features.families.wordnet import wordnet_reader
from lcp.reading.senses import definition, narrowed, sense_shares, senses
from lcp.reading.usage import context_features, usage_of
from lcp.resources import Store

#: Cases in which the tag is wrong.
wrong_tag = partial(pytest.param, marks=pytest.mark.xfail(reason="The tag is wrong."))
#: Cases in which the sense is wrong.
wrong_sense = partial(pytest.param, marks=pytest.mark.xfail(reason="The sense is wrong."))


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
    with pytest.raises(InputError, match="not in its sentence"):
        senses("A dog came.", "cat", store=store)


def test_missing_resources_are_named_together(tmp_path, monkeypatch):
    with pytest.raises(ResourceError, match="lcp resources fetch wordnet`"):
        senses("My dog came.", "dog", store=Store(mirror=tmp_path, cache=tmp_path))


def usage(store, sentence, target):
    """The usage of a target with its likeliest base form and part of speech."""
    start = sentence.index(target)
    [analysed] = whole_sentences([sentence])
    with wordnet_reader(store.nltk("wordnet")) as reader:
        used = usage_of(reader, analysed, (start, start + len(target)))
        return used and narrowed(used, sense_shares(used))[0]


def names(used):
    return [sense.name() for sense in used.senses]


def test_the_tag_selects_the_senses(store):
    verb = usage(store, "He dogs it.", "dogs")
    assert (verb.form, verb.base, verb.part, verb.ending) == ("dogs", "dog", "v", "s")
    assert names(verb) == ["chase.v.01"]
    noun = usage(store, "Dogs came.", "Dogs")
    assert (noun.part, names(noun)) == ("n", ["hound.n.01", "cad.n.01"])


def test_a_sense_of_a_name_is_left_out_of_lower_case_words(store):
    assert names(usage(store, "My dog came.", "dog")) == ["hound.n.01"]


def test_words_of_closed_classes_have_no_senses(store):
    assert usage(store, "It can work.", "can") is None


@pytest.mark.parametrize(
    ("sentence", "target", "expected"),
    [
        ("They took off in the morning.", "took off", ("take off", "v", "ed")),
        ("The event takes place every year.", "takes place", ("take place", "v", "s")),
        ("They were red herrings.", "red herrings", ("red herring", "n", "s")),
    ],
)
def test_the_head_of_an_expression_is_its_last_word_or_its_verb(data, sentence, target, expected):
    used = usage(Store(mirror=data), sentence, target)
    assert (used.base, used.part, used.ending) == expected


def test_names_have_no_usage(data):
    assert usage(Store(mirror=data), "They met Mr. Brown there.", "Brown") is None


@pytest.mark.parametrize(
    ("sentence", "target"), [("MY DOG CAME.", "DOG"), ("My d-\nog.", "d-\nog")]
)
def test_words_in_headings_and_divided_at_line_ends_have_senses(store, sentence, target):
    assert usage(store, sentence, target).form == "dog"


def test_a_word_outside_wordnet_is_not_used_in_any_sense(store):
    assert usage(store, "A zxqvy came.", "zxqvy") is None


def test_neighbours_are_the_words_beside_the_target(store):
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
        ("Heat the oil slowly.", "Heat", "v", ""),
        wrong_sense("The shop is full of baked goods.", "baked", "a", ""),
        ("The battered old car stopped.", "battered", "a", ""),
        ("The craven soldier hid.", "craven", "a", ""),
        ("They broke a disputed ceasefire.", "disputed", "a", ""),
        ("After completing high school, she left.", "completing", "v", "ing"),
        ("A conditional knockout approach was used.", "knockout", "n", ""),
        ("The spokes of the wheel broke.", "spokes", "n", "s"),
        ("The spoke of the wheel broke.", "spoke", "n", ""),
        ("The rose wilted.", "rose", "n", ""),
    ],
)
def test_real_targets_have_the_right_part_of_speech(data, sentence, target, part, ending):
    used = usage(Store(mirror=data), sentence, target)
    assert (used.part, used.ending) == (part, ending)


@pytest.mark.parametrize("sentence", ["Afghan forces left.", "The Spanish ships left."])
def test_a_capitalised_adjective_has_senses(data, sentence):
    target = next(word for word in sentence.split() if word in {"Afghan", "Spanish"})
    assert usage(Store(mirror=data), sentence, target).part == "a"


@pytest.mark.parametrize(
    ("sentence", "target", "base"),
    [
        ("They found that the gate was locked.", "found", "find"),
        wrong_tag("He hopes to found a school in Leeds.", "found", "found"),
        wrong_tag("The old man wound the clock.", "wound", "wind"),
        ("She bore the pain quietly.", "bore", "bear"),
        wrong_tag("A cat lay on the ground.", "lay", "lie"),
        ("He will lay the table.", "lay", "lay"),
        ("The tree lost its leaves.", "leaves", "leaf"),
        ("She leaves at noon.", "leaves", "leave"),
        ("The outlawing of the slave trade took years.", "outlawing", "outlaw"),
        ("The hall had bad acoustics.", "acoustics", "acoustics"),
        ("All his bowels protruded.", "bowels", "bowel"),
    ],
)
def test_the_part_of_speech_decides_the_lemma(data, sentence, target, base):
    assert usage(Store(mirror=data), sentence, target).base == base


def test_a_gerund_is_a_form_of_the_verb(data):
    used = usage(Store(mirror=data), "The outlawing of the trade took years.", "outlawing")
    assert (used.part, used.ending) == ("v", "ing")


@pytest.mark.xfail(reason="The tag is wrong.")
def test_a_conjunction_has_no_senses(data):
    assert senses("He ran lest they find him.", "lest", store=Store(mirror=data)) == []


@pytest.mark.parametrize(
    ("sentence", "target", "sense"),
    [
        ("They found that the door was open.", "found", "detect.v.01"),
        wrong_sense("Traffic jams delayed us in the city.", "jams", "crush.n.02"),
        wrong_sense("She bore the pain without a word.", "bore", "digest.v.03"),
        ("The dog lay on the ground.", "lay", "lie.v.01"),
        wrong_sense("A seal swam near the ice in the cold sea.", "seal", "seal.n.09"),
        ("They sat on the bank of the river.", "bank", "bank.n.01"),
        ("The river flooded its banks.", "banks", "bank.n.01"),
        wrong_tag("He ground the coffee beans.", "ground", "grind.v.05"),
        ("It cost more than we thought.", "cost", "cost.v"),
    ],
)
def test_the_likeliest_sense_fits_the_sentence(data, sentence, target, sense):
    assert senses(sentence, target, store=Store(mirror=data))[0].name.startswith(sense)


@pytest.mark.parametrize(
    "rest", ['; "a sharp satire"', "; ; ; --Jonathan Swift", "; -Macaulay", ""]
)
def test_a_definition_ends_before_quotations(rest):
    sense = SimpleNamespace(definition=lambda: f"witty language; used to scorn{rest}")
    assert definition(sense) == "witty language; used to scorn"


@pytest.mark.parametrize(
    ("sentence", "target", "sense"),
    [
        ("She gave it up last spring.", "give up", "give up"),
        ("The boss called the meeting off.", "call off", "call off"),
        ("He looked after the twins.", "looked after", "look after"),
        ("It perturbs me.", "perturbs", "perturb"),
    ],
)
def test_phrasal_verbs_have_senses_also_apart(data, sentence, target, sense):
    store = Store(mirror=data)
    [first, *_] = senses(sentence, target, store=store)
    with wordnet_reader(store.nltk("wordnet")) as reader:
        assert sense.replace(" ", "_") in reader.synset(first.name).lemma_names()


def test_the_features_of_a_verb_are_its_object_and_its_neighbours(data):
    features = dict(context_features(usage(Store(mirror=data), "He put a coat on.", "put")))
    assert features["object"] == "coat"
    assert (features["before"], features["tag"]) == ("he", "VBD")
