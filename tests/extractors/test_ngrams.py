"""Probability of the spelling and the pronunciation of a word."""

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
    # NLTK does not read files that other users can write.
    (folder / "cmudict").chmod(0o600)
    return Store(paths={"cmudict": tmp_path})


@pytest.fixture
def spelling(file):
    return Ngrams(file=file, register="fable", cmudict=False)


def test_the_family_is_registered_with_its_resource():
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


def test_letter_probabilities_follow_witten_and_bell(tmp_path):
    file = write_counted(tmp_path / "one.npz", {"a": 3, "b": 1})
    values = Ngrams(file=file, register="", cmudict=False).extract(frame("a")).iloc[0]
    # Symbols: a, b and two ends. By types: p(a) = (1 + 3 u) / 7, then three histories, all
    # "beginning of the word", seen twice and followed by two symbols: p = (1 + 2 p') / 4.
    uniform = 1 / (LETTERS - 1)
    first = (1 + 3 * uniform) / 7
    last = (2 + 3 * uniform) / 7
    for _ in range(3):
        first = (1 + 2 * first) / 4
        # After "a", only the end was seen, once.
        last = (1 + last) / 2
    assert values["type_mean"] == pytest.approx(np.log2([first, last]).mean())
    assert values["type_min"] == pytest.approx(np.log2(min(first, last)))
    # By counts, "a" is seen three times, and "b" once.
    first = (3 + 3 * uniform) / 11
    for _ in range(3):
        first = (3 + 2 * first) / 6
    last = (4 + 3 * uniform) / 11
    for _ in range(3):
        last = (3 + last) / 4
    assert values["token_mean"] == pytest.approx(np.log2([first, last]).mean())


def test_a_frequent_word_is_more_probable_by_token_than_by_type(spelling):
    values = spelling.extract(frame("cat", "zoo"))
    assert values["token_mean"].iloc[0] > values["type_mean"].iloc[0]
    assert values["token_mean"].iloc[0] > values["token_mean"].iloc[1]


def test_a_register_with_all_counts_has_the_probabilities_of_all_counts(spelling):
    values = spelling.extract(frame("cat", "tab", "xqzzt"))
    assert values["fable_mean"].tolist() == values["token_mean"].tolist()
    assert (values["fable_ratio"] == 0).all()


def test_unusual_letters_are_less_probable(spelling):
    values = spelling.extract(frame("cats", "xqzzt", "7%", ""))
    assert np.isfinite(values).all(axis=None)
    assert (values["type_mean"] < 0).all()
    assert values["type_mean"].iloc[0] > values["type_mean"].iloc[1]


def test_case_accents_and_repetition_do_not_matter(spelling):
    values = spelling.extract(frame("cat", "CAT", "Cát", "cat"))
    assert (values == values.iloc[0]).all(axis=None)
    again = spelling.extract(frame("zoo", "cat"))
    assert again.iloc[1].tolist() == values.iloc[0].tolist()


def test_phonemes_are_those_of_the_first_pronunciation(file, store):
    values = Ngrams(file=file, register="", cmudict=True).use_store(store).extract(
        frame("Cat", "cab", "oat", "zoo")
    )  # fmt: skip
    phonemes = values[["phonemes_mean", "phonemes_min"]]
    # Of the lexicon's words, only "cat" and "cab" have a pronunciation. Symbols besides the start:
    # the end and AE, B, K, OW, T. K begins both, of eight symbols with five kinds.
    first = vowel = (2 + 5 / 6) / 13
    last = (1 + 5 / 6) / 13
    end = (2 + 5 / 6) / 13
    for _ in range(3):
        first, vowel = (2 + first) / 3, (2 + vowel) / 3
        last, end = (1 + 2 * last) / 4, (1 + end) / 2
    logs = np.log2([first, vowel, last, end])
    assert phonemes.iloc[0].tolist() == pytest.approx([logs.mean(), logs.min()])
    assert phonemes.iloc[0].tolist() == phonemes.iloc[1].tolist()
    assert phonemes["phonemes_mean"].iloc[2] < phonemes["phonemes_mean"].iloc[0]
    assert phonemes.iloc[3].isna().all()


def test_an_unknown_register_raises_an_error(file):
    with pytest.raises(InputError, match=r"no register 'biomedical'") as raised:
        Ngrams(file=file, cmudict=False).extract(frame("cat"))
    assert "fable" in str(raised.value)


def test_another_lexicon_than_in_training_raises_an_error(spelling, tmp_path):
    spelling.fit(frame("cat")).extract(frame("cat"))
    write_counted(tmp_path / "words.npz", COUNTS | {"cot": 9})
    with pytest.raises(ResourceError, match="not the one"):
        spelling.extract(frame("cat"))


def test_a_rebuilt_lexicon_is_read_again(spelling, tmp_path):
    before = spelling.extract(frame("cot"))
    write_counted(tmp_path / "words.npz", COUNTS | {"cot": 9})
    assert spelling.extract(frame("cot"))["token_mean"].gt(before["token_mean"]).all()


def test_a_missing_dictionary_raises_an_error(file, tmp_path, no_data):
    family = Ngrams(file=file, register="fable").use_store(Store(mirror=tmp_path / "none"))
    with pytest.raises(ResourceError, match="cmudict"):
        family.extract(frame("cat"))


def test_the_shipped_lexicon_distinguishes_terms_everyday_words_and_noise():
    listed = ("lymphocyte", "homeowner", "xqzzt")
    values = Ngrams(cmudict=False).extract(frame(*listed)).set_axis(listed, axis=0)
    assert values["biomedical_ratio"]["lymphocyte"] > 0.5 > values["biomedical_ratio"]["homeowner"]
    assert values["type_mean"]["xqzzt"] < values["type_mean"][:2].min() - 2


def test_unusual_pronunciations_are_less_probable_in_the_real_dictionary(data):
    family = Ngrams(register="").use_store(Store(mirror=data))
    values = family.extract(frame("station", "sphinx", "xqzzt"))["phonemes_mean"]
    assert values.iloc[0] > values.iloc[1] + 1
    assert np.isnan(values.iloc[2])
