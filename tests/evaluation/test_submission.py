"""The shared task's format, written in one place."""

from __future__ import annotations

import pytest

from lcp.errors import InputError
from lcp.evaluation import read_submission, submission, write_submission


def test_a_line_is_an_id_a_comma_and_six_decimals():
    assert submission(["b", "a"], [0.25, 2 / 3]) == "b,0.250000\na,0.666667\n"


def test_no_instances_are_no_lines():
    assert submission([], []) == ""


@pytest.mark.parametrize("predictions", [[0.1], [0.1, 0.2, 0.3], [[0.1], [0.2]]])
def test_every_id_has_one_prediction(predictions, tmp_path):
    with pytest.raises(InputError, match="2 ids"):
        write_submission(["a", "b"], predictions, tmp_path / "p.csv")
    assert list(tmp_path.iterdir()) == []


def test_the_file_holds_the_text_with_line_feeds_alone(tmp_path):
    write_submission(["é", "b"], [0.1, 1], tmp_path / "new" / "p.csv")
    assert (tmp_path / "new" / "p.csv").read_bytes() == "é,0.100000\nb,1.000000\n".encode()


def written(folder, text):
    path = folder / "p.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_predictions_are_read_in_the_order_of_the_ids(tmp_path):
    path = written(tmp_path, "a,0.25\nb,1e-3\nc,-0.1\n")
    assert read_submission(path, ["c", "a"]).tolist() == [-0.1, 0.25]


def test_what_was_written_is_read_back(tmp_path):
    write_submission(["b,1", "é"], [0.125, 0.5], tmp_path / "p.csv")
    assert read_submission(tmp_path / "p.csv", ["é", "b,1"]).tolist() == [0.5, 0.125]


@pytest.mark.parametrize("text", ["\ufeffa,0.5\n", "a,0.5\r\n", "a,0.5", "a, 0.5\n\n"])
def test_marks_and_line_ends_of_other_systems_are_passed_over(tmp_path, text):
    assert read_submission(written(tmp_path, text), ["a"]).tolist() == [0.5]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,prediction\na,0.5\n", "line 1: .* not an id, a comma and a number"),
        ("a,0.5\nb;0.5\n", "line 2"),
        ("a,0.5\nb,nan\n", "line 2"),
        ("a,0.5\n,0.5\n", "line 2"),
        ("a,0.5\n\nb,0.5\n", "line 2"),
        ("a,0.5\nb,0.5\na,0.5\n", "line 3: The id 'a' is already that of line 1"),
        ("a,0.5\n", r"1 of 2 instances have no prediction \(the first is 'b'\)"),
        ("", "2 of 2 instances have no prediction"),
        (b"a,0.5\n\xff,0.5\n", "not UTF-8"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_its_line(tmp_path, text, says):
    with pytest.raises(InputError, match=says) as caught:
        read_submission(written(tmp_path, text), ["a", "b"])
    assert caught.value.hint


def test_a_file_of_predictions_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        read_submission(tmp_path / "p.csv", ["a"])
