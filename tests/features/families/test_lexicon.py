"""Families that use the lexicon."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from lcp.errors import ResourceError
from lcp.features.family import families
from lcp.lexicon.file import load_lexicon
from tests.features.families.measuring import measured
from tests.lexicon.conftest import build_small, write_counted
from tools.lexicon.writing import write_lexicon

#: Families and options that need only the lexicon.
OWN = {"lexicon": {}, "association": {"wordnet": False, "concreteness": False}}
SENTENCE = "The river crossed the deep blue sea near London."


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("families")
    write_lexicon(build_small(folder), folder / "small.npz")
    return str(folder / "small.npz")


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


def test_known_marks_the_words_of_the_lexicon(file):
    values = measured(families()["lexicon"](file=file)).extract(words("River", "river", "xqzzt"))
    assert values["known"].tolist() == [1.0, 1.0, 0.0]
    assert values.iloc[0].equals(values.iloc[1].rename("w0"))


def test_a_listed_word_outside_the_lexicon_has_norms_but_no_vector_or_counts(file):
    values = measured(families()["lexicon"](file=file)).extract(words("croissant")).iloc[0]
    assert np.isfinite(values[["familiarity", "maddela_xu"]].astype(float)).all()
    assert values.filter(like="pc_").isna().all()
    assert values[["zipf_fable", "capitalised"]].isna().all()


@pytest.mark.parametrize("text", ["xqzzt", "42", "1990s", "xqzzt-by-xqzzt"])
def test_a_string_that_is_no_word_has_no_norms(file, text):
    values = measured(families()["lexicon"](file=file)).extract(words(text)).iloc[0]
    assert values.drop("known").isna().all()
    assert values["known"] == 0


def test_the_description_of_a_norm_contains_its_held_out_correlation(file):
    features = {f.name: f for f in families()["lexicon"](file=file).features({})}
    r = load_lexicon(file).about["norms"][0]["held_out"]["r"]
    assert f"held-out r {r:.2f}" in features["familiarity"].description


def test_a_missing_lexicon_raises_an_error(tmp_path):
    frame = pd.DataFrame({"word": ["river"], "lemma": ["river"], "token": ["river"]})
    for name, options in OWN.items():
        with pytest.raises(ResourceError, match="lexicon does not exist"):
            measured(families()[name](file=str(tmp_path / "absent.npz"), **options)).extract(frame)


@pytest.mark.parametrize("name", list(OWN))
def test_another_lexicon_than_in_training_raises_an_error(name, file, tmp_path):
    path = tmp_path / "own.npz"
    path.write_bytes(Path(file).read_bytes())
    frame = instances("blue sea").assign(word="river", lemma="river")
    family = measured(families()[name](file=str(path), **OWN[name])).fit(frame)
    before = family.extract(frame)
    path.write_bytes(Path(file).read_bytes())
    assert family.extract(frame).equals(before)
    write_counted(path, {"river": 3, "sea": 2})
    with pytest.raises(ResourceError, match="not the one"):
        family.extract(frame)
