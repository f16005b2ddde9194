"""Words of a text as items for learners with a first language."""

from __future__ import annotations

import pytest

from lcp.first_language.items import dictionary_form, items_of_text, parts_of_speech
from lcp.resources import Store

COLUMNS = {
    "sentence": ["Her children left.", "Her children left."],
    "token": ["children", "left"],
    "start": [4, 13],
    "end": [12, 17],
    "genre": ["", ""],
}


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    return Store(mirror=tmp_path, cache=tmp_path)


def test_a_word_of_a_text_becomes_its_dictionary_form_without_a_sentence(nowhere):
    readers = ["learner:es", "general"]
    items = items_of_text({**COLUMNS, "readers": readers}, nowhere)
    assert items["token"] == items["sentence"] == ["child", "left"]
    assert (items["l1"], items["start"], items["end"]) == (["es", ""], [0, 0], [5, 4])


def test_instances_with_a_first_language_are_items_already(nowhere):
    columns = {**COLUMNS, "readers": ["learner:es"] * 2, "l1": ["es", "es"]}
    assert items_of_text(columns, nowhere) is columns


def test_other_readers_do_not_change_instances(nowhere):
    columns = {**COLUMNS, "readers": ["learner", "general"]}
    assert items_of_text(columns, nowhere) is columns


def test_universal_tags_are_parts_of_speech_of_the_test(nowhere):
    columns = {**COLUMNS, "readers": ["learner:zh"] * 2, "pos": ["NOUN", "PUNCT"]}
    assert items_of_text(columns, nowhere)["pos"] == ["noun", ""]


def test_compounds_keep_their_form():
    assert dictionary_form("Left-leaning", "", None) == "left-leaning"


def test_the_part_of_speech_decides_on_the_dictionary_form(data):
    wordnet = Store().nltk("wordnet")
    assert dictionary_form("Leaves", "verb", wordnet) == "leave"
    assert dictionary_form("leaves", "noun", wordnet) == "leaf"
    assert dictionary_form("becoming", "adjective", wordnet) == "becoming"


def test_the_tagger_gives_the_part_of_speech_in_the_sentence(data, nowhere):
    assert parts_of_speech(COLUMNS, Store()) == ["noun", "verb"]
    assert parts_of_speech(COLUMNS, nowhere) == ["", ""]
    alone = {**COLUMNS, "sentence": COLUMNS["token"]}
    assert parts_of_speech(alone, Store()) == ["", ""]
