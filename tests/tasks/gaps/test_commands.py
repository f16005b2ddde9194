"""Training and predicting for items with options, and the command of the plugin."""

import shutil
from pathlib import Path

import pytest

import lcp


@pytest.fixture
def questions(tmp_path):
    """Return the path of a file of 30 questions in the format of the task."""
    return shutil.copy(Path(__file__).parents[1] / "files" / "Task_1_train.jsonl", tmp_path)


def test_a_model_is_trained_on_a_file_of_the_user_and_answers_its_questions(
    run, data, questions, tmp_path
):
    model = tmp_path / "model"
    options = ["--task", "gaps:imperceptibility", "--cv", 2, "--out", model]
    out, err = run.ok("fit", "--corpus", f"recam:{questions}", *options)
    assert "150 instances, feature set recam" in err
    assert "grouped by passage" in " ".join(out.split())
    assert "accuracy" in out
    assert "Pearson" not in out
    card = (model / "CARD.md").read_text(encoding="utf-8")
    assert "# Prediction of the removed word: recam, gaps\n" in card
    assert "bootstrap intervals over items" in card
    assert "difficult adult readers" not in card
    out, err = run.ok("evaluate", f"recam:{questions}", "--model", model)
    assert "accuracy" in out
    out, _ = run.ok("predict", f"recam:{questions}", "--model", model, "--submission")
    answers = [line.split(",") for line in out.splitlines()]
    assert [int(number) for number, _ in answers] == list(range(30))
    assert {option for _, option in answers} <= set("01234")


def test_a_classification_of_fillers_is_trained_and_predicted(run, data, tmp_path, monkeypatch):
    """Trains on 60 gaps with the real resources."""
    folder = tmp_path / "claire"
    folder.mkdir()
    lines = (data / "claire" / "train_data.tsv").read_text(encoding="utf-8").split("\n")[:61]
    path = folder / "train_data.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "train_scores.tsv").write_bytes((data / "claire" / "train_scores.tsv").read_bytes())
    model = tmp_path / "model"
    options = ["--task", "gaps:classification", "--cv", 2, "--out", model]
    out, err = run.ok("fit", "--corpus", f"claire:{path}", *options)
    assert "grouped by title" in " ".join(out.split())
    assert "claire-classification" in err
    assert "accuracy" in out
    out, _ = run.ok("predict", f"claire:{path}", "--model", model, "--submission")
    assert len(out.splitlines()) == 300


@pytest.mark.parametrize(
    ("corpus", "task"), [("recam", "1"), ("claire", "gaps:abstractness"), ("sample", "gaps")]
)
def test_a_corpus_with_other_ratings_is_an_error(run, data, corpus, task):
    err = run.error("fit", "--corpus", corpus, "--task", task)
    assert "--task" in err


def test_a_part_that_is_neither_a_part_nor_a_file_is_an_error(run, data):
    err = run.error("fit", "--corpus", "recam:train", "--task", "gaps:abstractness")
    assert "recam:FILE" in err


@pytest.mark.parametrize("command", ["predict", "explain"])
def test_a_lone_target_is_refused_if_features_are_ranked(run, tmp_path, command):
    table = lcp.load_corpus("sample").head(60)
    table["item"] = [str(number // 5) for number in range(60)]
    features = lcp.FeatureSet({"length": {}}, rank_within="item")
    model = lcp.ComplexityModel(features, "linear").fit(table).save(tmp_path / "model")
    target = ["--sentence", "The council made a plan.", "--target", "council"]
    err = run.error(command, "--model", model, *target)
    assert "'item'" in err
