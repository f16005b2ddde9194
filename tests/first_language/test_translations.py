"""Translations of vocabulary tests."""

from __future__ import annotations

import pytest

from lcp.first_language.translations import parse_translation


@pytest.mark.parametrize(
    ("text", "alternatives", "excluded", "notes"),
    [
        ("lapso", ("lapso",), (), 0),
        ("Beweis, Nachweis", ("Beweis", "Nachweis"), (), 0),
        ("十分怪异的，古怪的", ("十分怪异的", "古怪的"), (), 0),
        ("consenso (no: concession)", ("consenso",), ("concession",), 0),
        ("任何人 (不是 anyone)", ("任何人",), ("anyone",), 0),
        ('unterschiedlich (nicht endend in "-ious")', ("unterschiedlich",), ("-ious",), 0),
        ("（绳）结", ("结",), (), 1),
        ("(Geld) ausgeben", ("ausgeben",), (), 1),
        ("(nada)", ("nada",), (), 1),
        ("…", ("…",), (), 0),
    ],
)
def test_alternatives_excluded_words_and_notes_are_separated(text, alternatives, excluded, notes):
    assert parse_translation(text) == (alternatives, excluded, notes)
