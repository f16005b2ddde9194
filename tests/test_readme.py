"""The README is true: its commands parse, its Python runs, its names exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer

from lcp.recipes import recipe_names

README = Path(__file__).parent.parent / "README.md"
PUBLISHED = Path(__file__).parent.parent / "benchmarks" / "published.md"
pytestmark = pytest.mark.skipif(not README.is_file(), reason="no README beside the tests")


def blocks(language, page=README):
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )


def commands_checked(page):
    """How many ``lcp`` commands the page's shell blocks hold; all their options must exist."""
    from lcp.cli import app

    commands = typer.main.get_command(app).commands
    lines = [line for block in blocks("sh", page) for line in block.splitlines() if "lcp " in line]
    lines = [re.sub(r".*?\blcp ", "lcp ", line) for line in lines if not line.startswith("#")]
    for line in lines:
        _, name, *arguments = shlex.split(line, comments=True)
        command = commands[name]
        if hasattr(command, "commands"):
            command = command.commands[arguments[0]]
        known = {option for parameter in command.params for option in parameter.opts}
        used = {argument for argument in arguments if argument.startswith("--")}
        assert used <= known, line
    return len(lines)


def test_it_is_short():
    assert len(README.read_text("utf-8").splitlines()) < 120


def test_every_command_and_option_in_it_exists():
    assert commands_checked(README) >= 5


def test_its_python_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (code,) = blocks("python")
    values: dict[str, object] = {}
    exec(code, values)
    assert (tmp_path / "my-model/CARD.md").is_file()


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="no table of published systems")
def test_every_recipe_is_named_in_it_or_in_the_table_of_published_systems():
    text, table = README.read_text("utf-8"), PUBLISHED.read_text("utf-8")
    for kind, option in (("features", "--features"), ("models", "--model")):
        for name in recipe_names(kind):
            assert f"`{name}`" in text or re.search(rf"{option} {name}\b(?!-)", table), name
