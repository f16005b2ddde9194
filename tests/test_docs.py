"""The documentation is true: nothing generated is stale, its code runs, its site builds."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer

import lcp
from lcp.cli import app

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
RENEW = "cog -r -I docs README.md docs/*.md"
pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="no documentation beside the tests")


def run(*arguments, cwd=ROOT):
    return subprocess.run(
        list(map(str, arguments)),
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LCP_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def blocks(language, page):
    """Return the code blocks of a page in a language."""
    text = page.read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_generated_region_is_stale(page, monkeypatch, capsys):
    cogapp = pytest.importorskip("cogapp", reason="cogapp is not installed: pip install '.[docs]'")
    monkeypatch.chdir(ROOT)
    # In this process, because a new one would import everything again for each page.
    status = cogapp.Cog().main(["cog", "--check", "--diff", "-I", "docs", str(page)])
    assert status == 0, f"Renew with: {RENEW}\n{capsys.readouterr().out[-4000:]}"


def strings(module):
    """Return the strings of a module, with NAME for what is put into them."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr | ast.Constant):
            parts = (getattr(part, "value", "") for part in getattr(node, "values", [node]))
            yield "".join("NAME" if isinstance(part, ast.AST) else str(part) for part in parts)


def problem(line):
    """Return what is wrong with the arguments of a command, which is not run."""
    _, *arguments = shlex.split(line, comments=True)
    command = typer.main.get_command(app)
    while hasattr(command, "commands") and arguments and arguments[0] in command.commands:
        command = command.commands[arguments.pop(0)]
    if hasattr(command, "commands") and re.match("[a-z]", " ".join(arguments)):
        return "no such command"
    if arguments in ([], ["--help"], ["--version"]):
        return ""
    try:
        given = command.make_context("lcp", arguments).params
    except Exception as error:  # noqa: BLE001 - the class depends on the version of typer
        return f"{error}"
    return "a file has no target" if given.get("file") and given.get("target") else ""


def test_every_command_and_option_exists():
    commands, options = [typer.main.get_command(app)], set()
    for command in commands:
        commands += getattr(command, "commands", {}).values()
        options.update(*(part.opts + part.secondary_opts for part in command.params))
    texts = {page: page.read_text("utf-8") for page in [*PAGES, *ROOT.glob("[CS]*.md")]}
    texts |= {page: "\n".join(strings(page)) for page in ROOT.glob("lcp/**/*.py")}
    wrong = []
    for page, text in texts.items():
        shell = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
        lines = re.findall(r"^(?!#).*?\b(lcp .*)", shell.replace("\\\n", " "), re.MULTILINE)
        code = re.findall(r"(?<!`)`([^`]+)`(?!`)", text)
        wrong += [(page, line, problem(line)) for line in lines if problem(line)]
        for mention in (part for part in code if part.startswith("lcp ")):
            # Part of a command may be mentioned.
            if not re.match("$|Missing parameter|.* requires an argument", problem(mention)):
                wrong.append((page, mention, problem(mention)))
        for part in code if page.suffix == ".md" else [text]:
            named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", part))
            wrong += [(page, part, named - options)] if not named <= {*options, "--help"} else []
    assert not wrong, "\n".join(map(str, wrong))


def test_every_path_in_the_text_exists():
    paths = re.compile(r"`((?:lcp|tools|benchmarks|features|models|tests|docs)/[\w./-]+)`")
    for page in [*PAGES, *ROOT.glob("*.md")]:
        for path in paths.findall(page.read_text("utf-8")):
            installed = Path(path).parts[:2] == ("lcp", "_recipes")
            assert installed or (ROOT / path).exists(), (page.name, path)


def test_the_script_of_the_pictures_finds_what_it_uses():
    pytest.importorskip("playwright", reason="playwright is not installed")
    done = run(sys.executable, "-c", "import screenshots", cwd=DOCS)
    assert done.returncode == 0, done.stderr


def test_exactly_the_public_names_are_documented_as_such():
    named = re.findall(r"^::: lcp\.(\w+)$", (DOCS / "api.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(lcp.__all__)


def test_every_folder_and_module_of_the_package_has_its_place():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    listed = text.split("## Where things are")[1].split("```")[1]
    for path in (ROOT / "lcp").iterdir():
        if path.suffix in ("", ".py") and not path.name.startswith("_"):
            name = rf"{path.stem}/" if path.is_dir() else rf"{path.stem}\b"
            assert re.search(rf"(?<![\w/]){name}", listed), path


@pytest.mark.parametrize("package", ["english", "evaluation", "english.lexicon"])
def test_a_package_that_lists_its_modules_lists_all(package):
    text = import_module(f"lcp.{package}").__doc__
    modules = {path.stem for path in (ROOT / "lcp" / package.replace(".", "/")).glob("[!_]*.py")}
    assert set(re.findall(r"`(\w+)`", text)) == modules


@pytest.mark.parametrize("name", ["index", "features"])
def test_the_python_runs(name, tmp_path):
    quick = 'estimator = "boosted-trees"\n[parameters]\nn_estimators = 30\nn_seeds = 1\n'
    (tmp_path / "quick.toml").write_text(quick, encoding="utf-8")
    script = tmp_path / "page.py"
    code = "\n".join(blocks("python", DOCS / f"{name}.md")).replace('"lightgbm"', '"quick.toml"')
    script.write_text(code, encoding="utf-8")
    done = run(sys.executable, script, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_commands_of_the_paper_run_on_the_sample(tmp_path):
    page = DOCS / "paper.md"
    (tmp_path / "paper.toml").write_text(*blocks("toml", page), encoding="utf-8")
    for line in "".join(blocks("sh", page)).splitlines():
        done = run(sys.executable, "-m", *shlex.split(line), cwd=tmp_path)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
    tables = ["ablation/scores", "comparison/scores", "errors/by-genre", "errors/by-frequency"]
    for path in (tmp_path / f"{name}.tex" for name in tables):
        assert r"\toprule" in path.read_text("utf-8")
    assert len((tmp_path / "pairs.csv").read_text("utf-8").splitlines()) > 2


def test_the_code_of_the_r_page_runs(tmp_path):
    rscript = shutil.which("Rscript")
    check = 'quit(status = !requireNamespace("reticulate", quietly = TRUE))'
    if rscript is None or run(rscript, "-e", check).returncode:
        pytest.skip("R and its package reticulate are not installed")
    shutil.copy(DOCS / "example.txt", tmp_path)
    script = tmp_path / "page.R"
    script.write_text("\n".join(blocks("r", DOCS / "r.md")), encoding="utf-8")
    done = run(rscript, script, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "corroded" in done.stdout


def test_the_site_builds_strictly_and_asks_no_other_host(tmp_path):
    for module in ("mkdocs", "material", "mkdocstrings_handlers"):
        pytest.importorskip(module, reason="not installed: pip install '.[docs]'")
    done = run(sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path / "site")
    assert done.returncode == 0, done.stderr[-4000:]
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) >= len(PAGES)
    for page in pages:
        loaded = re.findall(r"<(?:script|img|iframe|link)\b[^>]*", page.read_text("utf-8"))
        assert not [tag for tag in loaded if re.search(r"\s(?:src|href)=[\"']?(?:https?:)?//", tag)]
