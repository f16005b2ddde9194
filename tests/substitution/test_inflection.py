"""Forms of real words: irregular ones of WordNet, the others of a dictionary."""

import pytest

from lcp.extractors.wordnet import wordnet_reader
from lcp.resources import Store
from lcp.substitution.inflection import inflect


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
def test_only_a_form_that_is_known_is_given(data, base, part, ending, form):
    with wordnet_reader(Store(mirror=data).nltk("wordnet")) as reader:
        assert inflect(reader, base, part, ending) == form
