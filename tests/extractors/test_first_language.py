"""Families of the first language and the clue."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from lcp.errors import InputError
from lcp.extractors.clue import Clue
from lcp.extractors.cognates import Cognates
from lcp.extractors.first_language import FirstLanguage
from lcp.extractors.international import International
from lcp.extractors.shared_translations import SharedTranslations
from lcp.extractors.translation_meaning import TranslationMeaning

ROWS = [
    ("nation", "es", "nación", "Es una nación grande."),
    ("action", "es", "acción", "La acción fue rápida."),
    ("station", "es", "estación", "La estación está cerca."),
    ("house", "es", "casa", "Vivo en una casa."),
    ("home", "es", "casa, hogar", "Voy a casa."),
    ("house", "de", "Haus", "Das Haus ist alt."),
    ("garden", "de", "der Garten", "Der Garten ist groß."),
    ("house", "cn", "房子", "这是我的房子。"),
]
TABLE = pd.DataFrame(ROWS, columns=["token", "l1", "translation", "l1_sentence"])
FAMILIES = [
    FirstLanguage(),
    Cognates(cmudict=False),
    SharedTranslations(),
    TranslationMeaning(),
    Clue(),
]


def one(family, word: str, **columns) -> dict[str, float]:
    values = family.measure({"token": [word]} | {name: [value] for name, value in columns.items()})
    return dict(zip(family.column_names(), values[0].tolist(), strict=True))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_word_alone_has_no_features_of_its_translation(family):
    values = one(family.fit(TABLE), "house")
    general = {"es", "de", "zh", "spanish", "german"}
    assert all(math.isnan(value) for name, value in values.items() if name not in general)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_an_empty_table_has_no_rows(family):
    values = family.fit(TABLE).measure({"token": []})
    assert values.shape == (0, len(family.column_names()))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_missing_cells_are_like_missing_columns(family):
    family.fit(TABLE)
    columns = dict.fromkeys(("l1", "translation", "l1_sentence", "clue"), np.nan)
    assert one(family, "house", **columns) == pytest.approx(one(family, "house"), nan_ok=True)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_restored_family_has_the_same_features(family):
    family.fit(TABLE)
    copy = type(family)(**family.get_params()).restore(family.learned())
    np.testing.assert_array_equal(family.extract(TABLE), copy.extract(TABLE))


def test_an_unsupported_language_is_an_error():
    with pytest.raises(InputError, match="first language 'fr'"):
        one(FirstLanguage(), "house", l1="fr")


def test_a_cognate_is_more_similar_than_another_translation():
    table = Cognates(cmudict=False).fit(TABLE).extract(TABLE)
    assert table["spelling"][0] > 0.8
    assert table["spelling"][3] < 0.3
    assert table["letters"][0] < table["letters"][3]
    assert table["accents"][0] < table["spelling"][0]


def test_an_article_is_not_a_part_of_the_word():
    assert one(Cognates(cmudict=False).fit(TABLE), *ROWS[6][:1], l1="de", translation="der Garten")[
        "prefix"
    ] == pytest.approx(3 / 6)


def test_a_false_friend_looks_like_a_word_that_is_no_translation():
    values = one(Cognates(cmudict=False).fit(TABLE), "gift", l1="de", translation="Geschenk")
    assert values["lookalike"] == 1
    assert values["false_friend"] > 0.5


def test_words_that_share_a_translation_are_counted_without_the_word_itself():
    table = SharedTranslations().fit(TABLE).extract(TABLE)
    assert table["others"].tolist() == [0, 0, 0, 1, 1, 0, 0, 0]
    assert table["first_letter"][3] == 1
    assert table["fit"][3] == 0


def test_the_model_of_a_word_is_not_trained_on_its_translation():
    changed = TABLE.assign(
        translation=[
            "perro" if t == "nation" else x
            for t, x in zip(TABLE["token"], TABLE["translation"], strict=True)
        ]
    )
    first, second = (TranslationMeaning().fit(table) for table in (TABLE, changed))
    item = {"word": "nation", "l1": "es", "translation": "nación", "l1_sentence": "Una nación."}
    assert one(first, **item) == one(second, **item)


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


def test_loanwords_are_frequent_in_other_scripts():
    family = International()
    values = family.measure({"word": ["online", "whereas"], "lemma": ["online", "whereas"]})
    place = family.column_names().index("other_scripts")
    assert values[0, place] > values[1, place] + 1
