"""Vocabulary profiles with CEFR levels."""

import lcp
from lcp.corpora.parsers.cefr import read
from lcp.levels import LEVELS


def test_levels_are_mapped_to_equal_steps_and_kept_with_the_part_of_speech(tmp_path):
    path = tmp_path / "profile.csv"
    path.write_text("headword,pos,CEFR\nnull/nil,noun,A1\ncloak,verb,C2\n", "utf-8")
    table = read(path)
    assert table["token"].tolist() == ["null", "cloak"]
    assert table["complexity"].tolist() == [0.0, 1.0]
    assert table[["pos", "level"]].to_numpy().tolist() == [["noun", "A1"], ["verb", "C2"]]


def test_both_profiles_are_one_corpus(data):
    table = lcp.load_corpus("cefr", download=False)
    assert table["level"].value_counts().index.isin(LEVELS).all()
    assert table["id"].is_unique
    assert set(table["readers"]) == {"learner"}
