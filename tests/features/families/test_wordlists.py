"""Word lists for learners of English."""

import math

import pandas as pd
import pytest

from lcp.english.lemmas import lemma
from lcp.features.families.wordlists import WordLists
from lcp.resources import Store
from tests.features.families.measuring import measured

FILES = {
    "cefrj": "headword,pos,CEFR\nmouse,noun,A1\nbank,noun,A2\nbank,verb,B2\ninterest,noun,A2\n",
    "octanove": "headword,pos,CEFR,notes\nexterior,noun,C1,\nbank,noun,C2,\ninterested,adj,C1,\n",
    "ngsl": "the,1,,\nbank,100,banks,banking\n",
    "awl": "analyse\n\tanalysed\n\tanalyst\n",
}


def frame(*words: str) -> pd.DataFrame:
    return pd.DataFrame({"word": words, "lemma": [lemma(word) for word in words]})


@pytest.fixture
def family(tmp_path) -> WordLists:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return measured(WordLists(), Store(paths={name: tmp_path / name for name in FILES}))


def test_the_level_is_the_lowest_of_both_lists(family):
    assert family.extract(frame("bank", "exterior"))["cefr"].tolist() == [2, 5]


def test_a_form_takes_precedence_over_a_lemma_in_the_other_list(family):
    values = family.extract(
        pd.DataFrame({"word": ["Interested", "interests"], "lemma": ["interest", "interest"]})
    )
    assert values["cefr"].tolist() == [5, 2]


def test_a_word_is_found_by_its_lemma(family):
    values = family.extract(frame("Mice", "Banks", "analyses"))
    assert values["cefr"].iloc[0] == 1
    assert values["ngsl_rank"].iloc[1] == 2
    assert values["ngsl"].tolist() == [0, 1, 0]


def test_members_of_an_academic_word_family_are_academic(family):
    assert family.extract(frame("analyst", "Analysed", "bank"))["awl"].tolist() == [1, 1, 0]


def test_an_unlisted_word_has_no_level_or_rank_and_memberships_of_zero(family):
    values = family.extract(frame("xqzzt")).iloc[0]
    assert math.isnan(values["cefr"])
    assert math.isnan(values["ngsl_rank"])
    assert (values["ngsl"], values["awl"]) == (0, 0)
