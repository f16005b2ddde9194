"""Fixtures for tests of feature sets: instances, recipes and families."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.extractors import Extractor, Feature, families
from lcp.extractors.base import _REGISTRY

LENGTH = {"length": {"cmudict": False}}


@pytest.fixture(autouse=True)
def registered():
    """Unregister the families that a test registers."""
    families()
    before = dict(_REGISTRY)
    yield
    _REGISTRY.clear()
    _REGISTRY.update(before)


@pytest.fixture
def table():
    sample = lcp.load_corpus("sample").iloc[::4]
    return sample.set_axis([f"row {n}" for n in range(len(sample))])


@pytest.fixture
def singles(table):
    return table[~table["token"].str.contains(" ")]


@pytest.fixture
def toml(tmp_path):
    def write(text):
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def instance(sentence, token, **columns):
    return pd.DataFrame({"sentence": [sentence], "token": [token], **columns})


def spy_family(title, at="word", *, does_learn=True):
    """Register a family that numbers its rows and stores its last inputs."""

    class Spy(Extractor):
        name = title
        level = at
        learns = does_learn

        def __init__(self, *, factor=1.0):
            self.factor = factor

        def features(self):
            return [Feature(name, name, "1", "test") for name in ("number", "other")]

        def fit(self, frame):
            Spy.fitted = frame
            return self

        def extract(self, frame):
            Spy.extracted = frame
            numbers = np.arange(len(frame)) * self.factor
            return pd.DataFrame({"number": numbers, "other": -numbers}, index=frame.index)

    return Spy
