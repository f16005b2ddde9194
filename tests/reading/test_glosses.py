"""Words are glossed by an easier synonym that fits, or else by a short definition."""

from __future__ import annotations

import pytest

import lcp
from lcp.english.analysis import whole_sentences
from lcp.errors import ResourceError
from lcp.reading.annotator import Annotator
from lcp.reading.glosses import Glosser, is_phrase_of, shortened

TEXT = (
    "It was a pivotal moment for everyone. The neurons were counted twice by the janitors. "
    "Pivotal changes followed. They fixed the stereological flurbles. The electors met a tycoon."
)


def test_a_gloss_is_an_easier_synonym_or_a_definition(data):
    glosser = Glosser(lcp.load_model())
    written = {
        word.text: glosser.gloss(sentence, word)
        for sentence in Annotator(threshold=0.2).stream([TEXT])
        for word in sentence.words
    }
    assert written["electors"] == "voters"
    # Similar words ("important"), and synonyms that seldom have the sense ("king"), mislead.
    assert written["Pivotal"] == written["pivotal"] == "being of crucial importance"
    assert written["tycoon"] == "a very wealthy or powerful businessman"
    assert written["janitors"] == "someone employed to clean and maintain a building"
    # It is not in WordNet.
    assert written["stereological"] == ""


def test_without_wordnet_the_error_says_how_to_get_it(no_data, monkeypatch):
    with pytest.raises(ResourceError):
        Glosser(lcp.load_model())


@pytest.mark.parametrize(
    ("definition", "short"),
    [
        ("without bias", "without bias"),
        ("(of plants) green; not dry", "green"),
        ("a part (of a whole) that is small", "a part that is small"),
        ("of persons; without work", "without work"),
        (
            "a building or a room of some size, especially one that people use for worship",
            "a building or a room of some size",
        ),
        ("the systematic use of spies and of other means to get military secrets of a state", ""),
        ("", ""),
    ],
)
def test_a_long_definition_is_cut_at_a_clause_or_left_out(definition, short):
    assert shortened(definition) == short


@pytest.mark.parametrize(
    ("part", "definition", "fits"),
    [
        ("n", "someone who buys", True),
        ("n", "thought to derive from meteorites", False),
        ("r", "very happily", True),
        ("r", "much greater in number or influence", False),
        ("v", "make worse", True),
    ],
)
def test_a_definition_has_the_form_of_its_part_of_speech(part, definition, fits):
    assert is_phrase_of(part, whole_sentences([definition])[0].tokens) is fits


@pytest.mark.parametrize(
    ("sentence", "target", "gloss"),
    [
        # One of several senses, and not the most frequent.
        ("Everyone knows that she is a virtuous woman.", "virtuous", ""),
        ("The machine is obsolete.", "obsolete", "no longer in use"),
        ("They were on a diplomatic mission.", "diplomatic mission", ""),
        ("The family suffered privation in the winter.", "privation", ""),
    ],
)
def test_a_gloss_that_may_mislead_or_repeats_the_words_is_left_out(data, sentence, target, gloss):
    annotated = next(Annotator(threshold=0.2).stream([sentence]))
    word = next(unit for unit in annotated.units if unit.text == target)
    assert Glosser(lcp.load_model()).gloss(annotated, word) == gloss
