"""Examinations and Chinese meanings of words."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lcp.errors import InputError, ResourceError
from lcp.tasks.vocabulary.ecdict import Ecdict, load_ecdict, meaning
from tests.tasks.measuring import one as measured

ROWS = (
    "word,translation,collins,oxford,tag,bnc,frq,exchange\n"
    'house,"n. 房子, 住宅\\nvt. 收容",5,1,zk gk,100,0,s:houses\n'
    "residence,n. 住宅,3,,cet4 ky,3000,4000,\n"
    "study,v. 学习,5,1,zk,10,10,\n"
    "studied,a. 慎重的,,,,,20000,0:study/d:study\n"
)


@pytest.fixture
def family(tmp_path) -> Ecdict:
    path = tmp_path / "ecdict.csv"
    path.write_text(ROWS, encoding="utf-8")
    return Ecdict(file=str(path))


def one(family, word: str, code: str = "zh", translation: object = np.nan, fitted=None):
    readers = f"learner:{code}"
    return measured(family, word, fitted, readers=readers, translation=translation)


def test_examinations_and_ranks_of_a_word(family):
    values = one(family, "House")
    assert (values["zk"], values["gk"], values["cet4"]) == (1, 1, 0)
    assert (values["stage"], values["stars"], values["oxford"]) == (1, 5, 1)
    assert (values["bnc_rank"], values["current_rank"], values["meanings"]) == (2, 5, 3)


def test_an_inflected_form_has_the_examination_of_its_lemma(family):
    values = one(family, "studied")
    assert (values["stage"], values["lemma_stage"]) == (7, 1)


def test_the_place_of_a_translation_among_the_meanings(family):
    first = one(family, "house", translation="房子（住的）")
    last = one(family, "house", translation="收容，保护")
    assert (first["translation_listed"], first["translation_place"]) == (1, 1)
    assert (last["translation_listed"], last["translation_place"]) == (0.5, 3)
    assert first["translation_first"] == pytest.approx(1 / 3)


def test_similar_characters_count_if_the_meaning_is_not_listed(family):
    values = one(family, "house", translation="住房")
    assert (values["translation_listed"], values["translation_place"]) == (0, 30)
    assert values["translation_similarity"] == pytest.approx(1 / 3)
    assert values["translation_similar_place"] == 1


def test_a_usual_sense_is_that_of_the_lemma(family):
    usual, rare = (one(family, "studied", translation=text) for text in ("学习的", "慎重的"))
    assert (usual["translation_lemma"], rare["translation_lemma"]) == (1, 0)
    assert math.isnan(one(family, "house", translation="房子")["translation_lemma"])


def test_other_answers_and_those_that_are_taught_earlier(family):
    late, early = (one(family, word, translation="住宅") for word in ("residence", "house"))
    assert (late["translation_answers"], late["translation_easier"]) == (1, 1)
    assert (early["translation_answers"], early["translation_easier"]) == (1, 0)


@pytest.mark.parametrize(("l1", "translation"), [("es", "casa"), ("", "房子"), ("zh", np.nan)])
def test_other_languages_have_no_features_of_the_translation(l1, translation, family):
    values = one(family, "house", l1, translation)
    absent = {name for name, value in values.items() if math.isnan(value)}
    assert absent == {name for name in values if name.startswith("translation_")}


def test_unlisted_words_have_no_features(family):
    assert all(map(math.isnan, one(family, "xqzzt", translation="房子").values()))


def test_a_model_refuses_another_file(family, tmp_path):
    fitted = family.fit(None, None, None)
    one(family, "house", fitted=fitted)
    (tmp_path / "ecdict.csv").write_text(ROWS.replace("住宅", "家宅"), encoding="utf-8")
    with pytest.raises(ResourceError, match="not the one that the model was trained with"):
        one(family, "house", fitted=fitted)


def test_the_file_is_required():
    with pytest.raises(InputError, match="No dictionary is given"):
        Ecdict().check()


HEADER = (
    "word,phonetic,definition,translation,pos,collins,oxford,tag,bnc,frq,exchange,detail,audio\n"
)
FILE = (
    'house,,,"n. 房子, 住宅；家\\nvt. 收容（动物）\\n[计] 机架",,5,1,zk gk,183,215,s:houses,,\n'
    "becoming,,,a. 合适的,,,,gre,0,21000,0:become/1:i,,\n"
    "become,,,vi. 变成; 成为,,5,1,zk gk,120,130,,,\n"
    "Qxville,,,[网络] 城市,,,,,0,0,,,\n"
    "house on fire,,,房子着火,,,,,0,90,,,\n"
)


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "ecdict.csv"
    file.write_text(HEADER + FILE, encoding="utf-8")
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
