"""The bundled model is read once per process; its copies change alone, and models can be copied."""

import multiprocessing
import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import FrozenInstanceError
from io import BytesIO

import joblib
import pytest

import lcp
from lcp.model import predictor
from lcp.model.input_folder import model_folder

SENTENCE = "The reluctant zxqvy gave up at dawn."
TARGETS = [{"sentence": SENTENCE, "token": token} for token in ("reluctant", "zxqvy", "gave up")]

WORDS = ("river", "acquiescence", "soothsayers", "xqzztic", "well-fed")


def predicted(model):
    return model.predictions(TARGETS).rows()


def test_the_bundled_model_is_read_once(monkeypatch, reader):
    read = []

    def slow(path):
        read.append(path)
        time.sleep(0.1)
        return original(path)

    original = predictor.read_state
    monkeypatch.setattr(predictor, "read_state", slow)
    predictor._read_once.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        models = list(pool.map(lambda _: lcp.load_model(), range(8)))
    lcp.annotate(SENTENCE)
    lcp.profile(SENTENCE)
    assert len(read) == 1
    assert len({id(model) for model in models}) == 8
    assert len({id(model.state_.words) for model in models}) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda model, table: model.set_params(estimator="linear").fit(table),
        lambda model, table: model.calibrate(table, table["complexity"]),
        lambda model, _: model.set_params(features__name="mine", estimator__home_weight=0.0),
        lambda model, table: model.feature_set_.fit(table.head(5)),
        lambda model, _: model.feature_set_.set_params(store=lcp.Store(mirror="/nowhere")),
        lambda model, _: model.estimator_.set_params(home_weight=0.0),
    ],
    ids=[
        *("fit", "calibrate", "set_params", "feature_set_.fit"),
        *("feature_set_.set_params", "estimator_.set_params"),
    ],
)
def test_a_changed_copy_of_the_bundled_model_changes_no_other(change, model, table, reader):
    other, profile = lcp.load_model(), lcp.profile(SENTENCE)
    parameters, expected = other.get_params(), predicted(lcp.load_model(model_folder()))
    change(lcp.load_model(), table)
    for unchanged in (other, lcp.load_model(), lcp.Annotator().model):
        assert predicted(unchanged) == expected
        assert repr(unchanged.get_params()) == repr(parameters)
        assert unchanged.feature_set_.store is None
    assert lcp.profile(SENTENCE) == profile


def test_what_was_learned_cannot_be_set():
    model = lcp.load_model()
    with pytest.raises(AttributeError, match="'levels_' of 'ComplexityModel' object has no setter"):
        model.levels_ = None
    with pytest.raises(FrozenInstanceError):
        model.state_.levels = None


def joblib_copy(model):
    stream = BytesIO()
    joblib.dump(model, stream)
    stream.seek(0)
    return joblib.load(stream)


@pytest.mark.parametrize("is_used", [False, True], ids=["new", "used"])
@pytest.mark.parametrize(
    "copied",
    [lambda model: pickle.loads(pickle.dumps(model)), joblib_copy, deepcopy],  # noqa: S301
    ids=["pickle", "joblib", "deepcopy"],
)
def test_a_copied_model_predicts_the_same(copied, is_used, folder):
    for source in (None, folder):
        model = lcp.load_model(source)
        if is_used:
            predicted(model)
        again = copied(model)
        assert predicted(again) == predicted(model)
        assert (again.state_.words is None) == (model.state_.words is None)
        assert again.get_params().keys() == model.get_params().keys()


def test_a_pickled_model_is_its_parameters_and_what_was_learned(folder):
    model = lcp.load_model(folder)
    before = len(pickle.dumps(model))
    model.predictions([{"token": word} for word in WORDS])
    # What was predicted is not part of it.
    assert len(pickle.dumps(model)) == before


def test_another_process_predicts_the_same(folder):
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        for model in (lcp.load_model(), lcp.load_model(folder)):
            assert pool.apply(predicted, (model,)) == predicted(model)
