"""Answers that a bilingual dictionary gives for a translation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lcp.errors import InputError, ResourceError
from lcp.tasks.vocabulary.bilingual_dictionary import BilingualDictionary
from tests.tasks.measuring import one as measured

PAIRS = (
    "casa\thome; house\nhogar\thome\nnación\tnation\ncaballo\thorse\ntierra\tearth; land; soil\n"
)
CEDICT = "房子 房子 [fang2 zi5] /house/\n"


@pytest.fixture
def family(tmp_path) -> BilingualDictionary:
    (tmp_path / "es.tsv").write_text(PAIRS, encoding="utf-8")
    (tmp_path / "zh.u8").write_text(CEDICT, encoding="utf-8")
    return BilingualDictionary(es=str(tmp_path / "es.tsv"), zh=str(tmp_path / "zh.u8"))


def one(family, word: str, code: str = "es", translation: object = np.nan, fitted=None):
    readers = f"learner:{code}"
    return measured(family, word, fitted, readers=readers, translation=translation)


def test_a_usual_translation_is_listed(family):
    values = one(family, "house", translation="casa, hogar")
    assert (values["coverage"], values["listed"], values["place"]) == (1.0, 0.5, 2.0)
    assert values["answers"] == 2
    assert values["fit"] == 0


def test_an_unusual_translation_is_not_listed(family):
    values = one(family, "building", translation="la casa")
    assert (values["listed"], values["place"]) == (0.0, 20.0)
    assert values["similarity"] < one(family, "house", translation="casa")["similarity"]


def test_words_of_the_same_family_are_related(family):
    values = one(family, "housing", translation="casa")
    assert (values["stem"], values["stem_of_other"], values["stem_if_unlisted"]) == (1, 1, 1)
    assert math.isnan(values["lemma"])
    assert one(family, "houses", translation="casa")["lemma"] == 1


def test_a_listed_lemma_has_no_other_word_of_its_family(family):
    values = one(family, "house", translation="casa")
    assert (values["stem"], values["stem_of_other"]) == (1, 0)
    assert math.isnan(values["lemma"])
    assert math.isnan(values["stem_if_unlisted"])


def test_answers_that_fit_have_first_letter_and_length(family):
    values = one(family, "horse", translation="casa")
    assert (values["first_letter"], values["fit"]) == (2.0, 1.0)
    assert 0 < values["fit_zipf_difference"] <= values["zipf_difference"]


def test_the_share_is_that_of_frequencies(family):
    both = [one(family, word, translation="casa")["share"] for word in ("house", "home")]
    assert sum(both) == pytest.approx(1)
    assert one(family, "nation", translation="nación")["share"] == 1


def test_equivalents_need_no_translation(family):
    values = one(family, "home")
    assert values["equivalents"] == 2
    assert values["equivalent_zipf"] > 5
    assert math.isnan(values["coverage"])
    assert one(family, "nation")["cognate"] > 0.8


def test_a_translation_of_several_words_is_looked_up_by_words(family):
    values = one(family, "house", translation="casa grande verde")
    assert (values["coverage"], values["listed"]) == (0.0, 1.0)


def test_an_unlisted_translation_has_no_answers(family):
    values = one(family, "house", translation="perro")
    assert values["coverage"] == 0
    assert math.isnan(values["listed"])


def test_chinese_has_no_spelling(family):
    values = one(family, "house", "zh", "房子")
    assert values["listed"] == 1
    assert math.isnan(values["cognate"])


@pytest.mark.parametrize("l1", ["de", ""])
def test_a_language_without_a_dictionary_has_no_features(family, l1):
    values = one(family, "house", l1, "Haus")
    assert all(map(math.isnan, values.values()))


def test_a_family_without_a_dictionary_is_an_error():
    with pytest.raises(InputError, match="No dictionary"):
        BilingualDictionary().check()


def test_a_missing_dictionary_is_an_error_before_long_work():
    with pytest.raises(InputError, match="cannot be read"):
        BilingualDictionary(de="/absent/de.txt").check()


def test_a_model_refuses_another_dictionary(family, tmp_path):
    fitted = family.fit(None, None, None)
    assert one(family, "house", translation="casa", fitted=fitted)["listed"] == 1
    (tmp_path / "es.tsv").write_text(PAIRS + "perro\tdog\n", encoding="utf-8")
    with pytest.raises(ResourceError, match=r"es\.tsv"):
        one(family, "house", translation="casa", fitted=fitted)
