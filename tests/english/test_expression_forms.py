"""Expressions that are given as targets."""

from lcp.english.expression_forms import expression_rows, forms_alone, occurrences
from lcp.english.lexicon.expression_table import KINDS, PARTS, load_expressions
from tests.cases import cases


@cases("english/cases/entries", "expression", "entry")
def test_inflected_expressions_have_the_row_of_their_lemma(expression, entry):
    lexicon = load_expressions()
    [row] = expression_rows([expression])
    assert [lexicon.lemmas[row], KINDS[lexicon.kinds[row]], PARTS[lexicon.parts[row]]] == entry


def test_slots_may_be_filled():
    rows = expression_rows(["pulling my leg", "pulled Tom’s leg", "pull someone's leg"])
    assert len(set(rows)) == 1
    assert rows[0] >= 0


def test_other_sequences_of_words_have_no_row():
    targets = ["hat off", "the bucket", "bucket", "", "'", "give up."]
    assert expression_rows(targets).tolist() == [-1] * len(targets)
    assert expression_rows([]).tolist() == []


def test_nearly_every_lemma_has_its_own_row():
    lexicon = load_expressions()
    rows = range(0, len(lexicon.lemmas), 7)
    found = expression_rows([lexicon.lemmas[row] for row in rows]).tolist()
    assert sum(map(int.__eq__, found, rows)) / len(rows) > 0.99


@cases("english/cases/forms_alone", "expression", "form")
def test_forms_of_an_expression_have_one_form_alone(expression, form):
    assert forms_alone([expression]) == [form]


def test_occurrences_are_inflected_or_apart():
    text = "Take it off, or take yours off!"
    assert occurrences(text, "took off") == [(0, 4, 8, 11), (16, 20, 27, 30)]
    assert occurrences("He put the box, as ever, off.", "put off") == []
    assert occurrences("He left.", "zugzwang it") == []


def test_an_object_is_left_out_of_verbs_only():
    assert occurrences("Cats or other animals came.", "someone or other") == []
    assert occurrences("Someone or other came.", "someone or other") == [(0, 16)]
