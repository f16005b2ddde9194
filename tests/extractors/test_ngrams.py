"""How usual the spelling and the sound of a word are."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.errors import InputError, ResourceError
from lcp.extractors import families
from lcp.extractors.ngrams import Ngrams
from lcp.lexicon.ngrams import LETTERS
from lcp.resources import Store
from tests.lexicon.conftest import write_counted

COUNTS = {"cat": 6, "cab": 1, "tab": 0, "zoo": 2}
PRONUNCIATIONS = "CAT 1 K AE1 T\nCAT 2 K AH0 T\nCAB 1 K AE1 B\nOAT 1 OW1 T\n"


def frame(*words):
    return pd.DataFrame({"word": words, "lemma": [word.lower() for word in words]})


@pytest.fixture
def file(tmp_path):
    return write_counted(tmp_path / "words.npz", COUNTS)


@pytest.fixture
def store(tmp_path):
    folder = tmp_path / "corpora" / "cmudict"
    folder.parent.mkdir(mode=0o700)
    folder.mkdir(mode=0o700)
    (folder / "cmudict").write_text(PRONUNCIATIONS)
    # NLTK reads no data that others may write.
    (folder / "cmudict").chmod(0o600)
    return Store(paths={"cmudict": tmp_path})


@pytest.fixture
def spelling(file):
    return Ngrams(file=file, register="fable", cmudict=False)


def test_the_family_registers_itself_and_names_its_resource():
    assert families()["ngrams"] is Ngrams
    assert Ngrams().resources() == ("cmudict",)
    assert Ngrams(cmudict=False).resources() == ()


@pytest.mark.parametrize("register", ["fable", ""])
@pytest.mark.parametrize("cmudict", [True, False])
def test_columns_are_the_described_features_in_order(file, store, register, cmudict):
    family = Ngrams(file=file, register=register, cmudict=cmudict).use_store(store)
    table = frame("cat", "xqzzt").set_axis([4, 2], axis=0)
    for rows in (table, table.head(1), table.head(0)):
        values = family.extract(rows)
        assert list(values.columns) == [feature.name for feature in family.features()]
        assert values.index.equals(rows.index)
        assert (values.dtypes == "float64").all()
    assert any(column.startswith("fable") for column in values) is bool(register)
    assert any(column.startswith("phonemes") for column in values) is cmudict


def test_the_first_letter_has_the_probability_of_the_formula(tmp_path):
    file = write_counted(tmp_path / "one.npz", {"a": 3, "b": 1})
    found = Ngrams(file=file, register="", cmudict=False).extract(frame("a")).iloc[0]
    # Symbols: a, b and two ends. By types: p(a) = (1 + 3 u) / 7, then three histories, all
    # "the word's beginning", met twice with two symbols after it: p = (1 + 2 p') / 4.
    uniform = 1 / (LETTERS - 1)
    first = (1 + 3 * uniform) / 7
    last = (2 + 3 * uniform) / 7
    for _ in range(3):
        first = (1 + 2 * first) / 4
        # After "a" only the end was met, once.
        last = (1 + last) / 2
    assert found["type_mean"] == pytest.approx(np.log2([first, last]).mean())
    assert found["type_min"] == pytest.approx(np.log2(min(first, last)))
    # By counts "a" is met three times, and "b" once.
    first = (3 + 3 * uniform) / 11
    for _ in range(3):
        first = (3 + 2 * first) / 6
    last = (4 + 3 * uniform) / 11
    for _ in range(3):
        last = (3 + last) / 4
    assert found["token_mean"] == pytest.approx(np.log2([first, last]).mean())


def test_a_frequent_word_is_more_probable_by_token_than_by_type(spelling):
    found = spelling.extract(frame("cat", "zoo"))
    assert found["token_mean"].iloc[0] > found["type_mean"].iloc[0]
    assert found["token_mean"].iloc[0] > found["token_mean"].iloc[1]


def test_a_register_with_all_the_counts_is_spelled_like_the_whole(spelling):
    found = spelling.extract(frame("cat", "tab", "xqzzt"))
    assert found["fable_mean"].tolist() == found["token_mean"].tolist()
    assert (found["fable_ratio"] == 0).all()


def test_an_unknown_word_has_a_probability_and_strange_letters_a_small_one(spelling):
    found = spelling.extract(frame("cats", "xqzzt", "7%", ""))
    assert np.isfinite(found).all(axis=None)
    assert (found["type_mean"] < 0).all()
    assert found["type_mean"].iloc[0] > found["type_mean"].iloc[1]


def test_case_accents_and_repetition_change_nothing(spelling):
    found = spelling.extract(frame("cat", "CAT", "Cát", "cat"))
    assert (found == found.iloc[0]).all(axis=None)
    again = spelling.extract(frame("zoo", "cat"))
    assert again.iloc[1].tolist() == found.iloc[0].tolist()


def test_the_sound_is_that_of_the_first_pronunciation(file, store):
    found = Ngrams(file=file, register="", cmudict=True).use_store(store).extract(
        frame("Cat", "cab", "oat", "zoo")
    )  # fmt: skip
    heard = found[["phonemes_mean", "phonemes_min"]]
    # Of the lexicon's words only "cat" and "cab" are pronounced. Symbols beside the start:
    # the end and AE, B, K, OW, T. K begins both, of eight symbols with five kinds.
    first = vowel = (2 + 5 / 6) / 13
    last = (1 + 5 / 6) / 13
    end = (2 + 5 / 6) / 13
    for _ in range(3):
        first, vowel = (2 + first) / 3, (2 + vowel) / 3
        last, end = (1 + 2 * last) / 4, (1 + end) / 2
    logs = np.log2([first, vowel, last, end])
    assert heard.iloc[0].tolist() == pytest.approx([logs.mean(), logs.min()])
    assert heard.iloc[0].tolist() == heard.iloc[1].tolist()
    assert heard["phonemes_mean"].iloc[2] < heard["phonemes_mean"].iloc[0]
    assert heard.iloc[3].isna().all()


def test_a_register_that_the_lexicon_lacks_is_refused(file):
    with pytest.raises(InputError, match=r"no register 'biomedical'") as raised:
        Ngrams(file=file, cmudict=False).extract(frame("cat"))
    assert "fable" in str(raised.value)


def test_another_lexicon_than_that_of_the_training_is_refused(spelling, tmp_path):
    spelling.fit(frame("cat")).extract(frame("cat"))
    write_counted(tmp_path / "words.npz", COUNTS | {"cot": 9})
    with pytest.raises(ResourceError, match="not the one"):
        spelling.extract(frame("cat"))


def test_a_lexicon_that_was_built_anew_is_read_anew(spelling, tmp_path):
    before = spelling.extract(frame("cot"))
    write_counted(tmp_path / "words.npz", COUNTS | {"cot": 9})
    assert spelling.extract(frame("cot"))["token_mean"].gt(before["token_mean"]).all()


def test_a_missing_dictionary_is_an_error_and_not_a_gap(file, tmp_path, no_data):
    family = Ngrams(file=file, register="fable").use_store(Store(mirror=tmp_path / "none"))
    with pytest.raises(ResourceError, match="cmudict"):
        family.extract(frame("cat"))


def test_the_shipped_lexicon_tells_terms_from_everyday_words_and_both_from_noise():
    listed = ("lymphocyte", "homeowner", "xqzzt")
    found = Ngrams(cmudict=False).extract(frame(*listed)).set_axis(listed, axis=0)
    assert found["biomedical_ratio"]["lymphocyte"] > 0.5 > found["biomedical_ratio"]["homeowner"]
    assert found["type_mean"]["xqzzt"] < found["type_mean"][:2].min() - 2


def test_words_that_sound_unusual_in_the_real_dictionary(data):
    family = Ngrams(register="").use_store(Store(mirror=data))
    found = family.extract(frame("station", "sphinx", "xqzzt"))["phonemes_mean"]
    assert found.iloc[0] > found.iloc[1] + 1
    assert np.isnan(found.iloc[2])
