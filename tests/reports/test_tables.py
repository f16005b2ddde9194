"""Figures are printed as papers print them, and a report is files."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from lcp.errors import InputError
from lcp.reports.tables import number, probability, with_interval, write_report

FRAME = pd.DataFrame({"corpus": ["bible", "null"], "p": [0.1, None]})


def test_a_page_and_a_csv_of_each_table_are_written(tmp_path):
    names = write_report(tmp_path / "a/b", "# Page\n", {"scores": FRAME})
    assert names == ["report.md", "scores.csv"]
    assert (tmp_path / "a/b/report.md").read_text() == "# Page\n"
    assert (tmp_path / "a/b/scores.csv").read_bytes() == b"corpus,p\nbible,0.1\nnull,\n"
    assert len(list((tmp_path / "a/b").iterdir())) == 2


def test_where_one_file_cannot_be_written_none_is_replaced(tmp_path):
    (tmp_path / "report.md").write_text("before")
    (tmp_path / "scores.csv").mkdir()
    with pytest.raises(InputError, match="a folder, not a file"):
        write_report(tmp_path, "after", {"scores": FRAME})
    assert (tmp_path / "report.md").read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.md", "scores.csv"]


def test_a_report_is_not_written_over_a_file(tmp_path):
    (tmp_path / "out").write_text("precious")
    with pytest.raises(InputError, match="This is a file"):
        write_report(tmp_path / "out", "after", {})
    assert (tmp_path / "out").read_text() == "precious"


def test_a_difference_has_a_sign_and_no_zero_before_the_point():
    assert number(0.0123, sign=True) == "+.0123"
    assert number(-0.5, sign=True) == "−.5000"
    assert number(1.5, sign=True) == "+1.5000"
    assert number(-10.25, sign=True) == "−10.2500"


def test_what_is_not_defined_is_a_dash():
    assert number(math.nan) == probability(math.nan) == with_interval(math.nan, 0, 0) == "–"


def test_p_values():
    assert [probability(p) for p in (0.00099, 0.001, 0.05, 1.0)] == ["< .001", ".001", ".050", "1"]
