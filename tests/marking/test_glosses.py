"""Words are glossed by an easier synonym that fits, or else by a short definition."""

from __future__ import annotations

import pytest

import lcp
from lcp.annotation import Annotator
from lcp.errors import ResourceError
from lcp.marking.glosses import Glosser, shortened

TEXT = (
    "It was a pivotal moment for everyone. The neurons were counted twice by the janitors. "
    "Pivotal changes followed."
)


@pytest.fixture(scope="module")
def sentences():
    return list(Annotator(threshold=0.2).stream([TEXT]))


def glosses(sentences, glosser):
    return {
        word.text: glosser.gloss(sentence, word)
        for sentence in sentences
        for word in sentence.words
    }


def test_a_gloss_is_an_easier_synonym_or_a_definition(data, sentences):
    written = glosses(sentences, Glosser(lcp.load_model()))
    assert written["pivotal"] == written["Pivotal"] == "important"
    assert written["janitors"] == "someone employed to clean and…"


def test_a_footnote_has_the_synonym_and_the_whole_definition(data, sentences):
    written = glosses(sentences, Glosser(lcp.load_model(), full=True))
    assert written["pivotal"] == "important; being of crucial importance"
    assert written["janitors"] == "someone employed to clean and maintain a building"


def test_a_word_that_is_not_in_wordnet_has_no_gloss(data):
    (sentence,) = Annotator(threshold=0.2).stream(["They fixed the stereological flurbles."])
    assert glosses([sentence], Glosser(lcp.load_model()))["stereological"] == ""


def test_without_wordnet_the_error_says_how_to_get_it(no_data, monkeypatch):
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
    with pytest.raises(ResourceError, match="lcp fetch"):
        Glosser(lcp.load_model())


@pytest.mark.parametrize(
    ("definition", "short"),
    [
        ("without bias", "without bias"),
        ("(of plants) green; not dry", "green"),
        ("a part (of a whole) that is small", "a part"),
        ("the systematic use of spies to get secrets", "the systematic use of spies to…"),
        ("", ""),
    ],
)
def test_a_long_definition_is_shortened_between_words(definition, short):
    assert shortened(definition) == short
