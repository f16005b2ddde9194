"""Words of a text as items for learners with a first language."""

import numpy as np
import pytest

from lcp.resources import Store
from lcp.targets import Targets
from lcp.tasks.vocabulary.items import dictionary_form, prepared

SENTENCE = "Her children left."


def targets(*readers: str, **columns) -> Targets:
    rows = {"sentence": [SENTENCE] * 2, "token": ["children", "left"], "readers": readers}
    return Targets.table({**rows, **columns})


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    return Store(mirror=tmp_path, cache=tmp_path)


def test_a_word_of_a_text_becomes_its_dictionary_form_without_a_sentence(nowhere):
    items = prepared(targets("learner:es", "general"), nowhere)
    assert items.target == ("child", "left")
    assert items.alone.all()
    assert items.readers == ("learner:es", "general")


def test_rows_with_a_translation_are_items_already(nowhere):
    both = targets("learner:es", "learner:es", translation=["niños", "izquierdo"])
    assert prepared(both, nowhere) is both
    second = targets("learner:es", "learner:es", translation=["", "izquierdo"])
    assert prepared(second, nowhere).target == ("child", "left")
    first = targets("learner:es", "learner:es", translation=["niños", np.nan])
    assert prepared(first, nowhere).target == ("children", "leave")


def test_other_readers_do_not_change_instances(nowhere):
    others = targets("learner", "general")
    assert prepared(others, nowhere) is others


def test_universal_tags_are_parts_of_speech_of_the_test(nowhere):
    items = prepared(targets("learner:zh", "learner:zh", pos=["NOUN", "PUNCT"]), nowhere)
    assert items["pos"] == ["noun", ""]


def test_compounds_keep_their_form():
    assert dictionary_form("Left-leaning", "", None) == "left-leaning"


def test_the_part_of_speech_decides_on_the_dictionary_form(data):
    wordnet = Store().nltk("wordnet")
    assert dictionary_form("Leaves", "verb", wordnet) == "leave"
    assert dictionary_form("leaves", "noun", wordnet) == "leaf"
    assert dictionary_form("becoming", "adjective", wordnet) == "becoming"


def test_the_sentence_gives_the_part_of_speech(nowhere):
    assert prepared(targets("learner:es", "learner:es"), nowhere)["pos"] == ["noun", "verb"]
    alone = Targets.words(["children", "left"], "learner:es")
    assert prepared(alone, nowhere)["pos"] == ["", ""]
