"""A toy encoder on disk, and a store with a cache of its own."""

import pytest

from lcp.encoders.record_cache import record_cache
from lcp.resources import Store
from tests.encoders.toy import write_toy_encoder


@pytest.fixture
def toy(tmp_path):
    return write_toy_encoder(tmp_path / "toy")


@pytest.fixture
def store(tmp_path):
    record_cache.cache_clear()
    yield Store(cache=tmp_path / "cache")
    record_cache.cache_clear()
