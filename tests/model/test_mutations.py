"""A mutated model whose checksums match is refused, or predicts; nothing else happens."""

from __future__ import annotations

import random

import pytest

import lcp
from lcp.errors import LCPError
from lcp.features.featureset import FeatureSet
from lcp.model.npz import read_plain
from tests.attacks.models import mutated_bytes, mutated_state
from tests.model.conftest import forge


@pytest.fixture(scope="module")
def trees(table, tmp_path_factory):
    """Folder of a saved model of boosted trees."""
    features = FeatureSet({"length": {}})
    estimator = lcp.load_estimator("lightgbm", n_jobs=1)
    estimator.set_params(n_estimators=4, num_leaves=5, n_seeds=1)
    fitted = lcp.ComplexityModel(features, estimator).fit(table)
    return fitted.save(tmp_path_factory.mktemp("trees") / "model")


def use(folder, table):
    model = lcp.load_model(folder)
    model.predict_one("The cat sat.", "cat")
    lcp.explain(table.iloc[:2], model=model)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["estimator.npz", "features.npz"])
@pytest.mark.parametrize("kind", ["bytes", "state"])
def test_a_mutated_model_is_refused_or_predicts(trees, table, name, kind, capfd):
    draw = random.Random(f"{name} {kind}")  # noqa: S311 - not for security
    content = (trees / name).read_bytes()
    state = read_plain(content)
    refused = 0
    try:
        for _ in range(40):
            mutant = mutated_bytes(content, draw) if kind == "bytes" else mutated_state(state, draw)
            try:
                forge(trees, name, mutant)
                use(trees, table)
            except LCPError:
                refused += 1
    finally:
        forge(trees, name, content)
    assert refused > 10
    assert capfd.readouterr() == ("", "")
