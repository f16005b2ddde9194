"""Families that use the lexicon."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from lcp.english.lexicon.word_table import load_lexicon
from lcp.errors import ResourceError
from lcp.features.family import families
from tests.features.families.measuring import measured

#: Families and options that need only the lexicon.
OWN = {"lexicon": {}, "association": {"wordnet": False, "concreteness": False}}
SENTENCE = "The river crossed the deep blue sea near London."


def words(*listed):
    return pd.DataFrame({"word": listed, "lemma": [word.lower() for word in listed]}, index=[
        f"w{number}" for number in range(len(listed))
    ])  # fmt: skip


def instances(*tokens, sentence=SENTENCE):
    starts = [sentence.index(token) for token in tokens]
    return pd.DataFrame(
        {
            "genre": "fable",
            "sentence": sentence,
            "token": list(tokens),
            "start": starts,
            "end": [start + len(token) for start, token in zip(starts, tokens, strict=True)],
        },
        index=[f"i{number}" for number in range(len(tokens))],
    )


def test_known_marks_the_words_of_the_lexicon(small_lexicon):
    values = measured(families()["lexicon"]()).extract(words("River", "river", "xqzzt"))
    assert values["known"].tolist() == [1.0, 1.0, 0.0]
    assert values.iloc[0].equals(values.iloc[1].rename("w0"))


def test_a_listed_word_outside_the_lexicon_has_norms_but_no_vector_or_counts(small_lexicon):
    values = measured(families()["lexicon"]()).extract(words("croissant")).iloc[0]
    assert np.isfinite(values[["familiarity", "maddela_xu"]].astype(float)).all()
    assert values.filter(like="pc_").isna().all()
    assert values[["zipf_fable", "capitalised"]].isna().all()


@pytest.mark.parametrize("text", ["xqzzt", "42", "1990s", "xqzzt-by-xqzzt"])
def test_a_string_that_is_no_word_has_no_norms(small_lexicon, text):
    values = measured(families()["lexicon"]()).extract(words(text)).iloc[0]
    assert values.drop("known").isna().all()
    assert values["known"] == 0


def test_the_description_of_a_norm_contains_its_held_out_correlation(small_lexicon):
    features = {f.name: f for f in families()["lexicon"]().features({})}
    r = small_lexicon.about["norms"][0]["held_out"]["r"]
    assert f"held-out r {r:.2f}" in features["familiarity"].description


@pytest.mark.parametrize("name", list(OWN))
def test_another_lexicon_than_in_training_raises_an_error(name, monkeypatch):
    frame = instances("blue sea").assign(word="river", lemma="river")
    family = measured(families()[name](**OWN[name])).fit(frame)
    assert len(family.extract(frame)) == len(frame)
    another = replace(load_lexicon(), checksum="another")
    monkeypatch.setattr("lcp.features.families.lexicon.load_lexicon", lambda: another)
    with pytest.raises(ResourceError, match="not the one"):
        family.extract(frame)
