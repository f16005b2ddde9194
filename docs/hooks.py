"""Hooks of the site's build: the benchmarks' pages, and links in docstrings.

The benchmarks are outside ``docs/`` and linked as files of the repository; on the site they are
separate pages.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
_SUFFIXES = (".md", ".html", ".csv", ".png", ".svg")
_ROLE = re.compile(r":(?:func|class|meth|mod|attr):<code>~?([\w.]+)</code>")
_IMAGE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the benchmarks to the site."""
    for path in sorted((ROOT / "benchmarks").rglob("*")):
        if path.suffix in _SUFFIXES:
            place = path.relative_to(ROOT).as_posix()
            files.append(File.generated(config, place, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Link to the benchmarks as pages of the site; remove plots that are not in the repository."""
    place = page.file.src_uri
    if not place.startswith("benchmarks/"):
        return markdown.replace("](../benchmarks/", "](benchmarks/")
    folder = (ROOT / place).parent
    return _IMAGE.sub(lambda image: image[0] if (folder / image[1]).is_file() else "", markdown)


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Turn roles in docstrings into links if the site documents their targets."""
    return _ROLE.sub(r'<autoref identifier="\1" optional><code>\1</code></autoref>', html)
