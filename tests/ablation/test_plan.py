"""Plan of an ablation."""

from __future__ import annotations

import pytest

from lcp.ablation.cells import Cell
from lcp.ablation.plan import Plan, learning_shares

GROUPS = {"length": ["length__a", "length__b"], "norms": ["norms__c"]}
SHARES = (0.5, 1.0)


def test_leave_one_out_compares_each_step_with_the_whole_set():
    plan = Plan("leave-one-out", GROUPS, 2, SHARES)
    whole = Cell(("length", "norms"))
    assert [(step.group, step.cell.groups, step.columns) for step in plan.steps()] == [
        ("all", whole.groups, 3),
        ("length", ("norms",), 1),
        ("norms", ("length",), 2),
    ]
    assert [step.reference for step in plan.steps()] == [None, whole, whole]


def test_only_one_compares_each_step_with_the_baseline():
    plan = Plan("only-one", GROUPS, 2, SHARES, baseline_columns=1)
    assert [(step.group, step.columns) for step in plan.steps()] == [
        ("frequency-baseline", 1),
        ("length", 2),
        ("norms", 1),
        ("all", 3),
    ]


@pytest.mark.parametrize(
    ("mode", "size"), [("leave-one-out", 3 * 2), ("only-one", 4 * 2), ("add-one", 4 * 2)]
)
def test_the_size_counts_cells_repeats_and_the_learning_curve(mode, size):
    plan = Plan(mode, GROUPS, 2, SHARES)
    assert plan.size() == size + 1
    assert plan.tasks()[-1] == (plan.cell(GROUPS, 0.5), 0)
    assert len(set(plan.tasks())) == len(plan.tasks())


def test_labels_name_what_differs_from_the_whole_set():
    plan = Plan("leave-one-out", GROUPS, 3, SHARES)
    assert plan.label(plan.whole, 0) == "all, repeat 1 of 3"
    assert plan.label(plan.cell({"norms"}), 2) == "without length, repeat 3 of 3"
    assert plan.label(plan.cell(GROUPS, 0.5), 0).startswith("50% of the training data")


def test_the_learning_curve_has_no_share_below_fifty_instances():
    assert learning_shares(8000, folds=5) == (0.1, 0.2, 0.4, 0.7, 1.0)
    assert learning_shares(10, folds=5) == (1.0,)
