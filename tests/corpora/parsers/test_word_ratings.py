"""The Word-Complexity Lexicon."""

import lcp
from lcp.corpora.parsers.word_ratings import read


def test_ratings_from_1_to_6_are_mapped_linearly(tmp_path):
    path = tmp_path / "lexicon.tsv"
    path.write_text('nan\t1.0\n"quote\t3.5\n\n', encoding="utf-8")
    table = read(path)
    assert table["token"].tolist() == ["nan", '"quote']
    assert table["complexity"].tolist() == [0.0, 0.5]


def test_the_released_lexicon_is_read_completely(data):
    assert len(lcp.load_corpus("word-complexity-lexicon", download=False)) == 15_180
