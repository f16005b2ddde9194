"""The bundled lexicon of expressions."""

from __future__ import annotations

import pytest

from lcp.errors import ResourceError
from lcp.lexicon.expressions import KINDS, PARTS, load_expressions, read_expressions


def entry(expression):
    lexicon = load_expressions()
    row = lexicon.rows([expression])[0]
    return lexicon.forms[row], KINDS[lexicon.kinds[row]], PARTS[lexicon.parts[row]]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("gave up", ("give up", "phrasal verb", "VERB")),
        ("Kicked the bucket", ("kick the bucket", "idiom", "VERB")),
        ("in spite of", ("in spite of", "fixed phrase", "ADP")),
        ("red herrings", ("red herring", "idiom", "NOUN")),
        ("heads of state", ("head of state", "compound", "NOUN")),
        ("New York", ("new york", "name", "PROPN")),
    ],
)
def test_inflected_expressions_have_the_row_of_their_dictionary_form(expression, expected):
    assert entry(expression) == expected


def test_slots_may_be_filled():
    rows = load_expressions().rows(["pulling my leg", "pulled Tom's leg", "pull someone's leg"])
    assert len(set(rows)) == 1
    assert rows[0] >= 0


def test_other_sequences_of_words_have_no_row():
    assert (
        load_expressions().rows(["hat off", "the bucket", "bucket", "", "'"]).tolist() == [-1] * 5
    )


def test_an_object_is_left_out_of_verbs_only():
    lexicon = load_expressions()
    assert lexicon.matches(["cats", "or", "other", "animals"]) == []
    [match] = lexicon.matches(["Someone", "or", "other", "came"])
    assert lexicon.forms[match.row] == "someone or other"


def test_every_form_is_listed_once_with_its_count():
    lexicon = load_expressions()
    assert lexicon.forms == sorted(lexicon.forms, key=str.split)
    assert len(set(lexicon.forms)) == len(lexicon.forms) == len(lexicon.counts)


def test_the_file_takes_less_than_two_megabytes(request):
    path = request.config.rootpath / "lcp/lexicon/expressions.npz"
    assert path.stat().st_size < 2_000_000


def test_a_damaged_file_is_reported(tmp_path):
    path = tmp_path / "expressions.npz"
    path.write_bytes(b"PK")
    with pytest.raises(ResourceError, match="damaged"):
        read_expressions(path)
