"""Bilingual dictionaries."""

from __future__ import annotations

import gzip

import pytest

from lcp.errors import InputError
from lcp.tasks.vocabulary.dictionaries import dictionary_key, english_word, load_dictionary

CEDICT = """\
# CC-CEDICT
超市 超市 [chao1 shi4] /supermarket/CL:家[jia1]/
房子 房子 [fang2 zi5] /house; (coll.) building/CL:棟|栋[dong4]/to live at home/
"""
DING = """\
# Ding
Haus {n} [arch.] | Häuser {pl} :: house | houses
ansehen {vt}; sich etw. ansehen :: to view; to look at sth. | looking
"""
PAIRS = "casa\thouse; home\nhogar\tHome\n"


def written(folder, text: str, name: str = "dictionary.txt") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_cedict_gives_meanings_of_simplified_words(tmp_path):
    words = load_dictionary(written(tmp_path, CEDICT), "zh").translations
    assert words == {"超市": ("supermarket",), "房子": ("house", "building")}


def test_ding_gives_words_of_the_same_form(tmp_path):
    words = load_dictionary(written(tmp_path, DING), "de").translations
    assert words == {"haus": ("house",), "häuser": ("houses",), "ansehen": ("view",)}


def test_pairs_are_divided_by_a_tab(tmp_path):
    dictionary = load_dictionary(written(tmp_path, PAIRS), "es")
    assert dictionary.translations == {"casa": ("house", "home"), "hogar": ("home",)}
    assert dictionary.equivalents == {"house": ("casa",), "home": ("casa", "hogar")}


def test_a_compressed_dictionary_is_the_same(tmp_path):
    path = tmp_path / "pairs.gz"
    path.write_bytes(gzip.compress(PAIRS.encode()))
    plain = load_dictionary(written(tmp_path, PAIRS), "es")
    assert load_dictionary(path, "es") == plain


def test_a_changed_file_is_read_again(tmp_path):
    path = written(tmp_path, PAIRS)
    load_dictionary(path, "es")
    written(tmp_path, "perro\tdog\n" + " " * 100)
    assert "perro" in load_dictionary(path, "es").translations


@pytest.mark.parametrize("content", [b"", b"words without translations\n", b"\xff\xfe\x00"])
def test_a_file_that_is_no_dictionary_is_an_error(tmp_path, content):
    path = tmp_path / "dictionary.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match="dictionary"):
        load_dictionary(path, "es")


@pytest.mark.parametrize("name", ["absent.txt", "plain.gz", "cut.gz", "changed.gz"])
def test_an_unreadable_file_is_an_error(tmp_path, name):
    compressed = gzip.compress(PAIRS.encode())
    (tmp_path / "plain.gz").write_bytes(PAIRS.encode())
    (tmp_path / "cut.gz").write_bytes(compressed[:-12])
    (tmp_path / "changed.gz").write_bytes(compressed[:10] + b"\xff" * 20 + compressed[30:])
    with pytest.raises(InputError, match="cannot be read"):
        load_dictionary(tmp_path / name, "es")


@pytest.mark.parametrize(
    ("text", "word"),
    [("to run", "run"), ("a/an house", ""), ("sth. new", "new"), ("(fig.) to be cold", "cold")],
)
def test_an_english_word_has_no_article(text, word):
    assert english_word(text) == word


def test_a_key_has_only_content_words():
    assert dictionary_key("das Haus {n}", "de") == "haus"
