"""A saved model is read as it was, runs nothing, and is there whole or not at all."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import pickle
import re
import shutil
import sys
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import skops.io
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge

import lcp
from lcp.errors import InputError
from lcp.evaluation.calibration import interval_coverage
from lcp.evaluation.crossvalidation import score_table
from lcp.featureset import FeatureSet
from lcp.persistence import check_target
from lcp.persistence.manifest import SCHEMA, read_description, seal

HASHED = ("features.skops", "estimator.skops")
FILES = (*HASHED, "CARD.md")


class OwnEstimator(RegressorMixin, BaseEstimator):
    """Of a type that only this file knows."""

    def fit(self, X, y):
        self.mean_ = float(np.mean(y))
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample").iloc[::4]


@pytest.fixture(scope="module")
def model(table):
    return lcp.ComplexityModel("core", "ridge", seed=7).fit(table)


@pytest.fixture
def folder(model, tmp_path):
    """A saved model, to be read or spoilt."""
    return model.save(tmp_path / "model")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def describe(folder, **changes):
    """Change model.json and its own checksum; ``...`` takes a key out."""
    path = folder / "model.json"
    changed = json.loads(path.read_text(encoding="utf-8")) | changes
    kept = {key: value for key, value in changed.items() if value is not ...}
    path.write_text(json.dumps(kept | {"sha256": seal(kept)}), encoding="utf-8")


def forge(folder, name, content):
    """Put other content into a file of a model, with the right checksum."""
    if isinstance(content, bytes):
        (folder / name).write_bytes(content)
    else:
        skops.io.dump(content, folder / name)
    files = json.loads((folder / "model.json").read_text(encoding="utf-8"))["files"]
    digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    describe(folder, files=files | {name: digest})


# There and back


@pytest.mark.parametrize(
    "estimator", ["lightgbm", "stanford-mlab", "random-forest", "ridge", "andi", "linear", "svr"]
)
def test_a_loaded_model_predicts_the_same(table, tmp_path, estimator):
    fitted = lcp.ComplexityModel("core", estimator, jobs=1).fit(table)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    # To the last bit; and on instances that it was not trained on.
    fresh = lcp.load_corpus("sample").iloc[1::4]
    np.testing.assert_array_equal(loaded.predict(fresh), fitted.predict(fresh))
    assert loaded.estimator_name_ == estimator
    sentence = "The deep river rose."
    assert loaded.predict_one(sentence, "deep river") == fitted.predict_one(sentence, "deep river")


def test_what_the_families_learned_is_read_again(table, tmp_path):
    features = FeatureSet({"frequency": {"sources": ["wordfreq"], "training": True}})
    fitted = lcp.ComplexityModel(features, "ridge").fit(table)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    learned = fitted.feature_set_.extractors_["frequency"].counts_
    assert loaded.feature_set_.extractors_["frequency"].counts_ == learned
    assert sum(learned["bible"].values()) > 100
    np.testing.assert_array_equal(loaded.predict(table), fitted.predict(table))


def test_a_model_with_vectors_of_ones_own_is_read_again(table, tmp_path):
    spelled = sorted({word for token in table["token"] for word in token.lower().split()})
    generator = np.random.default_rng(0)
    lines = [" ".join([word, *map(str, generator.normal(size=4).round(3))]) for word in spelled]
    vectors = tmp_path / "own.txt"
    vectors.write_text("\n".join(lines) + "\n", encoding="utf-8")
    features = FeatureSet({"glove": {"vectors": str(vectors), "components": 2}}, name="mine")
    fitted = lcp.ComplexityModel(features, "ridge").fit(table)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    assert loaded.feature_set_.families == {"glove": {"vectors": str(vectors), "components": 2}}
    assert loaded.feature_set_.extractors_["glove"].components_.shape == (2, 4)
    np.testing.assert_array_equal(loaded.predict(table), fitted.predict(table))


def test_a_model_of_the_real_vectors_is_read_again(data, tmp_path):
    table = lcp.load_corpus("complex", task=2).head(150)
    features = FeatureSet(
        {"glove": {"vectors": "glove_subset", "components": 5}, "frequency": {"training": True}},
        combine=["first", "last"],
    )
    fitted = lcp.ComplexityModel(features, "ridge").fit(table)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    np.testing.assert_array_equal(loaded.predict(table), fitted.predict(table))
    described = read_description(tmp_path / "model")["resources"]
    assert set(described) == {"glove_subset", "subtlex_us", "tubelex"}
    assert len(described["tubelex"]["sha256"][0]) == 64


def test_a_feature_set_from_a_file_is_kept_when_the_file_is_gone(table, tmp_path):
    path = tmp_path / "own set.toml"
    path.write_text(
        'combine = ["first", "last"]\ndrop = ["length__digits"]\n[families.length]\ncmudict = false'
    )
    fitted = lcp.ComplexityModel(path, "ridge").fit(table)
    folder = fitted.save(tmp_path / "model")
    path.unlink()
    features = lcp.load_model(folder).feature_set_
    assert (features.name, features.combine) == ("own set", ["first", "last"])
    assert features.drop == ["length__digits"]
    assert features.families == {"length": {"cmudict": False}}
    columns = fitted.feature_set_.get_feature_names_out()
    assert list(features.get_feature_names_out()) == list(columns)


def test_a_model_of_single_words_still_refuses_expressions(table, tmp_path):
    singles = table[~table["token"].str.contains(" ")]
    fitted = lcp.ComplexityModel("frequency-baseline", "linear").fit(singles)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    with pytest.raises(InputError, match="expression of several words"):
        loaded.predict_one("The deep river rose.", "deep river")


def test_what_it_was_trained_on_and_its_scores_are_read_again(table, tmp_path, model):
    loaded = lcp.load_model(model.save(tmp_path / "unscored"))
    assert loaded.scores_ is None
    assert loaded.seed == 7
    assert loaded.trained_on_.keys() == model.trained_on_.keys()
    assert loaded.trained_on_["sha256"] == model.trained_on_["sha256"]
    both = lcp.load_corpus("sample").iloc[::2]
    np.testing.assert_array_equal(loaded.seen(both), model.seen(both))
    assert 0 < loaded.seen(both).sum() < len(both)
    scored = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    scored.scores_, scored.scores_from_ = score_table(table, scored.predict(table)), "on itself"
    again = lcp.load_model(scored.save(tmp_path / "scored"))
    pd.testing.assert_frame_equal(again.scores_, scored.scores_)
    assert again.scores_from_ == "on itself"
    assert "on itself" in (tmp_path / "scored" / "CARD.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("repeats", [1, 2])
def test_intervals_are_read_again(table, tmp_path, repeats):
    noise = np.random.default_rng(0).normal(scale=0.1, size=(len(table), repeats))
    predictions = (table[["complexity"]].to_numpy() + noise).clip(0, 1)
    fitted = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    fitted.calibrate(table, predictions)
    fitted.interval_coverage_ = interval_coverage(table, predictions)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    for coverage in (0.5, 0.9):
        pd.testing.assert_frame_equal(
            loaded.predict_interval(table, coverage=coverage),
            fitted.predict_interval(table, coverage=coverage),
        )
    pd.testing.assert_frame_equal(loaded.interval_coverage_, fitted.interval_coverage_)
    assert "| all | all |" in (tmp_path / "model/CARD.md").read_text(encoding="utf-8")


def test_a_model_of_the_schema_before_intervals_has_none(folder, table, model):
    describe(folder, schema=1, interval=..., interval_coverage=...)
    loaded = lcp.load_model(folder)
    np.testing.assert_array_equal(loaded.predict(table), model.predict(table))
    assert loaded.interval_ is None
    assert loaded.interval_coverage_ is None


def test_resources_of_a_loaded_model_come_from_the_given_store(folder):
    store = lcp.Store(mirror="/nowhere")
    assert lcp.load_model(folder, store=store).feature_set_.store is store


def test_the_folder_holds_four_files_that_describe_themselves(folder, model):
    assert names(folder) == sorted([*FILES, "model.json"])
    description = read_description(folder)
    assert description["schema"] == SCHEMA
    assert description["versions"]["lcp"] == lcp.__version__
    assert description["versions"]["lightgbm"] == version("lightgbm")
    columns = model.feature_set_.get_feature_names_out()
    assert description["feature_set"]["columns"] == len(columns)
    assert description["trained_on"]["sha256"] == model.trained_on_["sha256"]
    assert set(description["files"]) == set(HASHED)
    for name in HASHED:
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        assert description["files"][name] == digest
    assert folder.stat().st_mode & 0o777 == 0o755


def test_no_training_sentence_is_in_a_model(table, folder):
    long = [sentence for sentence in table["sentence"] if len(sentence) > 40]
    text = b"".join(contents(folder).values())
    assert long
    assert not any(sentence.encode() in text for sentence in long)


def test_percentiles_of_the_features_are_read_again(folder, model):
    loaded = lcp.load_model(folder)
    pd.testing.assert_frame_equal(loaded.quantiles_, model.quantiles_)
    sentence = "The deep river rose."
    found, expected = (m.explain_one(sentence, "deep river").features for m in (loaded, model))
    pd.testing.assert_frame_equal(found, expected)
    assert found["below"].notna().any()


def test_a_model_saved_without_percentiles_explains_without_them(folder, tmp_path):
    loaded = lcp.load_model(folder)
    loaded.quantiles_ = None
    again = lcp.load_model(loaded.save(tmp_path / "again"))
    assert again.quantiles_ is None
    explanation = again.explain_one("The deep river rose.", "river")
    assert explanation.features["below"].isna().all()
    assert not any(" than " in reason.text for reason in explanation.reasons())


def test_percentiles_of_other_columns_are_refused(folder, model):
    learned = {
        "families": {},
        "trained_on": model.trained_on_["instance_codes"],
        "quantiles": model.quantiles_.to_numpy()[:, :-1],
    }
    forge(folder, "features.skops", learned)
    with pytest.raises(InputError, match="does not fit its files"):
        lcp.load_model(folder)


# Fitted again


def test_a_model_of_a_recipe_file_is_fitted_again_without_the_file(table, tmp_path):
    recipe = tmp_path / "my trees.toml"
    recipe.write_text('estimator = "boosted-trees"\n[parameters]\nn_estimators = 5\n')
    for path in (recipe, str(recipe)):
        fitted = lcp.ComplexityModel("frequency-baseline", path, seed=3, jobs=1).fit(table)
        fitted.save(tmp_path / "model", overwrite=True)
        assert read_description(tmp_path / "model")["estimator"]["name"] == "my trees"
    recipe.unlink()
    loaded = lcp.load_model(tmp_path / "model")
    assert not hasattr(loaded.estimator, "model_texts_")
    assert (loaded.estimator.seed, loaded.estimator.n_jobs) == (3, 1)
    predicted = fitted.predict(table)
    again = clone(loaded).fit(table)
    np.testing.assert_array_equal(again.predict(table), predicted)
    assert (again.fit(table.iloc[::2]).predict(table) != predicted).any()


def test_a_loaded_model_is_saved_as_it_was(folder, tmp_path):
    versions = read_description(folder)["versions"] | {"wordfreq": "0.2"}
    describe(folder, versions=versions)
    with pytest.warns(UserWarning, match=r"wordfreq 0\.2 then"):
        loaded = lcp.load_model(folder)
    again = read_description(loaded.save(tmp_path / "again"))
    before = read_description(folder)
    for description in (again, before):
        del description["files"], description["sha256"]
    assert again == before


# Faults of a folder


def test_a_card_may_be_corrected_or_left_out(folder, table, model):
    card = folder / "CARD.md"
    card.write_bytes(card.read_bytes().replace(b"\n", b"\r\n") + b"Corrected.\r\n")
    np.testing.assert_array_equal(lcp.load_model(folder).predict(table), model.predict(table))
    card.unlink()
    np.testing.assert_array_equal(lcp.load_model(folder).predict(table), model.predict(table))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"multiword": true', '"multiword": false'),
        ('"seed": 7', '"seed": 8'),
        ('"sha256": "', '"sha256": "0'),
    ],
)
def test_an_altered_description_is_named(folder, before, after):
    path = folder / "model.json"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(InputError, match="description was altered") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(path)


def test_a_description_may_be_laid_out_otherwise(folder):
    path = folder / "model.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    turned = dict(reversed(content.items()))
    path.write_bytes(json.dumps(turned, indent=4).replace("\n", "\r\n").encode())
    assert lcp.load_model(folder).seed == 7


@pytest.mark.parametrize(
    "changes", [{"combine": ["max", "mean"]}, {"multiword": False}, {"drop": ["length__digits"]}]
)
def test_features_that_are_not_the_estimators_are_refused(table, tmp_path, changes):
    features = FeatureSet({"length": {"cmudict": False}}, combine=["mean", "max"])
    folder = lcp.ComplexityModel(features, "ridge").fit(table).save(tmp_path / "model")
    describe(folder, feature_set=read_description(folder)["feature_set"] | changes)
    with pytest.raises(InputError, match="its features are not the estimator's") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / "model.json")


@pytest.mark.parametrize("name", HASHED)
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(InputError, match=f"file {re.escape(name)} is missing") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / name)


@pytest.mark.parametrize("name", HASHED)
def test_an_altered_file_is_named(folder, name):
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(InputError, match=f"file {re.escape(name)} was altered") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / name)


def test_a_model_of_a_newer_version_is_refused(folder):
    describe(folder, schema=SCHEMA + 1)
    with pytest.raises(InputError, match=f"of schema {SCHEMA + 1}; .* up to {SCHEMA}") as caught:
        lcp.load_model(folder)
    assert caught.value.hint == "Use a newer version of lcp."


def test_a_folder_without_a_model_is_refused(tmp_path):
    with pytest.raises(InputError, match="no model here") as caught:
        lcp.load_model(tmp_path)
    assert caught.value.where == str(tmp_path)
    with pytest.raises(InputError, match="no such folder"):
        lcp.load_model(tmp_path / "nothing")


@pytest.mark.parametrize(
    "text",
    [b"", b"not JSON", b"[]", b"3", b"{}", b"\xff\xfe", b'{"schema":1}', b'{"schema":1e999}'],
)
def test_a_description_that_cannot_be_read_is_refused(folder, text):
    (folder / "model.json").write_bytes(text)
    with pytest.raises(InputError, match="description cannot be read") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / "model.json")


@pytest.mark.parametrize(
    "changes",
    [
        {"feature_set": ...},
        {"estimator": ...},
        {"trained_on": ...},
        {"versions": []},
        {"resources": ...},
        {"scores_from": ...},
        {"feature_set": []},
        {"interval": []},
        {"interval": {"parameters": {}, "centres": [], "errors": [], "groups": []}},
    ],
)
def test_a_description_that_does_not_fit_is_refused(folder, changes):
    describe(folder, **changes)
    with pytest.raises(InputError, match="does not fit its files") as caught:
        lcp.load_model(folder)
    assert caught.value.where == str(folder / "model.json")


def test_a_description_of_other_families_is_refused(folder):
    features = read_description(folder)["feature_set"]
    describe(folder, feature_set=features | {"families": {"length": {"cmudict": False}}})
    with pytest.raises(InputError, match="does not fit its files"):
        lcp.load_model(folder)
    describe(folder, feature_set=features | {"families": {"lenght": {}}})
    with pytest.raises(InputError, match="no feature family called 'lenght'"):
        lcp.load_model(folder)


# Nothing is run


def test_a_call_in_the_estimator_is_refused_and_not_made(folder, tmp_path):
    marker = tmp_path / "was run"
    for name in ("estimator.skops", "features.skops"):
        spoilt = shutil.copytree(folder, tmp_path / f"spoilt {name}")
        forge(spoilt, name, functools.partial(os.system, f"touch '{marker}'"))
        with pytest.raises(InputError, match=r"does not load.*posix\.system") as caught:
            lcp.load_model(spoilt)
        assert caught.value.where == str(spoilt / name)
    assert not marker.exists()


def test_an_object_of_another_package_is_refused_and_its_module_not_imported(
    folder, tmp_path, monkeypatch
):
    marker = tmp_path / "was run"
    (tmp_path / "lcp_evil.py").write_text(
        f"import pathlib\npathlib.Path({str(marker)!r}).touch()\n"
        "class Evil:\n"
        "    def __init__(self): self.harm = 1\n"
        f"    def __setstate__(self, state): pathlib.Path({str(marker)!r}).touch()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import lcp_evil

    forge(folder, "estimator.skops", lcp_evil.Evil())
    marker.unlink()
    monkeypatch.delitem(sys.modules, "lcp_evil")
    with pytest.raises(InputError, match=r"does not load.*lcp_evil\.Evil"):
        lcp.load_model(folder)
    assert not marker.exists()
    assert "lcp_evil" not in sys.modules


class Touch:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.mark.parametrize("name", ["estimator.skops", "features.skops"])
def test_a_pickle_is_not_read(folder, tmp_path, name):
    marker = tmp_path / "was run"
    forge(folder, name, pickle.dumps(Touch(marker)))
    with pytest.raises(InputError, match=f"file {re.escape(name)} is not of its format"):
        lcp.load_model(folder)
    assert not marker.exists()


def test_an_estimator_that_could_not_be_loaded_is_not_saved(table, tmp_path):
    fitted = lcp.ComplexityModel("frequency-baseline", OwnEstimator()).fit(table)
    with pytest.raises(InputError, match=r"without trusting it: .*OwnEstimator") as caught:
        fitted.save(tmp_path / "model")
    assert caught.value.where == str(tmp_path / "model")
    assert names(tmp_path) == []


def test_an_estimator_of_scikit_learn_is_saved_under_the_name_custom(table, tmp_path):
    fitted = lcp.ComplexityModel(
        FeatureSet({"length": {"cmudict": False}}, drop=["length__vowel_share"]), Ridge(alpha=2.5)
    ).fit(table)
    loaded = lcp.load_model(fitted.save(tmp_path / "model"))
    np.testing.assert_array_equal(loaded.predict(table), fitted.predict(table))
    estimator = read_description(tmp_path / "model")["estimator"]
    assert (estimator["name"], estimator["parameters"]["alpha"]) == ("custom", 2.5)


# What is not as it was


def test_versions_that_differ_are_warned_about(folder, table, model):
    versions = read_description(folder)["versions"]
    describe(folder, versions=versions | {"scikit-learn": "0.1", "wordfreq": "0.2"})
    with pytest.warns(UserWarning, match="Predictions may differ") as caught:
        loaded = lcp.load_model(folder)
    assert len(caught) == 1
    told = str(caught[0].message)
    assert f"scikit-learn 0.1 then, {version('scikit-learn')} now" in told
    assert "wordfreq 0.2 then" in told
    assert "lightgbm" not in told
    assert caught[0].filename == __file__
    np.testing.assert_array_equal(loaded.predict(table), model.predict(table))


@pytest.mark.parametrize("name", ["mrc", "a_resource_of_once"])
def test_resources_that_differ_are_warned_about(folder, name):
    describe(folder, resources={name: {"sha256": ["0" * 64]}})
    with pytest.warns(UserWarning, match=f"resource '{name}' has another checksum"):
        lcp.load_model(folder)


def digests(model):
    return {name: facts["sha256"] for name, facts in model.made_with_["resources"].items()}


def test_a_file_given_by_path_is_told_by_its_own_checksum(table, tmp_path):
    own = tmp_path / "own.txt"
    own.write_text("00\twater\t5\n01\triver\t3\n")
    store = lcp.Store(
        paths={"brown_clusters": own}, mirror=tmp_path / "no", cache=tmp_path / "cache"
    )
    features = FeatureSet({"clusters": {}, "length": {"cmudict": False}})
    fitted = lcp.ComplexityModel(clone(features).set_params(store=store), "ridge").fit(table)
    assert digests(fitted) == {"brown_clusters": [hashlib.sha256(own.read_bytes()).hexdigest()]}
    folder = fitted.save(tmp_path / "model")
    assert lcp.load_model(folder, store=store).seed == 0
    own.write_text("00\twater\t5\n01\tlake\t3\n")
    with pytest.warns(UserWarning, match="'brown_clusters' has another checksum"):
        lcp.load_model(folder, store=store)
    # From elsewhere it could only be the registry's.
    with pytest.warns(UserWarning, match="'brown_clusters' has another checksum"):
        lcp.load_model(folder, store=lcp.Store(mirror=tmp_path / "no"))


def test_vectors_given_by_path_are_told_by_their_checksum(table, tmp_path):
    vectors = tmp_path / "own.txt"
    vectors.write_text("water 1 2\nriver 3 1\nthe 0 1\n")
    features = FeatureSet(
        {"glove": {"vectors": str(vectors), "components": 1}, "length": {"cmudict": False}}
    )
    fitted = lcp.ComplexityModel(features, "ridge").fit(table)
    assert digests(fitted) == {str(vectors): [hashlib.sha256(vectors.read_bytes()).hexdigest()]}
    folder = fitted.save(tmp_path / "model")
    assert "own.txt. Word vectors given by path" in (folder / "CARD.md").read_text()
    assert lcp.load_model(folder).seed == 0
    vectors.write_text("water 1 2\nriver 3 1\nthe 0 2\n")
    with pytest.warns(UserWarning, match=r"own\.txt' has another checksum"):
        lcp.load_model(folder)
    vectors.unlink()  # predicting will ask for it
    assert lcp.load_model(folder).seed == 0


def test_an_nltk_package_is_told_by_its_files_unpacked_or_not(table, tmp_path):
    package = tmp_path / "unpacked" / "nltk_data" / "corpora" / "cmudict"
    package.mkdir(parents=True)
    (package / "cmudict").write_text("WATER 1 W AO1 T ER0\n")
    packed = tmp_path / "packed" / "nltk_data" / "corpora" / "cmudict.zip"
    packed.parent.mkdir(parents=True)
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("cmudict/", "")
        archive.write(package / "cmudict", "cmudict/cmudict")
    unpacked, zipped, absent = (
        lcp.Store(mirror=tmp_path / name, cache=tmp_path / "cache")
        for name in ("unpacked", "packed", "absent")
    )
    features = FeatureSet({"length": {"cmudict": True}}, store=unpacked)
    fitted = lcp.ComplexityModel(features, "ridge").fit(table)
    assert [len(digest) for digest in digests(fitted)["cmudict"]] == [64]
    folder = fitted.save(tmp_path / "model")
    for store in (unpacked, zipped, absent):
        assert lcp.load_model(folder, store=store).seed == 0
    (package / "cmudict").write_text("WATER 1 W AO1 T AH0\n")
    with pytest.warns(UserWarning, match="'cmudict' has another checksum"):
        lcp.load_model(folder, store=unpacked)


# Whole or not at all

STEPS = [
    "skops.io.dump",
    "lcp.persistence.model_card",
    "lcp.persistence.describe",
    "lcp.persistence.write_description",
    "lcp.persistence.move_into_place",
]


def failing(times, original):
    """Work like the original, but fail at the call of that number."""
    calls = []

    def call(*arguments, **options):
        calls.append(arguments)
        if len(calls) == times:
            raise KeyboardInterrupt
        return original(*arguments, **options)

    return call


def break_at(monkeypatch, step):
    module, name = step.rsplit(".", 1)
    original = getattr(sys.modules[module], name)
    times = 2 if name == "dump" else 1
    monkeypatch.setattr(step, failing(times, original))


@pytest.mark.parametrize("step", STEPS)
def test_a_save_that_fails_leaves_nothing(model, tmp_path, monkeypatch, step):
    model.save(tmp_path / "other")  # imports what the save imports
    break_at(monkeypatch, step)
    with pytest.raises(KeyboardInterrupt):
        model.save(tmp_path / "new" / "model")
    assert names(tmp_path / "new") == []


@pytest.mark.parametrize("step", STEPS)
def test_the_older_model_stays_when_the_new_one_fails(model, folder, table, monkeypatch, step):
    before = contents(folder)
    other = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    break_at(monkeypatch, step)
    with pytest.raises(KeyboardInterrupt):
        other.save(folder, overwrite=True)
    assert contents(folder) == before
    assert names(folder.parent) == ["model"]


@pytest.mark.parametrize("times", range(1, 9))
def test_the_older_model_is_put_back_when_a_file_cannot_be_moved(
    folder, table, tmp_path, monkeypatch, times
):
    before = contents(folder)
    other = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    rename, moves = Path.rename, []

    def refuse(self, target):
        moves.append(self)
        if len(moves) == times:
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(OSError, match="No space left"):
        other.save(folder, overwrite=True)
    assert contents(folder) == before
    assert names(tmp_path) == ["model"]


def test_the_folder_is_complete_when_it_appears(model, tmp_path, monkeypatch):
    moved = []
    rename = Path.rename

    def watch(self, target):
        moved.append((names(self), Path(target).exists(), self.parent == Path(target).parent))
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", watch)
    model.save(tmp_path / "model")
    assert moved == [(sorted([*FILES, "model.json"]), False, True)]


def test_a_model_is_replaced_only_when_asked(model, folder, table, tmp_path):
    other = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    before = contents(folder)
    with pytest.raises(InputError, match="a model here already") as caught:
        other.save(folder)
    assert "--overwrite" in caught.value.hint
    assert contents(folder) == before
    assert other.save(folder, overwrite=True) == folder
    assert lcp.load_model(folder).feature_set_.name == "frequency-baseline"
    assert names(tmp_path) == ["model"]


def test_what_is_no_model_is_never_replaced(model, tmp_path):
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "chapter.txt").write_text("years of work")
    (tmp_path / "file").write_text("a file")
    for target in (folder, tmp_path / "file"):
        with pytest.raises(InputError, match="something else here already"):
            model.save(target, overwrite=True)
    assert (folder / "chapter.txt").read_text() == "years of work"
    assert (tmp_path / "file").read_text() == "a file"
    assert names(tmp_path) == ["file", "thesis"]


def test_a_model_beside_other_files_is_not_replaced(model, folder):
    (folder / "notes.txt").write_text("years of work")
    (folder / "runs").mkdir()
    with pytest.raises(InputError, match=r"other files beside the model here: notes\.txt, runs"):
        model.save(folder, overwrite=True)
    assert (folder / "notes.txt").read_text() == "years of work"
    (folder / "notes.txt").unlink()
    (folder / "runs").rmdir()
    (folder / "CARD.md").unlink()
    model.save(folder, overwrite=True)
    assert names(folder) == sorted([*FILES, "model.json"])


def test_the_current_folder_is_taken_and_stays(model, tmp_path, monkeypatch):
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    model.save(".")
    model.save(".", overwrite=True)
    assert Path.cwd() == here
    assert lcp.load_model(".").seed == 7
    assert names(tmp_path) == ["here"]


def test_a_place_that_cannot_be_written_to_is_told_by_the_check(folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(InputError, match="cannot be written"):
        check_target(tmp_path / "file" / "a" / "model", overwrite=False)
    check_target(tmp_path / "a" / "b", overwrite=False)
    assert names(tmp_path) == ["file", "model"]
    make = tempfile.mkdtemp

    def refuse(*, prefix, dir):  # noqa: A002
        if Path(dir) == folder:
            raise PermissionError(13, "Permission denied")
        return make(prefix=prefix, dir=dir)

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(InputError, match=r"cannot be written \(Permission denied\)") as caught:
        check_target(folder, overwrite=True)
    assert caught.value.where == str(folder)


def test_an_empty_or_a_new_folder_is_taken(model, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    for target in (empty, tmp_path / "a" / "b" / "c"):
        check_target(target, overwrite=False)
        assert lcp.load_model(model.save(str(target))).seed == 7


def test_a_place_that_cannot_be_written_to_is_named(model, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    target = tmp_path / "file" / "model"
    with pytest.raises(InputError, match="cannot be written") as caught:
        model.save(target)
    assert caught.value.where == str(target)

    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(InputError, match=r"cannot be written \(Permission denied\)"):
        model.save(tmp_path / "model")
    assert names(tmp_path) == ["file"]


def test_an_unfitted_model_is_not_saved(tmp_path):
    with pytest.raises(NotFittedError):
        lcp.ComplexityModel().save(tmp_path / "model")
    assert names(tmp_path) == []
