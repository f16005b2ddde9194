"""Kinds of tokens from a trained spaCy pipeline."""

from __future__ import annotations

import pytest
import spacy

import lcp
from lcp.reading.pipelines import Reading, decided_kind


def reading(tag="", part="", entity=""):
    return Reading(0, 1, tag, part, entity)


@pytest.mark.parametrize(
    ("text", "kind", "readings", "decided"),
    [
        ("Rose", "word", [reading("NNP", "PROPN")], "name"),
        ("Rose", "name", [reading("NN", "NOUN")], "word"),
        ("Rose", "word", [reading(entity="PERSON")], "name"),
        ("Rose", "word", [reading("NN", "NOUN", "GPE")], "name"),
        ("Monday", "name", [reading("NNP", "PROPN", "DATE")], "name"),
        ("rose", "word", [reading("NN", "NOUN", "WORK_OF_ART")], "word"),
        ("retina", "word", [reading("NNP", "PROPN")], "word"),
        ("van", "name", [reading("NNP", "PROPN")], "name"),
        ("seventeen", "word", [reading("CD", "NUM")], "number"),
        ("x", "word", [reading("SYM", "SYM")], "symbol"),
        ("RIVER", "word", [reading("NNP", "PROPN")], "word"),
        ("£", "number", [reading("NNP", "PROPN")], "number"),
        ("U.S.", "abbreviation", [reading("NNP", "PROPN", "GPE")], "abbreviation"),
        ("Rose", "name", [reading()], "name"),
        ("Rose", "name", [], "name"),
    ],
)
def test_tags_and_entities_decide_about_words_and_names(text, kind, readings, decided):
    assert decided_kind(text, kind, readings) == decided


@pytest.mark.parametrize(
    ("text", "parts", "decided"),
    [
        ("London-based", ["PROPN", "PUNCT", "VERB"], "word"),
        ("Jean-Pierre", ["PROPN", "PUNCT", "PROPN"], "name"),
        ("pro-European", ["ADJ", "PUNCT", "PROPN"], "name"),
        ("Smith-", ["PROPN", "PUNCT"], "name"),
    ],
)
def test_the_last_part_of_a_hyphenated_word_decides(text, parts, decided):
    readings = [reading(part=part) for part in parts]
    assert decided_kind(text, "word", readings) == decided


@pytest.fixture
def only_entities(tmp_path):
    """A saved pipeline that finds entities by rule and assigns no tags."""
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "ORG", "pattern": "Deep"}])
    pipeline.to_disk(tmp_path / "entities")
    return str(tmp_path / "entities")


def test_entities_without_tags_are_sufficient(only_entities):
    text = "Deep rose. Priya rose."
    by_rule, by_pipeline = (
        [word.text for word in lcp.annotate(text, pipeline=pipeline)]
        for pipeline in (None, only_entities)
    )
    assert by_rule == ["Deep", "rose", "rose"]
    assert by_pipeline == ["rose", "rose"]


def test_a_trained_pipeline_decides_about_names(trained_pipeline):
    text = "The Internet grew. A London-based firm hired Jean-Pierre Rivers for £15.1bn."
    annotation = lcp.annotate(text, pipeline=trained_pipeline)
    assert [word.text for word in annotation] == [
        *("Internet", "grew", "London-based", "firm", "hired"),
    ]
    assert annotation.counts["name"] == 2
    assert annotation.counts["number"] == 2
    rated = lcp.annotate(text, pipeline=trained_pipeline, names=True)
    assert "Jean-Pierre Rivers" in [word.text for word in rated]


def test_a_trained_pipeline_finds_names_of_several_words_on_request(trained_pipeline):
    text = "They gave up by Westminster Bridge."
    for names, listed in ((False, ["gave up"]), (True, ["gave up", "Westminster Bridge"])):
        annotation = lcp.annotate(text, pipeline=trained_pipeline, names=names)
        assert [word.text for word in annotation] == listed
