"""Inflection by a table of irregular forms and the rules of lemmas."""

import pytest

from lcp.reading.inflection import inflect

#: Cases in which the lemma of the form is wrong.
wrong_lemma = pytest.mark.xfail(reason="The lemma of the form is wrong.", strict=False)


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
        ("picnic", "v", "ed", "picnicked"),
        ("free", "v", "ed", "freed"),
        pytest.param("bus", "n", "s", "buses", marks=wrong_lemma),
        ("quiz", "n", "s", "quizzes"),
        ("unhappy", "a", "er", "unhappier"),
        ("wife", "n", "s", "wives"),
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
