"""Inflection with WordNet's irregular forms and a dictionary."""

import pytest

from lcp.features.families.wordnet import wordnet_reader
from lcp.reading.inflection import ending_of, inflect
from lcp.resources import Store


@pytest.mark.parametrize(
    ("base", "part", "ending", "form"),
    [
        ("stream", "n", "s", "streams"),
        ("child", "n", "s", "children"),
        ("natural selection", "n", "s", "natural selections"),
        ("buy", "v", "ed", "bought"),
        ("learn", "v", "ed", "learned"),
        ("cross", "v", "s", "crosses"),
        ("get over", "v", "ing", "getting over"),
        ("take", "v", "ed", "took"),
        ("take", "v", "en", "taken"),
        ("sing", "v", "ed", "sang"),
        ("sing", "v", "en", "sung"),
        ("win", "v", "en", "won"),
        ("show", "v", "ed", "showed"),
        ("show", "v", "en", "shown"),
        ("come", "v", "ed", "came"),
        ("come", "v", "en", "come"),
        ("set", "v", "ed", "set"),  # not "setted"
        ("prove", "v", "ing", "proving"),
        ("good", "a", "er", "better"),
        ("easy", "a", "est", "easiest"),
        ("thin", "a", "er", "thinner"),
        ("soon", "r", "er", "sooner"),
        ("important", "a", "er", None),
        ("information", "n", "s", None),
    ],
)
def test_inflect_returns_attested_forms(data, base, part, ending, form):
    with wordnet_reader(Store(mirror=data).nltk("wordnet")) as reader:
        assert inflect(reader, base, part, ending) == form


@pytest.mark.parametrize(
    ("form", "base", "part", "tag", "ending"),
    [
        ("moved", "move", "v", "VBD", "ed"),
        ("moved", "move", "v", "VBN", "en"),
        ("moved", "move", "v", "JJ", "en"),
        ("taken", "take", "v", "VBD", "en"),
        ("bought", "buy", "v", "VBN", "en"),
        ("put", "put", "v", "VBD", "ed"),
        ("put", "put", "v", "VB", ""),
        ("goes", "go", "v", "VBZ", "s"),
        ("best", "good", "a", "JJS", "est"),
        ("worse", "bad", "a", "JJR", None),
    ],
)
def test_the_tag_distinguishes_forms_that_are_spelled_alike(form, base, part, tag, ending):
    assert ending_of(form, base, part, tag) == ending
