"""The gallery shows every example, and the code of the R page runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_readme import blocks

DOCS = Path(__file__).parent.parent / "docs"
GALLERY, R_PAGE = DOCS / "gallery.md", DOCS / "r.md"
pytestmark = pytest.mark.skipif(not GALLERY.is_file(), reason="no documentation beside the tests")


# That each script runs, and prints what the page shows, is checked with the generated regions.
def test_the_gallery_consists_of_the_five_scripts():
    shown = re.findall(r'gallery\.example\("(\w+)"', GALLERY.read_text("utf-8"))
    assert len(shown) == 5
    assert sorted(shown) == sorted(path.stem for path in (DOCS / "examples").glob("*.py"))


def test_every_example_prints_something():
    for output in blocks("console", GALLERY):
        assert len(output.splitlines()) >= 3


def test_the_code_of_the_r_page_runs(tmp_path):
    rscript = shutil.which("Rscript")
    check = [rscript or "", "-e", 'quit(status = !requireNamespace("reticulate", quietly = TRUE))']
    if rscript is None or subprocess.run(check, capture_output=True, check=False).returncode:
        pytest.skip("R and its package reticulate are not installed")
    shutil.copy(DOCS / "example.txt", tmp_path)
    script = tmp_path / "page.R"
    script.write_text("\n".join(blocks("r", R_PAGE)), encoding="utf-8")
    done = subprocess.run(
        [rscript, str(script)],
        cwd=tmp_path,
        env={**os.environ, "LCP_PYTHON": sys.executable, "PYTHONPATH": str(DOCS.parent)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "corroded" in done.stdout
    assert (tmp_path / "model-from-r" / "CARD.md").is_file()
