"""Words and expressions with school grades."""

import pytest

from lcp.corpora.parsers.word_lists import expressions, words


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "grades.csv"
    lines = [
        "Word,MEANING,AoAtestbased",
        "lamp,gives light,2",
        *(
            f"{word},,5"
            for word in ("apple", "bread", "cloud", "door", "egg", "fog", "gate", "hat", "ice")
        ),
        "lamp,to hit,12",
        "(as a) rule of thumb,roughly,14",
        "take in,to give a home,4",
        "take in,to deceive,10",
        "well done!,praise,2",
        "box 7,a place,6",
        "cold snap,sudden frost,#N/A",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="mac_roman")
    return path


@pytest.fixture
def table(path):
    return expressions(path).set_index("token")


def test_every_ninth_word_has_the_lowest_grade_of_its_meanings(path):
    assert words(path).set_index("token")["complexity"].to_dict() == {"apple": 0.25, "lamp": 0.0}


def test_an_expression_has_the_lowest_grade_of_its_meanings(table):
    assert table["complexity"].to_dict() == pytest.approx(
        {"rule of thumb": 1.0, "take in": 1 / 6, "well done": 0.0}
    )


def test_an_expression_has_no_sentence(table):
    assert (table["sentence"] == "").all()
