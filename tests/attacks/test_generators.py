"""A sample of the attacks of ``benchmarks/attack.py``: hostile input is refused or used."""

from __future__ import annotations

import random

import pytest

from lcp.corpora import read_instances
from lcp.documents import read_document
from lcp.errors import LCPError
from lcp.features.featureset import FeatureSet
from lcp.recipes import recipe_folder
from tests.attacks.documents import mutated_document
from tests.attacks.requests import hostile_request
from tests.attacks.tables import mutated_recipe, mutated_table

pytestmark = pytest.mark.filterwarnings("ignore")


def tried(attack, n):
    """Try `n` inputs; returns how many were used."""
    used = 0
    for seed in range(n):
        try:
            attack(random.Random(seed))  # noqa: S311 - not for security
            used += 1
        except LCPError:
            pass
    return used


def test_a_mutated_table_is_read_or_refused(tmp_path):
    def attack(draw):
        suffix, content = mutated_table(draw)
        path = tmp_path / f"table{suffix}"
        path.write_bytes(content)
        read_instances(path)

    assert 10 < tried(attack, 120) < 110


def test_a_mutated_feature_set_is_read_or_refused(tmp_path):
    text = (recipe_folder("features") / "core.toml").read_text(encoding="utf-8")
    path = tmp_path / "a.toml"

    def attack(draw):
        path.write_text(mutated_recipe(text, draw), encoding="utf-8")
        FeatureSet.load(path)

    assert 2 < tried(attack, 60) < 58


def test_a_mutated_document_is_read_or_refused():
    def attack(draw):
        name, content = mutated_document(draw)
        read_document(content, name=name)

    assert 10 < tried(attack, 120) < 115


def test_the_server_answers_a_hostile_request_without_failing():
    pytest.importorskip("fastapi", reason="the extra web is not installed")
    from starlette.testclient import TestClient

    from lcp.web.app import create_app

    client = TestClient(
        create_app(), base_url="http://127.0.0.1:8000", raise_server_exceptions=False
    )
    requests = [hostile_request(random.Random(seed)) for seed in range(40)]  # noqa: S311
    statuses = [client.request(**request).status_code for request in requests]
    assert max(statuses) < 500
    assert min(statuses) == 200
