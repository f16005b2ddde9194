"""Lemmas by part of speech, from one table of irregular forms."""

from __future__ import annotations

import pytest

from lcp.english.lemmas import irregular_forms, lemma


@pytest.mark.parametrize(
    ("form", "tag", "expected"),
    [
        ("found", "VBD", "find"),
        ("found", "VB", "found"),
        ("wound", "NN", "wound"),
        ("lay", "VBD", "lie"),
        ("lest", "JJS", "lest"),
        ("jams", "NN", "jam"),
        ("leaves", "NNS", "leaf"),
        ("Leaves", "VBZ", "leave"),
        ("skies", "NNS", "sky"),
        ("analyses", "NNS", "analysis"),
        ("series", "NNS", "series"),
        ("staring", "VBG", "stare"),
        ("stopped", "VBD", "stop"),
        ("panicked", "VBD", "panic"),
        ("dying", "VBG", "die"),
        ("misunderstood", "VBN", "misunderstand"),
        ("easier", "JJR", "easy"),
        ("better", "RBR", "well"),
        ("are", "VBP", "be"),
        ("lest", "IN", "lest"),
    ],
)
def test_the_tag_decides_the_lemma(form, tag, expected):
    assert lemma(form, tag) == expected


def test_a_prefix_keeps_the_irregular_form_if_it_is_in_use():
    assert irregular_forms("undertake", "verb", "ed") == ["undertook"]
    assert irregular_forms("welcome", "verb", "ed") == []
