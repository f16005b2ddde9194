"""Questions with one right option are scored by the share of right answers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.errors import InputError
from lcp.evaluation.questions import (
    accuracy_interval,
    answer_submission,
    answer_table,
    answers,
    has_answers,
    question_hits,
)
from lcp.evaluation.subsets import score_table


def questions(n: int = 4) -> pd.DataFrame:
    rows = [
        {
            "item": f"q{question}",
            "option": option,
            "genre": "first" if question < n / 2 else "second",
            "complexity": float(option == question % 3),
            "sentence": "A word.",
            "token": "word",
        }
        for question in range(n)
        for option in range(3)
    ]
    return pd.DataFrame(rows)


def test_questions_have_one_right_option_each():
    table = questions()
    assert has_answers(table)
    assert not has_answers(table.drop(columns="option"))
    assert not has_answers(table.assign(complexity=0.5))
    assert not has_answers(table.assign(complexity=0.0))
    assert not has_answers(table.iloc[:0])


def test_the_answer_is_the_first_option_with_the_highest_prediction():
    assert answers([1, 1, 0, 2, 3, 3], ["a", "a", "b", "b", "a", "b"]).tolist() == [4, 5]
    assert answers([1, 1], ["a", "a"]).tolist() == [0]


def test_the_order_of_rows_does_not_change_the_hits():
    table = questions().assign(predicted=np.random.default_rng(0).random(12))
    shuffled = table.sample(frac=1, random_state=1)
    columns = ("complexity", "predicted", "item")
    hits = question_hits(*(table[name] for name in columns))
    assert hits.mean() == question_hits(*(shuffled[name] for name in columns)).mean()


def test_right_predictions_have_an_accuracy_of_1():
    table = questions()
    scores = score_table(table, table["complexity"].to_numpy())
    assert scores["subset"].tolist() == ["questions", "first", "second"]
    assert scores["n"].tolist() == [4, 2, 2]
    assert (scores["metric"] == "accuracy").all()
    assert (scores[["value", "low", "high"]] == 1).all(axis=None)


def test_accuracies_are_averaged_over_repeats():
    table = questions()
    right = table["complexity"].to_numpy()
    scores = answer_table(table, np.column_stack([right, -right]))
    assert scores["value"].tolist() == [0.5, 0.5, 0.5]


def test_the_interval_contains_the_accuracy_and_narrows_with_the_number_of_questions():
    few, many = ([0.0, 1.0] * n for n in (10, 1000))
    widths = []
    for hits in (few, many):
        value, low, high = accuracy_interval(hits)
        assert low < value < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 5


def test_a_submission_needs_questions():
    table = questions()
    assert answer_submission(table, table["complexity"]) == "0,0\n1,1\n2,2\n3,0\n"
    with pytest.raises(InputError, match="not options of questions"):
        answer_submission(table.drop(columns="item"), table["complexity"])


def test_options_without_a_question_are_an_error():
    with pytest.raises(InputError, match="needs an item"):
        answers([0.5, 0.1], ["a"])
