"""Number formats and report folders."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from lcp.errors import InputError
from lcp.reports.tables import number, probability, with_interval, write_report

FRAME = pd.DataFrame({"genre": ["bible", "null"], "p": [0.1, None]})


def test_a_page_and_a_csv_of_each_table_are_written(tmp_path):
    names = write_report(tmp_path / "a/b", "# Page\n", {"scores": FRAME})
    assert names == ["report.md", "scores.csv"]
    assert (tmp_path / "a/b/report.md").read_text() == "# Page\n"
    assert (tmp_path / "a/b/scores.csv").read_bytes() == b"genre,p\nbible,0.1\nnull,\n"
    assert len(list((tmp_path / "a/b").iterdir())) == 2


def test_no_file_is_replaced_if_one_cannot_be_written(tmp_path):
    (tmp_path / "report.md").write_text("before")
    (tmp_path / "scores.csv").mkdir()
    with pytest.raises(InputError, match="a folder, not a file"):
        write_report(tmp_path, "after", {"scores": FRAME})
    assert (tmp_path / "report.md").read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.md", "scores.csv"]


def test_a_report_does_not_replace_a_file(tmp_path):
    (tmp_path / "out").write_text("precious")
    with pytest.raises(InputError, match="This is a file"):
        write_report(tmp_path / "out", "after", {})
    assert (tmp_path / "out").read_text() == "precious"


def test_differences_have_a_sign_and_a_leading_zero():
    assert number(0.0123, sign=True) == "+0.0123"
    assert number(-0.5, sign=True) == "−0.5000"
    assert number(1.5, sign=True) == "+1.5000"
    assert number(-10.25, sign=True) == "−10.2500"


def test_undefined_values_are_a_dash():
    assert number(math.nan) == probability(math.nan) == with_interval(math.nan, 0, 0) == "–"


def test_p_values_have_three_decimals():
    assert [probability(p) for p in (0.00099, 0.001, 0.05, 1.0)] == [
        "< 0.001",
        "0.001",
        "0.050",
        "1",
    ]
