"""Ratings on other scales than 0 to 1."""

from pathlib import Path

import pytest

from lcp.corpora.corpus import load_corpus
from lcp.corpora.parsers.instances_file import read_instances
from lcp.corpora.ratings import parse_scale
from tests.errors import refused


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rated.csv"
    path.write_text("word,complexity\newe,1\nram,3\nlamb,5\n", encoding="utf-8")
    return path


def test_a_scale_may_follow_a_path(file):

    assert load_corpus(Path(f"{file}@5-1"))["complexity"].tolist() == [1.0, 0.5, 0.0]


def test_a_rating_outside_the_scale_is_named(file):
    with refused("line 4, complexity: The rating '5' is not a number from 1 to 4"):
        read_instances(file, scale=(1, 4))
    with refused("line 3, complexity: The rating '3' is not a number from 0 to 1", hint="FILE@1-5"):
        read_instances(file)


@pytest.mark.parametrize("text", ["", "5", "1-", "a-b", "1-1", "1-5-6"])
def test_an_invalid_scale_raises_an_error(text):
    with refused("scale"):
        parse_scale(text)


def test_the_ends_may_be_negative_or_decimal():
    assert parse_scale("-3-3") == (-3.0, 3.0)
    assert parse_scale("0.5 – 4.5") == (0.5, 4.5)


def test_files_on_different_scales_are_joined(file, tmp_path):
    other = tmp_path / "other@home.csv"
    other.write_text("word,complexity\nsea,0.25\n", encoding="utf-8")
    table = load_corpus([f"{file}@1-5", other])
    assert table["complexity"].tolist() == [0.0, 0.5, 1.0, 0.25]
    assert table["source"].tolist() == ["rated.csv"] * 3 + ["other@home.csv"]
    with refused("'home' is not a scale"):
        load_corpus(f"{file}@home")
