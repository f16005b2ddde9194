"""Expressions with school grades."""

import pytest

from lcp.corpora.parsers.graded_expressions import read


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "grades.csv"
    lines = [
        "Word,MEANING,AoAtestbased",
        "lamp,gives light,2",
        "(as a) rule of thumb,roughly,14",
        "take in,to give a home,4",
        "take in,to deceive,10",
        "well done!,praise,2",
        "box 7,a place,6",
        "cold snap,sudden frost,#N/A",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="mac_roman")
    return read(path).set_index("token")


def test_an_expression_has_the_lowest_grade_of_its_meanings(table):
    assert table["complexity"].to_dict() == pytest.approx(
        {"rule of thumb": 1.0, "take in": 1 / 6, "well done": 0.0}
    )


def test_an_expression_has_no_sentence(table):
    assert (table["sentence"] == "").all()
