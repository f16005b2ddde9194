"""Training, predicting and selecting words for the questions of the corpus ``recam``."""

from __future__ import annotations

import json

import pytest

import lcp

WORDS = ["decision", "table", "quickly", "idea", "river", "agreement", "success", "walk"]
SENTENCES = [
    "The council made a @placeholder on the new road .",
    "They reached an @placeholder after long talks .",
]


@pytest.fixture
def questions(tmp_path):
    """Return the path of a file of 30 questions in the format of the task."""
    lines = []
    for number in range(30):
        options = [WORDS[(number + shift) % len(WORDS)] for shift in range(5)]
        question = {
            "article": f"Report {number}. The members met on Monday and voted for the plan.",
            "question": SENTENCES[number % 2],
            "label": number % 5,
            **{f"option_{place}": word for place, word in enumerate(options)},
        }
        lines.append(json.dumps(question))
    path = tmp_path / "Task_1_train.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_model_is_trained_on_a_file_of_the_user_and_answers_its_questions(
    run, data, questions, tmp_path
):
    model = tmp_path / "model"
    options = ["--task", 1, "--cv", 2, "--jobs", 1, "--out", model]
    code, out, err = run("fit", "--corpus", f"recam:{questions}", *options)
    assert code == 0, err
    assert f"Task 1 on recam:{questions}: 150 instances, feature set recam" in err
    assert "grouped by passage" in err
    assert "Accuracy" in out
    assert "Pearson" not in out
    assert "lcp evaluate" in err
    assert "recam:dev-1" in err
    card = (model / "CARD.md").read_text(encoding="utf-8")
    assert "\n# Prediction of the removed word: recam, recam\n" in card
    assert 'name: "Prediction of the removed word"' in card
    assert "bootstrap intervals over questions" in card
    assert "difficult adult readers" not in card
    assert "no thresholds and ranks" in " ".join(card.split())
    code, out, err = run("evaluate", model, "--corpus", f"recam:{questions}")
    assert code == 0, err
    assert "n = 30" in out
    assert "expressions are skipped" not in err
    code, out, _ = run("predict", model, f"recam:{questions}", "--task", 1)
    assert code == 0
    answers = [line.split(",") for line in out.splitlines()]
    assert [int(number) for number, _ in answers] == list(range(30))
    assert {option for _, option in answers} <= set("01234")


def test_a_part_that_is_neither_a_part_nor_a_file_is_an_error(run, data):
    code, _, err = run("fit", "--corpus", "recam:train", "--task", "1")
    assert code == 2
    assert "no part 'train'" in err
    assert "recam:FILE" in err


def test_task_3_belongs_to_recam(run):
    code, _, err = run("fit", "--corpus", "sample", "--task", "3")
    assert code == 2
    assert "'sample' has no task '3'" in err
    assert "--corpus recam" in err


def test_answers_need_questions(run, small_model):
    code, _, err = run("predict", small_model, "sample", "--task", "1")
    assert code == 2
    assert "not options of questions" in err


def test_the_share_of_right_options_that_pass_each_rule_is_printed(run, data, questions):
    code, out, err = run("recam", "candidates", questions)
    assert code == 0, err
    assert "Task_1_train.jsonl: right options" in " ".join(out.split())
    assert "imperceptibility below 0.35" in out
    assert "n = 30" in out


def test_all_options_with_their_rules_can_be_written_to_a_file(run, data, questions, tmp_path):
    path = tmp_path / "rules.tsv"
    code, _, err = run("recam", "candidates", questions, "--out", path)
    assert code == 0, err
    header, *rows = path.read_text(encoding="utf-8").splitlines()
    assert header.split("\t")[:3] == ["id", "token", "imperceptibility"]
    assert len(rows) == 150


def test_a_table_without_passages_is_an_error(run):
    code, _, err = run("recam", "candidates", "sample")
    assert code == 2
    assert "'passage' is missing" in err


@pytest.mark.parametrize("command", ["predict", "explain"])
def test_targets_have_no_rank_in_running_text_if_features_are_ranked(run, tmp_path, command):
    table = lcp.load_corpus("sample").head(60)
    table["item"] = [str(number // 5) for number in range(60)]
    features = lcp.FeatureSet({"length": {"cmudict": False}}, rank_within="item")
    model = lcp.ComplexityModel(features, "linear").fit(table).save(tmp_path / "model")
    code, out, err = run(command, model, "--sentence", SENTENCES[0], "--target", "council")
    assert code == 0, err
    assert "council" in out or command == "predict"
    assert "running text" not in out
