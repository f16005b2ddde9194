"""Words are glossed by an easier word that fits, or else by a short definition."""

import pytest

import lcp
from lcp.english.analysis import whole_sentences
from lcp.errors import ResourceError
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.meaning.definition_text import clauses as clauses_of
from lcp.reader.meaning.definition_text import inflected, is_phrase_of, shortened
from lcp.reader.meaning.finder import MeaningFinder
from lcp.reader.meaning.glosses import Glosser
from lcp.reader.meaning.sense_inventory import words_among
from lcp.reader.meaning.senses import CERTAIN
from tests.cases import cases


@pytest.fixture
def glosser(data):
    return Glosser(MeaningFinder(lcp.load_model()), {"flurble": "a made-up thing"})


def gloss(glosser, sentence, target):
    annotated = next(Annotator(threshold=0.2).stream([sentence]))
    word = next(unit for unit in annotated.units if unit.text == target)
    return glosser.gloss(annotated, word)


@cases("reader/meaning/cases/glosses", "sentence", "target", "text")
def test_a_gloss_is_an_easier_word_or_a_definition(glosser, sentence, target, text):
    assert gloss(glosser, sentence, target).text == text


def test_a_list_has_base_forms(glosser):
    text, listed, term = gloss(glosser, "They hired two attorneys.", "attorneys")
    assert (text, listed.partition(";")[0], term) == ("lawyers", "lawyer", "attorney")
    assert gloss(glosser, "The fans left the stranded keeper.", "stranded").term == "stranded"


@pytest.mark.parametrize(
    ("sentence", "target", "is_certain"),
    [
        ("The edifice was old.", "edifice", True),
        ("She was a woman of uncertain temper.", "temper", False),
    ],
)
def test_a_list_has_the_fewest_senses_of_which_one_is_probably_meant(
    data, sentence, target, is_certain
):
    meaning = lcp.substitutes(sentence, target)
    assert (len(meaning.likely_senses) == 1) == is_certain
    shares = [sense.share for sense in meaning.likely_senses]
    assert sum(shares) >= CERTAIN > sum(shares[:-1])


@cases("reader/meaning/cases/unclear_words", "definition", "word", "shorter")
def test_unclear_words_can_be_left_out(definition, word, shorter):
    words = words_among(whole_sentences([definition])[0].tokens)
    number = [each.text for each in words].index(word)
    assert [*shortened(definition, words, number)] == shorter


def test_the_glossary_comes_first(glosser):
    assert gloss(glosser, "They fixed the flurbles.", "flurbles")[:2] == ("a made-up thing",) * 2


@cases("reader/meaning/cases/repeating_glosses", "sentence", "target", "family")
def test_a_gloss_that_repeats_the_word_or_its_family_is_left_out(glosser, sentence, target, family):
    assert not any(family in text for text in gloss(glosser, sentence, target)[:2])


def test_an_easy_word_of_its_family_explains_a_word(glosser):
    assert gloss(glosser, "The violinist left.", "violinist").text.endswith("the violin")
    zest = gloss(glosser, "She added some lemon zest.", "lemon zest")
    assert zest.text == "tiny bits of lemon peel"
    assert not any(gloss(glosser, "Now breathe out.", "breathe out"))
    assert gloss(glosser, "They brought up a son.", "brought up").listed.startswith("care for")
    assert gloss(glosser, "According to legend.", "According to").text.startswith("as")


def test_without_wordnet_the_error_says_how_to_get_it(no_data, monkeypatch):
    with pytest.raises(ResourceError):
        MeaningFinder(lcp.load_model())


@cases("reader/meaning/cases/clauses", "definition", "clauses")
def test_a_definition_is_divided_into_clauses(definition, clauses):
    assert [*clauses_of(definition)] == clauses


@cases("reader/meaning/cases/definitions", "text", "part", "ending", "form")
def test_a_definition_agrees_with_the_form_of_the_word(text, part, ending, form):
    assert inflected(text, part, ending) == form


@cases("reader/meaning/cases/defined_forms", "part", "definition", "fits")
def test_a_definition_has_the_form_of_its_part_of_speech(part, definition, fits):
    assert is_phrase_of(part, whole_sentences([definition])[0].tokens) is fits
