"""Run a command as a user would and look at what it prints, writes and returns."""

from __future__ import annotations

import sys

import pytest

from lcp.errors import ResourceError


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Call ``lcp`` with arguments, in an empty folder; gives exit code, output and errors."""
    from lcp.cli import console, main

    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for stream in (console.out, console.err):
        monkeypatch.setattr(stream, "_width", 80)

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["lcp", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        captured = capsys.readouterr()
        return int(stopped.value.code or 0), captured.out, captured.err

    return call


@pytest.fixture
def offline(monkeypatch, no_data, tmp_path):
    """No mirror, an empty cache, no NLTK data, and no network."""

    def refuse(resource, _cache):
        raise ResourceError(
            f"The resource '{resource.name}' could not be downloaded (offline).",
            where="https://example.org",
            hint=f"Run `lcp fetch {resource.name}`, or set LCP_DATA to a folder.",
        )

    monkeypatch.setenv("LCP_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr("lcp.resources.download.download", refuse)
    monkeypatch.setattr("lcp.resources.store._nltk_search_path", list)
