"""The shared task's format, written in one place."""

from __future__ import annotations

import pytest

from lcp.errors import InputError
from lcp.evaluation import submission, write_submission


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
