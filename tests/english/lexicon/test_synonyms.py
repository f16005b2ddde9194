"""The table of related words that ships."""

import pytest

from lcp.english.lexicon import synonyms
from lcp.english.lexicon.synonyms import ties
from lcp.errors import ResourceError
from lcp.features.families import acquisition


def test_pairs_are_listed_both_ways():
    begin, start = ties("begin")["start"], ties("start")["begin"]
    assert begin == start


def test_similar_words_are_more_similar_than_others():
    related = ties("adversary")
    assert related["opponent"].similarity > related["devil"].similarity
    assert all(0 <= each.similarity <= 1 and 0 <= each.shared <= 1 for each in related.values())


def test_an_unknown_word_has_no_related_words():
    assert ties("zxqvy") == {}
    assert ties("") == {}


@pytest.mark.parametrize(("module", "read"), [(synonyms, "_table"), (acquisition, "_stored")])
def test_a_damaged_file_is_reported(module, read, tmp_path, monkeypatch):
    path = tmp_path / "damaged.npz"
    path.write_bytes(b"PK")
    monkeypatch.setattr(module, "FILE", path)
    with pytest.raises(ResourceError, match="damaged"):
        getattr(module, read).__wrapped__()
