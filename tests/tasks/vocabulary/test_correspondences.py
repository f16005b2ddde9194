"""Correspondences learned from pairs of words."""

from lcp.tasks.vocabulary.spelling import RARE, initial_costs, learn_costs, mean_cost

PAIRS = [("nation", "nacion"), ("action", "accion"), ("station", "estacion")]
PAIRS += [("option", "opcion"), ("animal", "animal"), ("total", "total")]


def test_a_regular_correspondence_costs_less_than_another_substitution():
    costs = learn_costs(PAIRS, initial_costs(PAIRS))
    assert costs["t c"] < 2 < RARE
    assert mean_cost("ration", "racion", costs) < mean_cost("ration", "rapion", costs)


def test_without_pairs_every_operation_is_rare():
    costs = learn_costs([], initial_costs([]))
    assert costs == {}
    assert mean_cost("ab", "ab", costs) == RARE
