"""Files of items with options: one instance per option."""

import json
import shutil
from pathlib import Path

import pytest

import lcp
from lcp.tasks.gaps.gap_corpora import read_claire, read_recam
from lcp.tasks.gaps.gap_tasks import LABELS, classes
from tests.errors import refused

FILES = Path(__file__).parents[1] / "files"
QUESTION = json.loads((FILES / "question.json").read_text("utf-8"))


@pytest.fixture
def claire(tmp_path):
    for name in ("train_scores.tsv", "train_data.tsv"):
        shutil.copy(FILES / name, tmp_path)
    return tmp_path / "train_data.tsv"


def recam(path, *questions):
    path.write_text("\n".join(json.dumps(question) for question in questions) + "\n")
    return path


def test_each_filler_is_an_instance_in_its_place(claire):
    table = read_claire(claire)
    assert table["id"].tolist() == ["7_1", "7_2", "7_3", "7_4", "7_5"]
    assert table["token"].tolist() == ["null", "the dough", "NA", "flour", "®"]
    row = table.iloc[1]
    assert row["sentence"] == 'Say "mix the the dough well.'
    assert row["sentence"][row["start"] : row["end"]] == "the dough"
    assert (row["item"], row["option"], row["genre"]) == ("train-7", 2, "fused head")
    assert (row["title"], row["section"], row["before"]) == ("How to Bake", "Steps", "Heat it.")
    assert row["after"] == ""
    assert table["complexity"].tolist() == [0, 1, 0.375, 0.625, 0.75]


def test_a_file_without_scores_is_unrated(claire):
    claire.with_name("train_scores.tsv").unlink()
    assert "complexity" not in read_claire(claire)


@pytest.mark.parametrize("damage", [("______", "gap"), ("\tflour\t®", ""), ("7\t", "8\t")])
def test_damage_of_clarifications_is_reported(claire, damage):
    header, line = claire.read_text("utf-8").splitlines(keepends=True)
    claire.write_text(header + line.replace(*damage), encoding="utf-8")
    with refused() as caught:
        read_claire(claire)
    assert str(claire.parent) in str(caught.value.where)


def test_each_option_is_an_instance_in_its_place(tmp_path):
    table = read_recam(recam(tmp_path / "Task_1_q.jsonl", {**QUESTION, "label": 2}, QUESTION))
    assert table["token"].tolist()[:5] == ["vote", "risk", "step", "chance", "turn"]
    assert table["sentence"][2] == "A council took a step ."
    assert table["complexity"].tolist()[:5] == [0, 0, 1, 0, 0]
    assert table["item"].unique().tolist() == ["Task_1_q-1", "Task_1_q-2"]
    assert set(table["genre"]) == {"imperceptibility"}
    assert set(table["passage"]) == {QUESTION["article"]}
    for row in table.itertuples():
        assert row.sentence[row.start : row.end] == row.token


def test_questions_without_labels_are_not_rated(tmp_path):
    assert "complexity" not in read_recam(recam(tmp_path / "q.jsonl", QUESTION))


@pytest.mark.parametrize("change", [{"question": "No gap."}, {"option_3": None}])
def test_a_question_in_another_format_is_named(tmp_path, change):
    path = recam(tmp_path / "q.jsonl", QUESTION, {**QUESTION, **change})
    with refused(where=f"{path}, line 2"):
        read_recam(path)


def test_the_released_clarifications_are_read_completely(data):
    table = lcp.load_corpus("claire:train+dev", download=False)
    labels = classes(table["complexity"])
    counts = {
        part: {label: int((labels[rows] == n).sum()) for n, label in enumerate(LABELS)}
        for part, rows in table.groupby("part").indices.items()
    }
    # Table 3 of the paper.
    assert counts == {
        "train": {"IMPLAUSIBLE": 5_474, "NEUTRAL": 7_162, "PLAUSIBLE": 7_339},
        "dev": {"IMPLAUSIBLE": 982, "NEUTRAL": 602, "PLAUSIBLE": 916},
    }
    assert len(lcp.load_corpus("claire:test", download=False)) == 2_500


def test_the_released_questions_are_read_completely(data):
    table = lcp.load_corpus(["recam:dev-1", "recam:dev-2"], download=False)
    assert table.groupby("part")["item"].nunique().to_dict() == {"dev-1": 837, "dev-2": 851}
    assert table.groupby("item")["complexity"].sum().eq(1).all()
