"""Cases of reading English."""

from lcp.english import analyse, tokens_of
from lcp.english.kinds import form_kind
from lcp.english.lemmas import lemma as lemma_of
from lcp.english.syllables import syllables as count_syllables
from tests.cases import cases


@cases("english/cases/sentences", "text", "sentences")
def test_sentences(text, sentences):
    assert [sentence.text for sentence in analyse(text)] == sentences


@cases("english/cases/words", "text", "words")
def test_words(text, words):
    tokens = [token for token in tokens_of(text) if any(map(str.isalnum, token.text))]
    assert [text[token.start : token.end] for token in tokens] == words


@cases("english/cases/lemmas", "sentence", "word", "tag", "lemma")
def test_lemmas_and_tags(sentence, word, tag, lemma):
    token = next(token for token in tokens_of(sentence) if token.text == word)
    assert (token.tag, token.lemma) == (tag, lemma)


@cases("english/cases/tagged_forms", "form", "tag", "lemma")
def test_the_tag_of_a_form_decides_its_lemma(form, tag, lemma):
    assert lemma_of(form, tag) == lemma


@cases("english/cases/names")
def test_names(case):
    names = {token.text for token in tokens_of(case["text"]) if token.kind == "name"}
    assert names.issuperset(case.get("names", []))
    assert names.isdisjoint(case.get("not_names", []))


@cases("english/cases/kinds", "text", "kind", "tokens")
def test_tokens_of_a_kind(text, kind, tokens):
    assert [token.text for token in tokens_of(text) if token.kind == kind] == tokens


@cases("english/cases/forms", "forms", "kind")
def test_kinds_of_forms_without_a_sentence(forms, kind):
    assert {form: form_kind(form) for form in forms} == dict.fromkeys(forms, kind)


@cases("english/cases/syllables", "word", "syllables")
def test_words_have_the_syllables_of_the_cases(word, syllables):
    assert count_syllables(word) == syllables


@cases("english/cases/expressions", "sentence", "expressions", "words")
def test_expressions(sentence, expressions, words):
    found = [each for read in analyse(sentence) for each in read.expressions]
    assert [each.lemma for each in found] == expressions
    assert [" ".join(sentence[start:end] for start, end in each.runs) for each in found] == words
