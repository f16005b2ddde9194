"""The families that the lexicon feeds."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.errors import ResourceError
from lcp.extractors import families
from lcp.lexicon.file import load_lexicon
from tests.lexicon.conftest import build_small

#: What needs the lexicon and nothing else.
OWN = {"lexicon": {}, "association": {"wordnet": False, "concreteness": False}}
SENTENCE = "The river crossed the deep blue sea near London."


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    from lcp.lexicon.file import write_lexicon

    folder = tmp_path_factory.mktemp("families")
    write_lexicon(build_small(folder).lexicon, folder / "small.npz")
    return str(folder / "small.npz")


def words(*listed):
    return pd.DataFrame({"word": listed, "lemma": [word.lower() for word in listed]}, index=[
        f"w{number}" for number in range(len(listed))
    ])  # fmt: skip


def instances(*tokens, sentence=SENTENCE):
    starts = [sentence.index(token) for token in tokens]
    return pd.DataFrame(
        {
            "corpus": "fable",
            "sentence": sentence,
            "token": list(tokens),
            "start": starts,
            "end": [start + len(token) for start, token in zip(starts, tokens, strict=True)],
        },
        index=[f"i{number}" for number in range(len(tokens))],
    )


@pytest.mark.parametrize("name", list(OWN))
def test_the_columns_are_those_that_are_described_and_nothing_is_downloaded(name, file, no_data):
    family = families()[name](file=file, **OWN[name])
    assert family.resources() == ()
    frame = words("river", "xqzzt") if family.level == "word" else instances("sea", "blue sea")
    found = family.extract(frame)
    assert list(found.columns) == [feature.name for feature in family.features()]
    assert list(found.index) == list(frame.index)
    assert set(found.dtypes.astype(str)) == {"float64"}
    assert family.extract(frame.iloc[:0]).shape == (0, found.shape[1])


def test_known_says_which_words_the_lexicon_holds(file):
    found = families()["lexicon"](file=file).extract(words("River", "river", "xqzzt"))
    assert found["known"].tolist() == [1.0, 1.0, 0.0]
    assert found.iloc[0].equals(found.iloc[1].rename("w0"))


def test_a_word_outside_has_norms_and_no_vector_or_counts(file):
    found = families()["lexicon"](file=file).extract(words("xqzzt")).iloc[0]
    assert np.isfinite(found[["familiarity", "maddela_xu"]].astype(float)).all()
    assert found.filter(like="pc_").isna().all()
    assert found[["zipf_fable", "capitalised"]].isna().all()


def test_each_part_can_be_left_out(file):
    family = families()["lexicon"](file=file, norms=False, vectors=False, counts=False)
    assert list(family.extract(words("river")).columns) == ["known"]
    parts = [
        families()["lexicon"](file=file, **{part: False}).extract(words("river")).shape[1]
        for part in ("norms", "vectors", "counts")
    ]
    whole = families()["lexicon"](file=file).extract(words("river")).shape[1]
    assert sum(whole - part for part in parts) == whole - 1


def test_the_description_of_a_norm_gives_its_held_out_correlation(file):
    described = {f.name: f for f in families()["lexicon"](file=file).features()}
    r = load_lexicon(file).about["norms"][0]["held_out"]["r"]
    assert f"held-out r {r:.2f}" in described["familiarity"].description


def test_a_lexicon_that_is_not_there_is_named(tmp_path):
    frame = pd.DataFrame({"word": ["river"], "lemma": ["river"], "token": ["river"]})
    for name, options in OWN.items():
        with pytest.raises(ResourceError, match="no such lexicon"):
            families()[name](file=str(tmp_path / "absent.npz"), **options).extract(frame)


@pytest.mark.parametrize("name", list(OWN))
def test_another_lexicon_than_that_of_the_training_is_refused(name, tmp_path):
    from lcp.lexicon.file import write_lexicon

    path = tmp_path / "own.npz"
    lexicon = build_small(tmp_path, norms=()).lexicon
    write_lexicon(lexicon, path)
    frame = instances("blue sea").assign(word="river", lemma="river")
    family = families()[name](file=str(path), **OWN[name]).fit(frame)
    before = family.extract(frame)
    write_lexicon(lexicon, path)
    assert family.extract(frame).equals(before)
    write_lexicon(build_small(tmp_path, norms=(), seed=1).lexicon, path)
    with pytest.raises(ResourceError, match="not the one"):
        family.extract(frame)


def test_a_saved_model_keeps_the_lexicon_of_its_training(file, tmp_path):
    import lcp

    table = lcp.load_corpus("sample").head(60)
    options = {"file": file, "vectors": False}
    features = lcp.FeatureSet(
        {"lexicon": options, "association": {"file": file, **OWN["association"]}}
    )
    model = lcp.ComplexityModel(features, "ridge").fit(table)
    model.save(tmp_path / "model")
    loaded = lcp.load_model(tmp_path / "model")
    assert (loaded.predict(table) == model.predict(table)).all()
    assert loaded.feature_set_.extractors_["lexicon"].lexicon_


def test_the_shipped_lexicon_orders_words_as_people_would():
    listed = words("mother", "jurisprudence", "table", "idea")
    found = families()["lexicon"]().extract(listed)
    assert found["aoa"].iloc[0] + 4 < found["aoa"].iloc[1]
    assert found["concreteness"].iloc[2] > found["concreteness"].iloc[3] + 1
    assert found["known"].eq(1).all()
