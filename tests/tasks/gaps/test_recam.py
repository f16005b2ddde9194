"""Questions with one right option are scored by the share of right answers."""

import numpy as np
import pandas as pd

from lcp.base.task import TASKS
from lcp.evaluation.scores import score_table
from lcp.targets import Targets
from lcp.tasks.gaps.gap_tasks import answers

TASK = TASKS.find("gaps:abstractness")


def questions(n: int = 4) -> pd.DataFrame:
    rows = [
        {
            "item": f"q{question}",
            "option": option,
            "genre": "first" if question < n / 2 else "second",
            "complexity": float(option == question % 3),
            "token": "word",
        }
        for question in range(n)
        for option in range(3)
    ]
    return pd.DataFrame(rows)


def test_the_answer_is_the_first_option_with_the_highest_prediction():
    codes = np.array([0, 0, 1, 1, 0, 1])
    assert answers([1, 1, 0, 2, 3, 3], codes).tolist() == [4, 5]
    assert answers([1, 1], np.array([0, 0])).tolist() == [0]


def test_the_order_of_rows_does_not_change_the_accuracy():
    table = questions().assign(predicted=np.random.default_rng(0).random(12))
    shuffled = table.sample(frac=1, random_state=1).reset_index(drop=True)
    first, second = (
        score_table(Targets.rated(t), t["predicted"], TASK)["value"][0] for t in (table, shuffled)
    )
    assert first == second


def test_right_predictions_have_an_accuracy_of_1_on_all_questions_and_in_each_genre():
    table = questions()
    scores = score_table(Targets.rated(table), table["complexity"].to_numpy(), TASK)
    assert scores["subset"].tolist() == ["all", "first", "second"]
    assert (scores["metric"] == "accuracy").all()
    assert (scores[["value", "low", "high"]] == 1).all(axis=None)


def test_accuracies_are_averaged_over_repeats():
    table = questions()
    right = table["complexity"].to_numpy()
    scores = score_table(Targets.rated(table), np.column_stack([right, -right]), TASK)
    assert scores["value"].tolist() == [0.5, 0.5, 0.5]


def test_a_submission_has_a_line_for_each_question_in_the_order_of_the_table():
    table = questions()
    assert TASK.submission(table, table["complexity"]) == "0,0\n1,1\n2,2\n3,0\n"
