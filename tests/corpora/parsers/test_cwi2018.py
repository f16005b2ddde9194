"""Files of the CWI shared task 2018."""

import lcp
from lcp.corpora.parsers.cwi2018 import read

LINE = "X1\tThe “cats” don’t sit.\t11\t16\tdon't\t10\t10\t3\t1\t1\t0.2\n"


def test_the_target_is_the_marked_text_and_counts_are_kept(tmp_path):
    path = tmp_path / "News_Train.tsv"
    path.write_text(LINE, encoding="utf-8")
    row = read(path).iloc[0]
    assert (row["token"], row["genre"], row["complexity"]) == ("don’t", "News", 0.2)
    assert (row["native"], row["non_native"]) == (10, 10)
    assert (row["native_marked"], row["non_native_marked"]) == (3, 1)


def test_the_released_files_are_read_completely(data):
    table = lcp.load_corpus("cwi2018", download=False)
    assert len(table) == 30_627
    assert table.groupby("genre").size().to_dict() == {
        "News": 15_766,
        "WikiNews": 8_616,
        "Wikipedia": 6_245,
    }
    marked = table["native_marked"] + table["non_native_marked"]
    assert (table["complexity"] - marked / 20).abs().max() < 1e-9
    assert table["id"].is_unique
