"""Time the functions that programs call most, with pytest-benchmark.

Not part of the tests. To compare a change with the state before it::

    pytest benchmarks/test_hot_functions.py -n 0 --benchmark-save=before
    pytest benchmarks/test_hot_functions.py -n 0 --benchmark-compare
"""

from __future__ import annotations

import pytest

import lcp
from lcp.annotation import Annotator
from lcp.annotation.segments import segments
from lcp.model.loading import load_model


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample", task=1)


@pytest.fixture(scope="module")
def text(table):
    return " ".join(table["sentence"].unique())


@pytest.fixture(scope="module")
def model():
    return load_model()


def test_predict_one(benchmark, model):
    sentence = "They crossed the deep river at dawn."
    assert 0 <= benchmark(model.predict_one, sentence, "river") <= 1


def test_predict_a_table(benchmark, model, table):
    assert len(benchmark(model.predict, table)) == len(table)


def test_explain_one(benchmark, model):
    sentence = "They crossed the deep river at dawn."
    assert benchmark(model.explain_one, sentence, "river").reasons()


def test_features_of_core(benchmark, table):
    features = lcp.FeatureSet.load("core").fit(table)
    assert len(benchmark(features.transform, table)) == len(table)


def test_sentences_and_words_of_a_text(benchmark, text):
    assert len(benchmark(lambda: list(segments([text])))) > 1


def test_annotate_a_new_text(benchmark, model, text):
    annotated = benchmark.pedantic(
        lambda annotator: list(annotator.stream([text])),
        setup=lambda: ((Annotator(model),), {}),
        rounds=5,
    )
    assert len(annotated) > 1
