"""A loaded model is the same as the saved one, and can be fitted again."""

import hashlib
from dataclasses import replace
from importlib.metadata import version

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.base.task import TASKS
from lcp.evaluation.held_out import interval_coverage
from lcp.evaluation.scores import score_table
from lcp.features.featureset import FeatureSet
from lcp.model.manifest import SCHEMA, read_description
from lcp.model.predictor import Predictor
from lcp.model.training_record import seen
from lcp.targets import Targets
from tests.errors import refused
from tests.model.conftest import FILES, HASHED, contents, describe, forge, names


@pytest.mark.parametrize("estimator", ["lightgbm", "ridge"])
def test_a_loaded_model_predicts_the_same(table, tmp_path, estimator):
    fitted = lcp.ComplexityModel("core", estimator, n_jobs=1).fit(table)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    # Identical to the last bit, on instances that are not in the training data.
    fresh = lcp.load_corpus("sample").iloc[1::4]
    np.testing.assert_array_equal(loaded.predict(fresh), fitted.predict(fresh))
    assert loaded.estimator_name_ == estimator
    sentence = "The deep river rose."
    assert loaded.predict_one(sentence, "deep river") == fitted.predict_one(sentence, "deep river")


def test_a_model_with_local_vectors_is_restored(table, tmp_path):
    words = sorted({word for token in table["token"] for word in token.lower().split()})
    generator = np.random.default_rng(0)
    lines = [" ".join([word, *map(str, generator.normal(size=4).round(3))]) for word in words]
    vectors = tmp_path / "own.txt"
    vectors.write_text("\n".join(lines) + "\n", encoding="utf-8")
    features = FeatureSet({"glove": {"vectors": str(vectors), "components": 2}}, name="mine")
    fitted = lcp.ComplexityModel(features, "ridge").fit(table)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    assert loaded.feature_set_.families == {"glove": {"vectors": str(vectors), "components": 2}}
    assert loaded.feature_set_.learned_["glove"]["components_"].shape == (2, 4)
    np.testing.assert_array_equal(loaded.predict(table), fitted.predict(table))


def test_a_feature_set_from_a_file_does_not_need_the_file_again(table, tmp_path):
    path = tmp_path / "own set.toml"
    path.write_text(
        'aggregations = ["first", "last"]\ndrop = ["length__digits"]\n[families.length]'
    )
    fitted = lcp.ComplexityModel(path, "ridge").fit(table)
    folder = fitted.save(tmp_path / "model")
    path.unlink()
    features = lcp.load_model(folder).feature_set_
    assert (features.name, features.aggregations) == ("own set", ["first", "last"])
    assert features.drop == ["length__digits"]
    assert features.families == {"length": {}}
    columns = fitted.feature_set_.get_feature_names_out()
    assert list(features.get_feature_names_out()) == list(columns)


def test_training_data_and_scores_are_restored(table, tmp_path, model):
    loaded = lcp.load_model(model.save(tmp_path / "unscored"))
    assert loaded.scores_ is None
    assert loaded.random_state == 7
    assert loaded.trained_on_.keys() == model.trained_on_.keys()
    assert loaded.trained_on_["sha256"] == model.trained_on_["sha256"]
    both = lcp.load_corpus("sample").iloc[::2]
    np.testing.assert_array_equal(
        seen(loaded.trained_on_, Targets.table(both)), seen(model.trained_on_, Targets.table(both))
    )
    assert 0 < seen(loaded.trained_on_, Targets.table(both)).sum() < len(both)
    plain = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    scores = score_table(Targets.rated(table), plain.predict(table)).to_dict(orient="records")
    state = replace(plain.state_, scores=scores, scores_from="on itself")
    scored = plain.with_predictor(Predictor(state))
    again = lcp.load_model(scored.save(tmp_path / "scored"))
    pd.testing.assert_frame_equal(again.scores_, scored.scores_)
    assert again.scores_from_ == "on itself"
    assert "on itself" in (tmp_path / "scored" / "CARD.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("repeats", [1, 2])
def test_intervals_are_restored(table, tmp_path, repeats):
    noise = np.random.default_rng(0).normal(scale=0.1, size=(len(table), repeats))
    predictions = (table[["complexity"]].to_numpy() + noise).clip(0, 1)
    plain = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    plain.calibrate(table, predictions)
    coverage = interval_coverage(Targets.rated(table), predictions).to_dict(orient="records")
    fitted = plain.with_predictor(Predictor(replace(plain.state_, interval_coverage=coverage)))
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    for probability in (0.5, 0.9):
        pd.testing.assert_frame_equal(
            loaded.predict_interval(table, probability=probability),
            fitted.predict_interval(table, probability=probability),
        )
    pd.testing.assert_frame_equal(loaded.interval_coverage_, fitted.interval_coverage_)
    assert "| all | all |" in (tmp_path / "model/CARD.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("task", [task.name for task in TASKS.tasks()])
def test_a_loaded_model_knows_its_task_and_can_be_fitted_again(table, tmp_path, task):
    rows = table.assign(readers="learner:es") if task.startswith("vocabulary") else table
    features = FeatureSet({"length": {}}, drop=["length__phonemes"])
    fitted = lcp.ComplexityModel(features, "linear", task=task, random_state=3).fit(rows)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    assert (loaded.task, loaded.random_state) == (task, 3)
    again = loaded.fit(rows)
    assert again.capabilities_ == fitted.capabilities_
    np.testing.assert_array_equal(again.predict(rows), fitted.predict(rows))


def test_a_loaded_model_uses_the_store(folder):
    store = lcp.Store(mirror="/nowhere")
    assert lcp.load_model(folder, store=store).feature_set_.store is store


def test_a_model_has_four_files(folder, model):
    assert names(folder) == sorted([*FILES, "model.json"])
    description = read_description(folder)
    assert description["schema"] == SCHEMA
    assert description["versions"]["lcp"] == lcp.__version__
    assert description["versions"]["lightgbm"] == version("lightgbm")
    columns = model.feature_set_.get_feature_names_out()
    assert description["feature_set"]["columns"] == list(columns)
    assert description["trained_on"]["sha256"] == model.trained_on_["sha256"]
    assert set(description["files"]) == set(HASHED)
    for name in HASHED:
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        assert description["files"][name] == digest


def test_a_model_does_not_contain_training_sentences(table, folder):
    long = [sentence for sentence in table["sentence"] if len(sentence) > 40]
    text = b"".join(contents(folder).values())
    assert long
    assert not any(sentence.encode() in text for sentence in long)


def test_percentiles_of_other_columns_raise_an_error(folder, model):
    learned = {
        "families": {},
        "trained_on": model.trained_on_["instance_codes"],
        "quantiles": model.state_.quantiles[:, :-1],
    }
    forge(folder, "features.npz", learned)
    with refused("does not match its files"):
        lcp.load_model(folder)


def test_a_loaded_model_can_be_saved_unchanged(folder, tmp_path):
    versions = read_description(folder)["versions"] | {"wordfreq": "0.2"}
    describe(folder, versions=versions)
    with pytest.warns(UserWarning, match=r"wordfreq 0\.2 in training"):
        loaded = lcp.load_model(folder)
    again = read_description(loaded.save(tmp_path / "again"))
    before = read_description(folder)
    for description in (again, before):
        del description["files"], description["sha256"]
    assert again == before
