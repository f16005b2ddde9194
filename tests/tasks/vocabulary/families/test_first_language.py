"""Families of the first language and the clue."""

import math

import numpy as np
import pandas as pd
import pytest

from lcp.tasks.vocabulary.families.clue import Clue
from lcp.tasks.vocabulary.families.cognates import Cognates
from lcp.tasks.vocabulary.families.first_language import FirstLanguage
from lcp.tasks.vocabulary.families.shared_translations import SharedTranslations
from lcp.tasks.vocabulary.families.translation_meaning import TranslationMeaning
from lcp.tasks.vocabulary.families.word_class import WordClass
from tests.cases import rows
from tests.tasks.measuring import columns_of, learned, one

TABLE = pd.DataFrame(rows("tasks/cases/items"))
COGNATES = Cognates()
FAMILIES = [FirstLanguage(), COGNATES, SharedTranslations(), TranslationMeaning(), Clue()]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_word_alone_has_no_features_of_its_translation(family):
    values = one(family, "house", learned(family, TABLE))
    general = {"es", "de", "zh", "spanish", "german"}
    assert all(math.isnan(value) for name, value in values.items() if name not in general)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_an_empty_table_has_no_rows(family):
    values = columns_of(family, {"token": []}, learned(family, TABLE))
    assert not any(values.values())


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_missing_cells_are_like_missing_columns(family):
    fitted = learned(family, TABLE)
    columns = dict.fromkeys(("readers", "translation", "translation_sentence", "clue"), np.nan)
    expected = one(family, "house", fitted)
    assert one(family, "house", fitted, **columns) == pytest.approx(expected, nan_ok=True)


def test_a_cognate_is_more_similar_than_another_translation():
    table = columns_of(COGNATES, TABLE, learned(COGNATES, TABLE))
    assert table["spelling"][0] > 0.8
    assert table["spelling"][3] < 0.3
    assert table["letters"][0] < table["letters"][3]


def test_an_article_is_not_a_part_of_the_word():
    item = {"readers": "learner:de", "translation": "der Garten"}
    values = one(COGNATES, "garden", learned(COGNATES, TABLE), **item)
    assert values["prefix"] == pytest.approx(3 / 6)


def test_a_false_friend_looks_like_a_word_that_is_no_translation():
    item = {"readers": "learner:de", "translation": "Geschenk"}
    values = one(COGNATES, "gift", learned(COGNATES, TABLE), **item)
    assert values["lookalike"] == 1
    assert values["spelling"] < 0.5


def test_words_that_share_a_translation_are_counted_without_the_word_itself():
    family = SharedTranslations()
    table = columns_of(family, TABLE, learned(family, TABLE))
    assert table["others"] == [0, 0, 0, 1, 1, 0, 0, 0]
    assert table["first_letter"][3] == 1
    assert table["fit"][3] == 0


def test_the_model_of_a_word_is_not_trained_on_its_translation():
    changed = TABLE.assign(
        translation=[
            "perro" if t == "nation" else x
            for t, x in zip(TABLE["token"], TABLE["translation"], strict=True)
        ]
    )
    family = TranslationMeaning()
    first, second = (learned(family, table) for table in (TABLE, changed))
    item = {"readers": "learner:es", "translation": "nación"}
    assert one(family, "nation", first, **item) == pytest.approx(
        one(family, "nation", second, **item), nan_ok=True
    )


@pytest.mark.parametrize(("clue", "given", "missing"), [("h____", 1, 4), ("h_u__", 2, 3)])
def test_letters_of_a_clue_are_counted(clue, given, missing):
    values = one(Clue(), "house", clue=clue)
    assert (values["given"], values["missing"]) == (given, missing)


def test_more_letters_leave_fewer_candidates():
    few, many = (one(Clue(), "house", clue=clue) for clue in ("h_us_", "h____"))
    assert few["candidates"] < many["candidates"]
    assert few["share"] > many["share"]


def test_a_clue_without_the_first_letter_has_only_numbers_of_letters():
    values = one(Clue(), "house", clue="_____")
    assert (values["given"], values["missing"]) == (0, 5)
    assert math.isnan(values["candidates"])


def test_features_are_those_of_the_given_part_of_speech(data):
    columns = {"token": ["plant", "plant", "plant"], "pos": ["noun", "verb", ""]}
    table = columns_of(WordClass(), columns)
    words = [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]
    assert words[0]["noun"] == 1
    assert words[1]["verb"] == 1
    assert words[0]["cefr"] <= words[1]["cefr"] or math.isnan(words[1]["cefr"])
    assert all(map(math.isnan, words[2].values()))
