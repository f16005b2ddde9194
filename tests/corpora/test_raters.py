"""Ratings in a column for each rater: mean, spread and agreement."""

import math

import numpy as np
import pytest

import lcp
from lcp.corpora.ratings import krippendorff_alpha, rater_columns
from tests.errors import refused

NAN = float("nan")
#: Reliability data of Krippendorff (2011), section C: four observers, twelve units.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "raters.csv"
    file.write_text("token,R1,R2,Anna,complexity\nriver,2,1,2,9\nquark,5,4,,9\nnull,3,,,9\n")
    return file


def test_alpha_of_the_published_example():
    assert krippendorff_alpha(np.transpose(OBSERVERS)) == pytest.approx(0.849, abs=0.0005)


def test_alpha_of_equal_or_single_ratings_is_undefined():
    assert math.isnan(krippendorff_alpha([[2, 2], [2, 2]]))
    assert math.isnan(krippendorff_alpha([[2, NAN], [NAN, 1]]))


@pytest.mark.parametrize("raters", ["R1+R2+Anna", "R*+Anna"])
def test_ratings_of_several_raters_are_averaged(path, raters):
    table = lcp.load_corpus(f"{path}@1-5", columns={"rating": raters})
    assert table["complexity"].tolist() == pytest.approx([1 / 6, 0.875, 0.5])
    assert table["rating_sd"].tolist() == ["0.57735", "0.707107", ""]
    assert table["rating_n"].tolist() == ["3", "2", "1"]
    assert table["complexity (file)"].tolist() == ["9", "9", "9"]


@pytest.mark.parametrize("cell", ["9", "two", "1_0"])
def test_one_wrong_rating_of_several_is_named(path, cell):
    path.write_text(path.read_text().replace("5,4", f"5,{cell}"))
    with refused(f"'{cell}' is not a number from 1 to 5", where=f"{path}, line 3, R2"):
        lcp.load_corpus(f"{path}@1-5", columns={"complexity": "R*+Anna"})


def test_a_rater_without_a_column_is_refused_beside_others():
    with refused("no column called 'R3'"):
        rater_columns(["word", "R1", "R2"], "R1+R3")
    assert rater_columns(["word", "R1", "R2"], "S*") == []
