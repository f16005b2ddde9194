"""The Word-Complexity Lexicon."""

from __future__ import annotations

import pytest

import lcp
from lcp.corpora.parsers.word_ratings import read
from lcp.errors import InputError


def test_ratings_from_1_to_6_are_mapped_linearly(tmp_path):
    path = tmp_path / "lexicon.tsv"
    path.write_text('nan\t1.0\n"quote\t3.5\n\n', encoding="utf-8")
    table = read(path)
    assert table["token"].tolist() == ["nan", '"quote']
    assert table["complexity"].tolist() == [0.0, 0.5]


def test_a_rating_that_is_not_a_number_is_named_with_its_line(tmp_path):
    path = tmp_path / "lexicon.tsv"
    path.write_text("cat\t1\ndog\thard\n", encoding="utf-8")
    with pytest.raises(InputError, match="'hard' is not a number") as caught:
        read(path)
    assert caught.value.where.endswith("line 2")


def test_the_released_lexicon_is_read_completely(data):
    assert len(lcp.load_corpus("word-complexity-lexicon", download=False)) == 15_180
