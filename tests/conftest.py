"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import shutil
import sys
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


@pytest.fixture(scope="module")
def browser():
    """Debian's Chromium; no longer than for a module, for no event loop may run beside it."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None or sys.platform == "win32":
        pytest.skip("there is no chromium on this machine")
    with api.sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        opened = playwright.chromium.launch(executable_path=chromium, args=options)
        yield opened
        opened.close()
