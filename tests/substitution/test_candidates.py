"""Candidates from WordNet: relations, forms and what is left out."""

import pytest

from lcp.disambiguation.usage import usage_of
from lcp.extractors.wordnet import wordnet_reader
from lcp.resources import Store
from lcp.substitution.candidates import candidates, is_variant


def listed(store, sentence, target):
    start = sentence.index(target)
    with wordnet_reader(store.nltk("wordnet")) as reader:
        usage = usage_of(reader, sentence, (start, start + len(target)), store)
        return {each.form: each for each in candidates(reader, usage)}


def test_synonyms_and_hypernyms_of_all_senses_are_listed_with_their_relations(store, tagged):
    tagged("NN")
    related = listed(store, "My dog came.", "dog")
    # "living thing" has more words than the target.
    assert set(related) == {"hound", "animal", "pet", "cad", "thing"}
    links = {form: [(name, n) for name, n, _ in each.links] for form, each in related.items()}
    assert links["hound"] == [("synonym", 0)]
    assert links["cad"] == [("synonym", 1)]
    assert links["animal"] == [("hypernym", 0)]


def test_names_are_no_candidates(store, tagged):
    tagged("NN")
    assert "rex" not in {form.lower() for form in listed(store, "A hound came.", "hound")}


def test_candidates_have_the_form_of_the_target(store, tagged):
    tagged("VBZ")
    assert list(listed(store, "He dogs it.", "dogs")) == ["chases"]


@pytest.mark.parametrize(
    ("sentence", "target", "forms"),
    [
        ("She purchased it.", "purchased", {"bought"}),
        ("He had commenced.", "commenced", {"begun", "started"}),
        ("Suddenly he commenced it.", "commenced", {"began", "started"}),
        ("The perils of it.", "perils", {"dangers"}),
        ("It is an enormous ship.", "enormous", {"large", "big"}),
    ],
)
def test_real_candidates_are_inflected(data, sentence, target, forms):
    assert forms <= set(listed(Store(mirror=data), sentence, target))


def test_spelling_variants_are_left_out(data):
    assert "color" not in listed(Store(mirror=data), "The colour was bright.", "colour")
    for first, second in (("centre", "center"), ("judgement", "judgment"), ("grey", "gray")):
        assert is_variant(first, second)
    for first, second in (("begin", "start"), ("huge", "large"), ("danger", "peril")):
        assert not is_variant(first, second)
