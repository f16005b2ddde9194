"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """No test reads or writes the user's cache."""
    monkeypatch.setenv("LCP_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture
def data() -> Path:
    """The real resources; tests that need them are skipped where they are not."""
    root = os.environ.get("LCP_DATA")
    if not root:
        pytest.skip("LCP_DATA is not set: this test needs the real files")
    return Path(root)


@pytest.fixture
def no_data(monkeypatch):
    """As on a machine where nothing was ever fetched."""
    monkeypatch.delenv("LCP_DATA", raising=False)
