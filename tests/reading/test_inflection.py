"""Inflection with a table of irregular forms and a dictionary."""

import pytest

from lcp.reading.inflection import ending_of, inflect


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
        ("misunderstand", "v", "en", "misunderstood"),
        ("panic", "v", "ed", "panicked"),
        ("die", "v", "ing", "dying"),
        ("criterion", "n", "s", "criteria"),
        ("break", "n", "s", "breaks"),  # not "broken"
        ("be", "v", "s", "is"),
        ("important", "a", "er", None),
        ("information", "n", "s", None),
    ],
)
def test_inflect_returns_attested_forms(base, part, ending, form):
    assert inflect(base, part, ending) == form


@pytest.mark.parametrize(
    ("form", "base", "tag", "ending"),
    [
        ("moved", "move", "VBD", "ed"),
        ("moved", "move", "VBN", "en"),
        ("bought", "buy", "VBN", "en"),
        ("put", "put", "VBD", "ed"),
        ("put", "put", "VB", ""),
        ("goes", "go", "VBZ", "s"),
        ("best", "good", "JJS", "est"),
        ("jams", "jam", "NN", "s"),
    ],
)
def test_the_tag_distinguishes_forms_that_are_spelled_alike(form, base, tag, ending):
    assert ending_of(form, base, tag) == ending
