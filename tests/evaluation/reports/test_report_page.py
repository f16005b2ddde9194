"""Number formats, tables and report folders."""

import math

import pandas as pd

from lcp.evaluation.reports.report_page import report_page, write_report
from lcp.tables.formatting import Table, number, probability, with_interval
from tests.errors import refused

FRAME = pd.DataFrame({"genre": ["bible", "null"], "p": [0.0, None], "r": [1.0, -0.5]})


def test_a_page_and_a_csv_of_each_table_are_written(tmp_path):
    names = write_report(tmp_path / "a/b", "<html>\n", {"scores": FRAME})
    assert names == ["report.html", "scores.csv", "scores.md", "scores.tex"]
    assert (tmp_path / "a/b/report.html").read_text() == "<html>\n"
    assert (tmp_path / "a/b/scores.csv").read_bytes() == b"genre,p,r\nbible,0.0,1.0\nnull,,-0.5\n"
    assert "| bible | < 0.001 | 1.0000 |" in (tmp_path / "a/b/scores.md").read_text()
    assert r"null & -- & $-$0.5000 \\" in (tmp_path / "a/b/scores.tex").read_text()


def test_a_long_table_is_written_as_csv_only(tmp_path):
    long = pd.DataFrame({"n": range(101)})
    assert write_report(tmp_path, "", {"instances": long}) == ["report.html", "instances.csv"]


def test_no_file_is_replaced_if_one_cannot_be_written(tmp_path):
    (tmp_path / "report.html").write_text("before")
    (tmp_path / "scores.csv").mkdir()
    with refused(where=tmp_path / "scores.csv"):
        write_report(tmp_path, "after", {"scores": FRAME})
    assert (tmp_path / "report.html").read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "scores.csv"]


def test_cells_are_escaped_and_targets_are_marked():
    table = Table("Errors", ["sentence", "n"], [["A <b> **deep** river", "3"]])
    page = report_page("A & B", ["Result."], [table])
    assert "<h1>A &amp; B</h1>" in page
    assert "A &lt;b&gt; <mark>deep</mark> river" in page


def test_columns_of_numbers_are_recognised():
    rows = [["a", "−0.1 (−0.2 to +0.1)", "–", "5 of 7", "x"], ["b", "", "< 0.001", "1", "2"]]
    table = Table("t", list("abcde"), rows)
    assert table.numeric == {1, 2, 3}
    assert table.only("a", "c").rows == [["a", "–"], ["b", "< 0.001"]]


def test_intervals_are_drawn_on_one_scale_with_zero():
    intervals = [(math.nan, math.nan, math.nan, False), (-0.02, -0.03, -0.01, True)]
    table = Table("t", ["part"], [["all"], ["length"]], intervals=intervals)
    assert [round(table.place(value)) for value in (-0.03, -0.02, 0)] == [0, 33, 100]
    page = report_page("t", [], [table])
    assert page.count("<svg") == 2
    assert page.count("<circle") == page.count('class="sure"') == 1


def test_differences_have_a_sign_and_a_leading_zero():
    assert number(0.0123, sign=True) == "+0.0123"
    assert number(-0.5, sign=True) == "−0.5000"
    assert number(-10.25, sign=True) == "−10.2500"


def test_undefined_values_are_a_dash():
    assert number(math.nan) == probability(math.nan) == with_interval(math.nan, 0, 0) == "–"


def test_p_values_have_three_decimals():
    formatted = [probability(p) for p in (0.00099, 0.001, 0.05, 1.0)]
    assert formatted == ["< 0.001", "0.001", "0.050", "1"]
