"""Kinds of tokens without their sentence."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.english.kinds import KINDS, SHOWN, common_words, facts_of, form_kind, in_numbers


@pytest.mark.parametrize("token", ["NATO", "WFTV", "DNA", "mRNA", "PhD", "TNF-α", "R&D", "NGOs"])
def test_acronyms_are_abbreviations(token):
    assert form_kind(token) == "abbreviation"


@pytest.mark.parametrize(
    "token", ["U.S.", "e.g.", "i.e.", "eg", "ie", "etc", "etc.", "Mr", "Dr.", "Jan.", "al."]
)
def test_shortened_words_are_abbreviations(token):
    assert form_kind(token) == "abbreviation"


@pytest.mark.parametrize("token", ["J.", "J.R.R.", "J.-P."])
def test_initials_are_abbreviations(token):
    assert form_kind(token) == "abbreviation"


@pytest.mark.parametrize("token", ["no", "fig", "miss", "mass", "sun", "go", "call", "ram"])
def test_words_that_are_abbreviations_with_a_full_stop_only_are_words(token):
    assert form_kind(token) in {"word", "function word"}


@pytest.mark.parametrize(
    "token",
    [
        *("5", "-5", "3,141.59", "12:30", "1939–45", "½", "1/2"),
        *("3rd", "21st", "1990s", "mid-1990s", "pre-2010"),
        *("£15.1bn", "$3", "US$", "€10m", "5mg", "10%", "3km/h", "20°C", "2x"),
        *("2021/0106", "10–12"),
    ],
)
def test_numbers_have_units_and_currencies(token):
    assert form_kind(token) == "number"


@pytest.mark.parametrize("token", ["II", "III", "IV", "XVII", "XIV", "MCMXC"])
def test_roman_numerals_are_numbers(token):
    assert form_kind(token) == "number"


@pytest.mark.parametrize("token", ["mix", "civil", "livid", "vivid", "xvii"])
def test_words_of_roman_letters_are_words(token):
    assert form_kind(token) == "word"


def test_the_pronoun_i_is_not_a_number():
    assert form_kind("I") == "function word"


@pytest.mark.parametrize("token", ["DC", "MC", "CD"])
def test_short_roman_numerals_of_large_letters_are_abbreviations(token):
    assert form_kind(token) == "abbreviation"


@pytest.mark.parametrize(
    "token", ["NCT05003895", "GSE12345", "rs7412", "p53", "Brca1", "H2O", "A6-0123", "x86"]
)
def test_letters_with_digits_are_identifiers(token):
    assert form_kind(token) == "identifier"


@pytest.mark.parametrize("token", ["19th-century", "5-year", "10-fold", "mid-20th-century"])
def test_ordinary_words_with_numbers_are_words(token):
    assert form_kind(token) == "word"


@pytest.mark.parametrize("token", ["n't", "'ll", "'ve", "'m"])
def test_contractions_have_their_own_kind(token):
    assert form_kind(token) == "contraction part"


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("https://example.org/a?b=c", "URL"),
        ("www.bbc.co.uk", "URL"),
        ("bbc.com", "URL"),
        ("someone@example.org", "e-mail"),
        ("@someone", "symbol"),
        ("A-level", "word"),
        ("don't", "word"),
        ("e-mail", "word"),
        ("the", "function word"),
        ("THE", "function word"),
        ("give", "word"),
        ("река", "other script"),
    ],
)
def test_other_kinds(token, kind):
    assert form_kind(token) == kind


def test_names_are_recognised_in_sentences_only():
    assert form_kind("Priya") == "word"


def test_every_kind_has_a_noun_for_one_and_several():
    assert set(KINDS) >= SHOWN
    for kind in KINDS:
        assert in_numbers(kind, 1).startswith("1 ")
        assert in_numbers(kind, 1) != in_numbers(kind, 2).replace("2 ", "1 ")


@pytest.mark.parametrize(
    ("stops", "is_common"), [([4], False), ([1, 4], True), ([2, 4], True)], ids=str
)
def test_a_particle_is_between_two_capitals_of_its_sentence(stops, is_common):
    facts = facts_of(["Ludwig", "van", "Beethoven", "came"])
    assert common_words(facts, np.array(stops))[1] == is_common
