"""Commands, options, Python code and names in the README are valid."""

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


def runnable(page, folder):
    """Return the Python code of a page, with fewer trees than in the recipe lightgbm."""
    quick = 'estimator = "boosted-trees"\n[parameters]\nn_estimators = 30\nn_seeds = 1\n'
    (folder / "quick.toml").write_text(quick, encoding="utf-8")
    return "\n".join(blocks("python", page)).replace('"lightgbm"', '"quick.toml"')


def commands_checked(page):
    """How many ``lcp`` commands the page's shell blocks hold; all their options must exist."""
    from lcp.cli import app

    commands = typer.main.get_command(app).commands
    joined = [block.replace("\\\n", " ") for block in blocks("sh", page)]
    lines = [line for block in joined for line in block.splitlines() if "lcp " in line]
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


def test_the_readme_has_fewer_than_120_lines():
    assert len(README.read_text("utf-8").splitlines()) < 120


def test_every_command_and_option_in_it_exists():
    assert commands_checked(README) >= 5


def test_python_blocks_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    values: dict[str, object] = {}
    exec(runnable(README, tmp_path), values)
    assert (tmp_path / "my-model/CARD.md").is_file()


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="no table of published systems")
def test_every_recipe_is_named_in_it_or_in_the_table_of_published_systems():
    text, table = README.read_text("utf-8"), PUBLISHED.read_text("utf-8")
    for kind, option in (("features", "--features"), ("models", "--model")):
        for name in recipe_names(kind):
            assert f"`{name}`" in text or re.search(rf"{option} {name}\b(?!-)", table), name
