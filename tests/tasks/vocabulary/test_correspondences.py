"""Correspondences learned from pairs of words."""

from __future__ import annotations

from lcp.tasks.vocabulary.correspondences import (
    RARE,
    cooccurrence_costs,
    initial_costs,
    learn_costs,
    mean_cost,
)

PAIRS = [
    ("nation", "nacion"),
    ("action", "accion"),
    ("station", "estacion"),
    ("option", "opcion"),
    ("animal", "animal"),
    ("total", "total"),
]


def test_a_regular_correspondence_costs_less_than_another_substitution():
    costs = learn_costs(PAIRS, initial_costs(PAIRS))
    assert costs["t c"] < 2 < RARE
    assert mean_cost("ration", "racion", costs) < mean_cost("ration", "rapion", costs)


def test_symbols_of_two_alphabets_are_aligned():
    pairs = [(("K", "AE", "T"), "kat"), (("T", "AE", "K"), "tak"), (("AE", "K", "T"), "akt")]
    costs = learn_costs(pairs, cooccurrence_costs(pairs))
    assert mean_cost(("T", "AE", "T"), "tat", costs) < mean_cost(("T", "AE", "T"), "kak", costs)


def test_without_pairs_every_operation_is_rare():
    costs = learn_costs([], initial_costs([]))
    assert costs == {}
    assert mean_cost("ab", "ab", costs) == RARE
