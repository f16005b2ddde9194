"""The reader of SemEval-2021 Task 4: one instance per option."""

import json

import pytest

import lcp
from lcp.corpora.readers.recam import read
from lcp.errors import InputError
from lcp.resources import Store

QUESTION = {
    "article": "The council met on Monday.",
    "question": "A council took a @placeholder .",
    **{f"option_{i}": word for i, word in enumerate(["vote", "risk", "step", "chance", "turn"])},
}


def written(path, *questions):
    path.write_text("\n".join(json.dumps(question) for question in questions) + "\n")
    return path


def test_each_option_is_an_instance_in_its_place(tmp_path):
    table = read(written(tmp_path / "q.jsonl", {**QUESTION, "label": 2}))
    assert table["token"].tolist() == ["vote", "risk", "step", "chance", "turn"]
    assert table["sentence"][2] == "A council took a step ."
    assert table["complexity"].tolist() == [0, 0, 1, 0, 0]
    assert set(table["item"]) == {"q-1"}
    assert set(table["passage"]) == {QUESTION["article"]}
    for row in table.itertuples():
        assert row.sentence[row.start : row.end] == row.token


def test_questions_without_labels_are_not_rated(tmp_path):
    assert "complexity" not in read(written(tmp_path / "q.jsonl", QUESTION))


@pytest.mark.parametrize("change", [{"question": "No gap."}, {"option_3": None}])
def test_a_line_in_another_format_is_named(tmp_path, change):
    path = written(tmp_path / "q.jsonl", QUESTION, {**QUESTION, **change})
    with pytest.raises(InputError, match="line 2"):
        read(path)


def test_the_parts_have_the_released_sizes(data):
    table = lcp.load_corpus(["recam:dev-1", "recam:dev-2"], store=Store(mirror=data))
    assert table.groupby("part")["item"].nunique().to_dict() == {"dev-1": 837, "dev-2": 851}
    assert table.groupby("item")["complexity"].sum().eq(1).all()
