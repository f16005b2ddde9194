"""A corpus and its parts in one word."""

from __future__ import annotations

import pytest

from lcp.corpora import load_corpus
from lcp.corpora.address import load_address, split_address
from lcp.errors import InputError
from lcp.splits import write_split


@pytest.fixture
def folder(tmp_path):
    write_split(load_corpus("sample"), tmp_path / "parts")
    return tmp_path / "parts"


def test_parts_of_a_folder_are_named_after_a_colon(folder):
    assert set(load_address(f"{folder}:test")["part"]) == {"test"}
    assert set(load_address(f"{folder}:test+train", task=1)["part"]) == {"test", "train"}


def test_without_parts_it_is_what_load_corpus_takes(folder):
    assert set(load_address(str(folder))["part"]) == {"train", "trial"}
    assert len(load_address("sample")) == len(load_corpus("sample"))


def test_a_path_may_hold_a_colon(tmp_path):
    assert split_address("C:/mine.tsv") == ("C:/mine.tsv", ())
    (tmp_path / "a:train").mkdir()
    assert split_address(f"{tmp_path}/a:train") == (f"{tmp_path}/a:train", ())


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("complex:dev", "no part called 'dev'"),
        ("complex:train+", "no part called ''"),
        ("sample:train", "sample corpus has no parts"),
        ("complx:train", "no corpus, file or folder called 'complx:train'"),
    ],
)
def test_parts_that_there_are_not(address, says):
    with pytest.raises(InputError, match=says):
        load_address(address)


def test_parts_of_complex(data):
    assert len(load_address("complex:trial", task=2)) == 99
