"""Vocabulary profiles with CEFR levels."""

import lcp
from lcp.base.levels import LEVELS


def test_both_profiles_are_one_corpus(data):
    table = lcp.load_corpus("cefr", download=False)
    assert table["level"].value_counts().index.isin(LEVELS).all()
    assert table["id"].is_unique
    assert set(table["readers"]) == {"learner"}


def test_the_word_complexity_lexicon_is_read_completely(data):
    assert len(lcp.load_corpus("word-complexity-lexicon", download=False)) == 15_180
