"""Fixtures for tests of feature sets: instances, recipes and families."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.features.family import Family, Feature

LENGTH = {"length": {}}


@pytest.fixture(autouse=True)
def only_registered(registered):
    """Unregister the families that a test registers."""


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

    @dataclass(frozen=True)
    class Spy(Family):
        name = title
        scope = at
        learns = does_learn

        factor: float = 1.0

        def features(self, learned):
            return [Feature(name, name, "1", "test") for name in ("number", "other")]

        def fit(self, targets, rated, store):
            Spy.fitted = targets
            return {}

        def measure(self, inputs, fitted):
            Spy.measured = inputs
            numbers = np.arange(len(inputs)) * self.factor
            return np.column_stack([numbers, -numbers])

    return Spy
