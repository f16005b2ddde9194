"""The family `contextual`."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.encoders.record_cache import record_cache
from lcp.errors import InputError, ResourceError
from lcp.extractors.contextual import Contextual
from lcp.resources import Store
from tests.encoders.toy import WORDS, write_toy_encoder


@pytest.fixture
def toy(tmp_path):
    record_cache.cache_clear()
    yield write_toy_encoder(tmp_path / "toy")
    record_cache.cache_clear()


@pytest.fixture
def family(toy, tmp_path):
    return Contextual(model=str(toy), layer_groups=2).use_store(Store(cache=tmp_path / "cache"))


@pytest.fixture
def table():
    tokens = [word for word in WORDS if word.isalpha()]
    rows = [
        {"genre": "", "sentence": f"a {token} is {other}", "token": token, "start": 2}
        for token in tokens
        for other in tokens
    ]
    frame = pd.DataFrame(rows)
    frame["end"] = frame["start"] + frame["token"].str.len()
    difficulty = {token: number / len(tokens) for number, token in enumerate(tokens)}
    return frame.assign(complexity=frame["token"].map(difficulty))


def test_training_instances_are_predicted_without_their_token(family, table):
    own = table["token"].eq("cell")
    moved = table.assign(complexity=table["complexity"].where(~own, 1.0))
    first, second = (
        Contextual(**family.get_params()).use_store(family.store).fit(t).extract(table)
        for t in (table, moved)
    )
    ridge = ["ridge_1", "ridge_2"]
    # The ratings of a token change the predictions of others only; penalties may change too.
    assert np.abs(first.loc[own, ridge] - second.loc[own, ridge]).to_numpy().max() < 0.05
    assert np.abs(first.loc[~own, ridge] - second.loc[~own, ridge]).to_numpy().max() > 0.05


def test_other_instances_are_predicted_by_the_regression_on_all(family, table):
    fitted = family.fit(table)
    [first] = np.flatnonzero(table["sentence"] == "a cell is word")
    new = table.iloc[[first]].assign(sentence="a cell is words")
    values = fitted.extract(new)
    vector, _ = fitted._open().vectors([("a cell is words", 2, 6)], 2)
    weights = fitted.weights_
    expected = (vector[0] * weights[:, :-2]).sum(axis=1) + weights[:, -1]
    assert values[["ridge_1", "ridge_2"]].to_numpy()[0] == pytest.approx(
        expected.clip(0, 1), abs=1e-5
    )
    assert values[["ridge_1", "ridge_2"]].notna().all(axis=None)
    assert tuple(fitted.rows_.shape) == (len(table), 2)


def test_the_first_layer_of_a_target_does_not_depend_on_its_sentence(family, table):
    values = family.fit(table).extract(table)
    assert np.allclose(values["isolated_1"], 0, atol=1e-6)
    assert (values["isolated_2"] > 1e-4).any()
    assert values["pieces"].between(1, 8).all()


def test_unrated_instances_have_no_predictions(family, table):
    values = family.fit(table.drop(columns="complexity")).extract(table)
    assert values[["ridge_1", "ridge_2"]].isna().all(axis=None)
    assert values["pieces"].notna().all()


def test_instances_without_a_span_have_no_features(family, table):
    values = family.fit(table).extract(table.head(2).assign(start=-1, end=-1))
    assert values.isna().all(axis=None)


def test_another_encoder_than_in_training_is_an_error(family, table, tmp_path):
    family.fit(table)
    other = write_toy_encoder(tmp_path / "other", seed=1)
    with pytest.raises(InputError, match="differ from those of the training"):
        family.set_params(model=str(other)).extract(table)


def test_predictability_is_measured_on_request(toy, table, tmp_path):
    family = Contextual(model=str(toy), layer_groups=1, masked=True, sentence_likelihood=True)
    values = family.use_store(Store(cache=tmp_path / "cache")).fit(table).extract(table)
    assert list(values)[-4:] == ["log_probability", "log_rank", "entropy", "sentence_likelihood"]
    assert values.notna().all(axis=None)


def test_the_vector_is_compared_with_those_of_texts(family, table):
    titles = ["a small prison", "the word", ""]
    table["title"] = [titles[row % 3] for row in range(len(table))]
    values = family.set_params(texts=["title", "section"]).fit(table).extract(table)
    assert values["similarity_section"].isna().all()  # the table has no such column
    assert (values["similarity_title"].isna() == table["title"].eq("")).all()
    row = values.index[1]
    own, text = (
        family._open().vectors([request], 2)[0][0, -1]
        for request in [(table["sentence"][row], 2, table["end"][row]), ("the word", 0, 8)]
    )
    cosine = own @ text / np.linalg.norm(own) / np.linalg.norm(text)
    assert values["similarity_title"][row] == pytest.approx(cosine, abs=1e-6)


def test_one_text_without_a_list_is_an_error():
    with pytest.raises(InputError, match="must be a list") as error:
        Contextual(texts="title").features()
    assert error.value.where == "contextual.texts"


def test_a_saved_model_predicts_the_same(toy, tmp_path):
    sample = lcp.load_corpus("sample").head(120)
    features = lcp.FeatureSet(
        {"contextual": {"model": str(toy), "layer_groups": 2}},
        store=Store(cache=tmp_path / "cache"),
    )
    model = lcp.ComplexityModel(features, "ridge").fit(sample)
    model.save(tmp_path / "model")
    loaded = lcp.load_model(tmp_path / "model")
    assert np.allclose(loaded.predict(sample), model.predict(sample))


def test_a_missing_encoder_is_an_error_before_features_are_computed(monkeypatch):
    monkeypatch.setattr(lcp.FeatureSet, "fit", None)
    features = lcp.FeatureSet({"length": {}, "contextual": {"model": "nobody/nothing"}})
    with pytest.raises(ResourceError, match="lcp encoder nobody/nothing"):
        lcp.train("sample", features, "ridge")


@pytest.mark.parametrize("name", ["full", "claire"])
def test_sets_with_an_encoder_are_those_without_and_the_family(name):
    without, larger = (lcp.FeatureSet.load(n) for n in (name, f"{name}-contextual"))
    assert {**without.families, "contextual": larger.families["contextual"]} == larger.families
    assert list(larger.families)[-1] == "contextual"
    for parameter in ("aggregations", "drop", "rank_within"):
        assert getattr(without, parameter) == getattr(larger, parameter)


def test_features_are_ranked_among_the_fillers_of_a_gap(toy, table, tmp_path):
    table["item"] = [str(row // 3) for row in range(len(table))]
    table["title"] = "the prison"
    larger = lcp.FeatureSet.load("claire-contextual")
    options = {**larger.families["contextual"], "model": str(toy), "layer_groups": 1}
    features = lcp.FeatureSet(
        {"contextual": options},
        rank_within=larger.rank_within,
        store=Store(cache=tmp_path / "cache"),
    )
    values = features.fit(table).transform(table)
    ranks = values["contextual__similarity_title@rank"].dropna()
    assert set(ranks) <= {0.0, 0.25, 0.5, 0.75, 1.0}
    assert values["contextual__ridge_1@rank"].notna().any()
    assert values["contextual__similarity_after@rank"].isna().all()
    model = lcp.ComplexityModel(features, "lightgbm-fast", n_jobs=1).fit(table)
    loaded = lcp.load_model(model.save(tmp_path / "model"))
    assert np.allclose(loaded.predict(table), model.predict(table))
