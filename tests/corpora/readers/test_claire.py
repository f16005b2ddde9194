"""Files of SemEval-2022 Task 7 on plausible clarifications."""

from __future__ import annotations

import pytest

import lcp
from lcp.corpora.readers.claire import read
from lcp.errors import InputError

HEADER = (
    "Id\tResolved pattern\tArticle title\tSection header\tPrevious context\tSentence\t"
    "Follow-up context\tFiller1\tFiller2\tFiller3\tFiller4\tFiller5\n"
)
LINE = (
    '7\tFUSED HEAD\tHow to Bake\t Steps \t Heat it.\tSay "mix the ______ well. \t'
    "\tnull\tthe dough\tNA\tflour\t®\n"
)
SCORES = "7_1\t1\n7_2\t5\n7_3\t2.5\n7_4\t3.5\n7_5\t4\n"


@pytest.fixture
def path(tmp_path):
    (tmp_path / "train_scores.tsv").write_text(SCORES, encoding="utf-8")
    path = tmp_path / "train_data.tsv"
    path.write_text(HEADER + LINE, encoding="utf-8")
    return path


def test_each_filler_is_an_instance_in_its_place(path):
    table = read(path)
    assert table["id"].tolist() == ["7_1", "7_2", "7_3", "7_4", "7_5"]
    assert table["token"].tolist() == ["null", "the dough", "NA", "flour", "®"]
    assert table["sentence"][1] == 'Say "mix the the dough well.'
    row = table.iloc[1]
    assert row["sentence"][row["start"] : row["end"]] == "the dough"
    assert (row["item"], row["option"], row["phenomenon"]) == ("train-7", 2, "fused head")
    assert (row["title"], row["section"], row["before"]) == ("How to Bake", "Steps", "Heat it.")
    assert row["after"] == ""


def test_the_borders_belong_to_the_outer_classes(path):
    table = read(path)
    assert table["complexity"].tolist() == [0, 1, 0.375, 0.625, 0.75]
    assert table["label"].tolist() == [
        *("IMPLAUSIBLE", "PLAUSIBLE", "IMPLAUSIBLE", "NEUTRAL", "PLAUSIBLE"),
    ]


def test_a_file_without_scores_is_unrated(path):
    path.with_name("train_scores.tsv").unlink()
    assert not {"complexity", "label"} & set(read(path))


@pytest.mark.parametrize("damage", [("______", "gap"), ("\tflour\t®", ""), ("7\t", "8\t")])
def test_damage_is_reported(path, damage):
    path.write_text(HEADER + LINE.replace(*damage), encoding="utf-8")
    with pytest.raises(InputError, match=r"not in the format|do not belong"):
        read(path)


def test_the_released_files_are_read_completely(data):
    table = lcp.load_corpus("claire:train+dev", download=False)
    parts = table.groupby("part")
    assert parts.size().to_dict() == {"dev": 2_500, "train": 19_975}
    counts = parts["label"].value_counts().to_dict()
    # Table 3 of the paper.
    assert counts == {
        ("train", "IMPLAUSIBLE"): 5_474,
        ("train", "NEUTRAL"): 7_162,
        ("train", "PLAUSIBLE"): 7_339,
        ("dev", "IMPLAUSIBLE"): 982,
        ("dev", "NEUTRAL"): 602,
        ("dev", "PLAUSIBLE"): 916,
    }
    assert len(lcp.load_corpus("claire:test", download=False)) == 2_500
