"""The shared task's file format."""

import pytest

from lcp.evaluation.submission import read_submission, submission
from lcp.files.input_files import LARGEST
from tests.cases import cases
from tests.errors import refused


def test_a_line_consists_of_id_comma_and_six_decimals():
    assert submission(["b", "a"], [0.25, 2 / 3]) == "b,0.250000\na,0.666667\n"


def test_no_instances_give_an_empty_text():
    assert submission([], []) == ""


@pytest.mark.parametrize("predictions", [[0.1], [0.1, 0.2, 0.3], [[0.1], [0.2]]])
def test_unequal_numbers_of_ids_and_predictions_raise_an_error(predictions):
    with refused("2 ids"):
        submission(["a", "b"], predictions)


def written(folder, text):
    path = folder / "p.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_predictions_are_read_in_the_order_of_the_ids(tmp_path):
    path = written(tmp_path, "a,0.25\nb,1e-3\nc,-0.1\n")
    assert read_submission(path, ["c", "a"]).tolist() == [-0.1, 0.25]


@pytest.mark.parametrize("text", ["\ufeffa,0.5\n", "a,0.5\r\n", "a,0.5", "a, 0.5\n\n"])
def test_byte_order_marks_and_line_ends_of_other_systems_are_ignored(tmp_path, text):
    assert read_submission(written(tmp_path, text), ["a"]).tolist() == [0.5]


@cases("evaluation/cases/submissions", "text", "message")
def test_errors_in_a_file_name_the_line(tmp_path, text, message):
    with refused(message, hint=""):
        read_submission(written(tmp_path, text.encode("latin-1")), ["a", "b"])


def test_a_missing_file_raises_an_error(tmp_path):
    with refused("no such file"):
        read_submission(tmp_path / "p.csv", ["a"])


def test_a_file_that_is_too_large_raises_an_error(tmp_path, monkeypatch):
    monkeypatch.setitem(LARGEST, "predictions", 100)
    with refused("more than 100 bytes"):
        read_submission(written(tmp_path, "a,0.5\n" * 20), ["a"])
