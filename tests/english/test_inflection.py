"""Inflection with WordNet's irregular forms and a dictionary."""

import pytest

from lcp.english.inflection import inflect
from lcp.extractors.wordnet import wordnet_reader
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
        ("take", "v", "ed", None),  # took, taken
        ("set", "v", "ed", None),  # not "setted"
    ],
)
def test_inflect_returns_attested_and_unambiguous_forms(data, base, part, ending, form):
    with wordnet_reader(Store(mirror=data).nltk("wordnet")) as reader:
        assert inflect(reader, base, part, ending) == form
