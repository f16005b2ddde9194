"""Sentences that a spaCy pipeline has read."""

import pytest
import spacy
from spacy.tokens import Doc, Span

import lcp
from lcp.english import Sentence, analyse
from lcp.reader.annotation import spacy_analyser
from tests.cases import cases


@pytest.fixture(scope="module")
def blank():
    return spacy.blank("en")


def sentences_of(*docs):
    return [each for [part] in spacy_analyser.sentences_of(docs) for each in part]


def forms(sentences: list[Sentence]) -> list[str]:
    return [token.text for sentence in sentences for token in sentence.tokens]


@cases("reader/annotation/cases/hyphenated_words", "word")
def test_a_hyphenated_word_of_any_number_of_parts_is_one_token(blank, word):
    [sentence] = sentences_of(blank(f"The {word} left."))
    assert forms([sentence]) == ["The", word.replace("‐", "-"), "left", "."]
    assert sentence.tokens[1][:2] == (4, 4 + len(word))


@pytest.mark.parametrize("text", ["It rose - slowly - again.", "From 1990-1995 it rose."])
def test_other_hyphens_are_tokens(blank, text):
    assert forms(sentences_of(blank(text))) == [t.text for s in analyse(text) for t in s.tokens]


def test_tokens_have_normal_characters_and_their_span_in_the_document(blank):
    text = "The detec-\ntion was dif\u00adﬁcult; they didn’t <b>rise</b>."
    tokens = [token for sentence in sentences_of(blank(text)) for token in sentence.tokens]
    assert [token.text for token in tokens] == [
        *("The", "detection", "was", "difficult", ";", "they", "did", "n't"),
        *("<b>", "rise", "</b>", "."),
    ]
    assert text[slice(*tokens[1][:2])] == "detec-\ntion"
    assert text[slice(*tokens[3][:2])] == "dif\u00adﬁcult"
    assert [token.kind for token in tokens[-4:]] == ["markup", "word", "markup", "punctuation"]


def test_sentences_end_where_the_document_says(blank):
    starts = [True, False, True, False, False]
    doc = Doc(blank.vocab, words=["They", "rose", ".", "and", "fell"], sent_starts=starts)
    assert [sentence.text for sentence in sentences_of(doc)] == ["They rose", ". and fell"]
    assert [sentence.text for sentence in sentences_of(blank("It rose. It fell."))] == [
        *("It rose.", "It fell.")
    ]


def tagged(blank, tags, entities=()):
    """Return the kinds of the words of a document with tags and entities."""
    doc = Doc(blank.vocab, words=["The", "Rose", "saw", "roses"], tags=tags)
    doc.ents = [Span(doc, start, end, label) for start, end, label in entities]
    [sentence] = sentences_of(doc)
    assert [token.tag for token in sentence.tokens] == tags
    return [token.kind for token in sentence.tokens[1:]]


def test_tags_and_entities_of_the_document_decide_about_names(blank):
    assert tagged(blank, ["DT", "NNP", "VBD", "NNS"]) == ["name", "word", "word"]
    nouns = ["DT", "NN", "NN", "NNS"]
    assert tagged(blank, nouns) == ["word", "word", "word"]
    assert tagged(blank, nouns, [(1, 4, "WORK_OF_ART")]) == ["name", "word", "word"]
    assert tagged(blank, nouns, [(1, 4, "DATE")]) == ["word", "word", "word"]


@pytest.mark.parametrize("text", ["", " \n", "<p></p>", "-"])
def test_documents_without_words_have_no_words(blank, text):
    kinds = {token.kind for each in sentences_of(blank(text)) for token in each.tokens}
    assert kinds <= {"markup", "punctuation"}


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
    assert [word.text for word in annotation] == [*("grew", "London-based", "firm", "hired")]
    assert annotation.tally["name"] == 3
    annotated = lcp.annotate(text, pipeline=trained_pipeline, names=True)
    assert "Jean-Pierre Rivers" in [word.text for word in annotated]


def test_a_trained_pipeline_finds_names_of_several_words_on_request(trained_pipeline):
    text = "They gave up by Westminster Bridge."
    for names, listed in ((False, ["gave up"]), (True, ["gave up", "Westminster Bridge"])):
        annotation = lcp.annotate(text, pipeline=trained_pipeline, names=names)
        assert [word.text for word in annotation] == listed


def test_positions_are_in_the_text_and_not_in_its_normal_form(trained_pipeline):
    text = "<p>It was dif\u00adficult.</p>\n\nThe detec-\ntion failed."
    words = list(lcp.annotate(text, pipeline=trained_pipeline))
    assert [word.text for word in words] == ["difficult", "detection", "failed"]
    assert text[words[0].start : words[0].end] == "dif\u00adficult"
    assert text[words[1].start : words[1].end] == "detec-\ntion"


def test_documents_read_together_have_the_same_sentences(blank):
    texts = ["It rose. It fell.", "", "The well-fed <b>dog", "ran off.", "5", "tsp. salt"]
    docs = [blank(text) for text in texts]
    docs[3].ents = [Span(docs[3], 0, 1, "PERSON")]
    [together] = spacy_analyser.sentences_of(docs)
    for doc, read in zip(docs, together, strict=True):
        assert [each.tokens for each in read] == [each.tokens for each in sentences_of(doc)]
