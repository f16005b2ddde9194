"""The documentation is true: nothing generated is stale, its code runs, its site is whole."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lcp
from tests.test_readme import commands_checked, runnable

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
RENEW = "cog -r -I docs docs/*.md"
pytestmark = pytest.mark.skipif(not PAGES, reason="no documentation beside the tests")


def run(*arguments: object, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def needs(*modules: str) -> None:
    for module in modules:
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed: pip install '.[docs]'")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_generated_region_is_stale(page, monkeypatch, capsys):
    cogapp = pytest.importorskip("cogapp", reason="cogapp is not installed: pip install '.[docs]'")
    monkeypatch.chdir(ROOT)
    # In this process, because a new one would import everything again for each page.
    status = cogapp.Cog().main(["cog", "--check", "--diff", "-I", "docs", str(page)])
    assert status == 0, f"Renew with: {RENEW}\n{capsys.readouterr().out[-4000:]}"


def test_exactly_the_public_names_are_documented_as_such():
    named = re.findall(r"^::: lcp\.(\w+)$", (DOCS / "api.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(lcp.__all__)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_and_option_exists(page):
    assert commands_checked(page) or page.stem in {"api", "data", "gallery", "r"}


@pytest.mark.parametrize("name", ["index", "features"])
def test_the_python_runs(name, tmp_path):
    script = tmp_path / "page.py"
    script.write_text(runnable(DOCS / f"{name}.md", tmp_path), encoding="utf-8")
    done = run(script, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_pictures_are_small():
    for picture in DOCS.rglob("*.png"):
        assert picture.stat().st_size < 300_000, picture


def test_the_site_builds_strictly_and_asks_no_other_host(tmp_path):
    needs("mkdocs", "material", "mkdocstrings_handlers")
    done = run("-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path / "site")
    assert done.returncode == 0, done.stderr[-4000:]
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > len(PAGES)
    for page in pages:
        html = page.read_text("utf-8")
        loaded = re.findall(r"<(?:script|img|iframe|link)\b[^>]*", html)
        assert not [tag for tag in loaded if re.search(r"\s(?:src|href)=[\"']?(?:https?:)?//", tag)]
