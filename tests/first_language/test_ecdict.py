"""Reading ECDICT."""

from __future__ import annotations

import gzip

import pytest

from lcp.errors import InputError
from lcp.first_language.ecdict import load_ecdict, meaning

HEADER = (
    "word,phonetic,definition,translation,pos,collins,oxford,tag,bnc,frq,exchange,detail,audio\n"
)
ROWS = (
    'house,,,"n. 房子, 住宅；家\\nvt. 收容（动物）\\n[计] 机架",,5,1,zk gk,183,215,s:houses,,\n'
    "becoming,,,a. 合适的,,,,gre,0,21000,0:become/1:i,,\n"
    "become,,,vi. 变成; 成为,,5,1,zk gk,120,130,,,\n"
    "Qxville,,,[网络] 城市,,,,,0,0,,,\n"
    "house on fire,,,房子着火,,,,,0,90,,,\n"
)


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "ecdict.csv"
    file.write_text(HEADER + ROWS, encoding="utf-8")
    return file


def test_an_entry_has_examinations_ranks_and_meanings(path):
    entry = load_ecdict(path).entries["house"]
    assert entry.examinations == ("zk", "gk")
    assert (entry.stage, entry.stars, entry.oxford, entry.ranks) == (1, 5, True, (183, 215))
    assert entry.meanings == ("房子", "住宅", "家", "收容", "机架")


def test_an_inflected_form_names_its_lemma(path):
    entries = load_ecdict(path).entries
    assert (entries["becoming"].lemma, entries["become"].lemma) == ("become", "")


def test_examinations_abroad_come_after_those_of_schools(path):
    assert load_ecdict(path).entries["becoming"].stage == 6


def test_words_without_a_rank_and_expressions_are_left_out(path):
    assert set(load_ecdict(path).entries) == {"house", "becoming", "become"}


def test_words_are_found_by_their_meaning(path):
    assert load_ecdict(path).words["合适"] == ("becoming",)


def test_a_compressed_table_is_the_same(path, tmp_path):
    packed = tmp_path / "ecdict.csv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert load_ecdict(packed) == load_ecdict(path)


def test_a_meaning_that_is_only_a_particle_stays():
    assert meaning("的") == "的"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word,translation\nhouse,房子\n", "'collins' is missing"),
        ("", "'word' is missing"),
        (HEADER + "house,,\n", "line 2 has 3 cells"),
        (HEADER + "house,,,家,,five,,,1,1,,,\n", "invalid literal"),
    ],
)
def test_another_table_is_an_error(text, message, tmp_path):
    file = tmp_path / "other.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        load_ecdict(file)
    assert str(file) in str(caught.value)


def test_bytes_that_are_not_utf8_are_an_error(tmp_path):
    file = tmp_path / "ecdict.csv"
    file.write_bytes(HEADER.encode() + "房子".encode("gbk"))
    with pytest.raises(InputError, match="cannot be read"):
        load_ecdict(file)


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r"ecdict\.csv"):
        load_ecdict(tmp_path / "ecdict.csv")
