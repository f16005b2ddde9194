"""Files of the CWI shared task 2018."""

import lcp


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
