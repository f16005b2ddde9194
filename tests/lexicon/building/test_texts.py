"""Reading, encoding and counting of texts."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

from lcp.errors import InputError
from lcp.lexicon.building.counting import count_pairs, count_words, word_counts
from lcp.lexicon.building.texts import EncodedText, Text, lines, read_texts, text_of

OSIS = """<osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText>
<header><p>Converted from USFM.</p></header><div><title>Ruth</title>
<p><verse sID="1"/>A famine came<note>Or: hunger.</note> on the land.<verse eID="1"/></p>
<lg><l>Sing to the <divineName>Lord</divineName>,</l><l>all the earth.</l></lg></div>
</osisText></osis>"""
ZEFANIA = """<XMLBIBLE><INFORMATION><title>Young</title></INFORMATION><BIBLEBOOK><CHAPTER>
<VERS vnumber="1">David fathered Solomon, of her <STYLE>who had been</STYLE> Uriah's,
<NOTE>a note</NOTE></VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>"""


def encoded(tmp_path, text):
    path = tmp_path / "text.txt"
    path.write_text(text, encoding="utf-8")
    return read_texts([Text("general", path)])


def test_only_the_verses_of_an_osis_bible_are_read(tmp_path):
    path = tmp_path / "bible.xml"
    path.write_text(OSIS, encoding="utf-8")
    assert list(lines(path)) == [
        "A famine came on the land.",
        "Sing to the Lord,",
        "all the earth.",
    ]


def test_only_the_verses_of_a_zefania_bible_are_read(tmp_path):
    path = tmp_path / "bible.xml"
    path.write_text(ZEFANIA, encoding="utf-8")
    assert list(lines(path)) == ["David fathered Solomon, of her who had been Uriah's,"]


def test_the_identifier_of_an_article_is_skipped(tmp_path):
    path = tmp_path / "articles.txt.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write("0123456789" * 4 + "\nThe first article.\n\n")
    assert list(lines(path)) == ["The first article."]


def test_words_and_numbers_are_counted_ignoring_case(tmp_path):
    assert word_counts(encoded(tmp_path, "The sea. the SEA, 12 the\n")) == {
        "the": 3,
        "sea": 2,
        "12": 1,
    }


def test_capitals_at_the_beginning_of_a_sentence_are_ignored(tmp_path):
    text = "Lamb and Lamb. Lamb! A lamb, Lamb\nLamb"
    counts = count_words(encoded(tmp_path, text), ["lamb", "absent"])
    assert counts.total.tolist() == [6, 0]
    assert counts.capitals[0] == pytest.approx(2 / 3)
    assert np.isnan(counts.capitals[1])


def test_pairs_do_not_cross_punctuation_line_ends_and_left_out_words(tmp_path):
    text = "blue sea blue sea, blue. Sea the blue sea\nblue sea blue sea"
    pairs, counts, registers = count_pairs(encoded(tmp_path, text), ["blue", "sea", "the"], [2])
    assert pairs.tolist() == [[0, 1], [1, 0]]
    assert counts.tolist() == [[5], [2]]
    assert registers == ["general"]


def test_pairs_are_counted_by_register_the_largest_first(tmp_path):
    texts = {"news": "a b, b c", "fable": "a b a b b a c"}
    for register, text in texts.items():
        (tmp_path / f"{register}.txt").write_text(text, encoding="utf-8")
    read = read_texts([Text(register, tmp_path / f"{register}.txt") for register in texts])
    pairs, counts, registers = count_pairs(read, ["a", "b", "c"], [])
    assert registers == ["fable", "news"]
    assert dict(zip(map(tuple, pairs.tolist()), counts.tolist(), strict=True)) == {
        (0, 1): [2, 1],
        (0, 2): [1, 0],
        (1, 0): [2, 0],
        (1, 1): [1, 0],
        (1, 2): [0, 1],
    }


def test_word_counts_form_a_register_but_not_running_text(tmp_path):
    path = tmp_path / "counts.json"
    path.write_text(json.dumps({"The": 5, "the": 2, "sea": 1}), encoding="utf-8")
    read = read_texts([Text("parliamentary", path)])
    counts = count_words(read, ["sea", "the"])
    assert counts.registers["parliamentary"][0].tolist() == [1, 7]
    assert counts.total.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", b"\xff\xfe\x00"),
        ("a.txt.gz", gzip.compress(b"The sea.\n" * 999, mtime=0)[:-20]),
        ("a.gz", b"not gzip"),
        ("a.xml", b"<osis><p>"),
        ("a.json", b"[1, 2"),
        ("a.json", b"[1, 2]"),
        ("a.json", b'{"the": "many"}'),
    ],
)
def test_the_error_for_an_unreadable_file_gives_its_path(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match="cannot be read") as caught:
        EncodedText().add(Text("general", path))
    assert caught.value.where == str(path)


def test_a_register_may_precede_the_path(tmp_path):
    path = tmp_path / "a=b.txt"
    path.write_text("The sea.", encoding="utf-8")
    assert text_of(f"news={path}") == Text("news", path)
    assert text_of(str(path)) == Text("general", path)
    with pytest.raises(InputError, match="does not exist"):
        text_of("news=absent.txt")
    with pytest.raises(InputError, match="not a valid name of a register"):
        text_of(f"News Paper={path}")
