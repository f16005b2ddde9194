"""The index of WordNet."""

from lcp.resources.wordnet_database import WordNetIndex

NOUNS = b"  1 A licence\nbank n 2 1 @ 2 1 00000002 00000004\nbanks n 1 0 1 0 00000006  \n"
ADJECTIVES = b"  1 A licence\nbank a 2 0 2 0 00000008 00000009\n"


def test_lemmas_have_the_offsets_of_their_parts_of_speech():
    index = WordNetIndex([ADJECTIVES, NOUNS], {9})
    assert index["bank"] == {"a": [8, 9], "s": [9], "n": [2, 4]}
    assert index["banks"] == {"n": [6]}
    assert list(index) == ["bank", "banks"]
    assert len(index) == 2


def test_other_words_have_no_entry():
    index = WordNetIndex([ADJECTIVES, NOUNS], {9})
    for word in ("", " ", "A", "ban", "bankss", "zebra", "\ud800", "é"):
        assert index[word] == {}
        assert word not in index
