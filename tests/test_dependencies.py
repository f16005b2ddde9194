"""What an installation without extras can do, and what is declared in ``pyproject.toml``."""

import ast
import json
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import lcp
from tests.cases import rows
from tests.processes import RUN_COMMANDS

PACKAGE = Path(lcp.__file__).parent
PYPROJECT = PACKAGE.parent / "pyproject.toml"
#: Packages of extras, as they are imported. markdown-it is not among them: typer needs it too.
EXTRAS = {
    "anki": ["genanki"],
    "documents": ["lxml", "selectolax", "pypdfium2", "webencodings"],
    "excel": ["openpyxl"],
    "figures": ["matplotlib"],
    "parquet": ["pyarrow"],
    "rdata": ["rdata"],
    "spacy": ["spacy"],
    "transformers": ["torch", "transformers", "safetensors"],
    "vectors": ["gensim"],
    "vocabulary": ["rapidfuzz"],
    "web": ["fastapi", "starlette", "uvicorn"],
}


#: Extras for people who change lcp: none of its modules may import their packages.
TOOLS = {"docs", "test", "train"}


def declared():
    """Return the distributions that are required, or belong to an extra for users."""
    if not PYPROJECT.exists():
        pytest.skip("only in a checkout")
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].items()
    lines = [line for extra, of in extras if extra not in TOOLS for line in of]
    return {name_of(line) for line in [*project["dependencies"], *lines]}


def name_of(requirement):
    """Return the normalised name of the distribution of a requirement."""
    name = re.match(r"[\w.-]+", requirement)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def imports():
    """Return the packages that lcp imports, apart from itself and the standard library."""
    names = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.partition(".")[0])
            elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
                names |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return names - set(sys.stdlib_module_names) - {"lcp"}


def test_the_declared_packages_are_those_that_are_imported():
    by_module = packages_distributions()
    # An optional package that is not installed has the name of its module.
    imported = {
        name_of(distribution) for name in imports() for distribution in by_module.get(name, [name])
    }
    assert imported == declared() - {"lexical-complexity"}


def run_without(packages, commands, folder):
    """Return exit code, output and errors of commands, run without some packages."""
    # Processes that a command starts have the same path.
    for name in packages:
        content = f"raise ModuleNotFoundError(\"No module named '{name}'\", name='{name}')\n"
        (folder / f"{name}.py").write_text(content, encoding="utf-8")
    code = f"import sys; sys.path[:0] = {[str(folder), *sys.path]!r}\n{RUN_COMMANDS}"
    process = subprocess.run(
        [sys.executable, "-I", "-c", code, json.dumps(commands)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


def test_commands_run_without_any_extra(tmp_path, no_data, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("text.txt").write_text("The acquiescence of the river rose. The committement was mild.")
    Path("words.csv").write_text("token,sentence\nriver,The river rose.\n")
    lines = Path(__file__).with_name("commands_without_extras.txt").read_text().splitlines()
    blocked = [name for names in EXTRAS.values() for name in names]
    absent = tmp_path / "absent"
    absent.mkdir()
    results = run_without(blocked, [shlex.split(line) for line in lines], absent)
    for line, (status, _, err) in zip(lines, results, strict=True):
        assert status == 0, (line, err)


@pytest.mark.parametrize("extra", ["anki", "documents", "excel", "parquet", "spacy", "web"])
def test_the_error_for_a_missing_package_names_its_extra(
    extra, tmp_path, tmp_path_factory, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    beginnings = {"pdf": b"%PDF-1.7", "parquet": b"PAR1", "csv": b"token\na\n"}
    beginnings |= {"txt": b"A.", "html": b"<p>A."}
    names = ["a.html", "a.pdf", "a.docx", "a.epub", "words.csv", "words.xlsx", "words.parquet"]
    for name in ["text.txt", *names]:
        Path(name).write_bytes(beginnings.get(name.partition(".")[2], b"PK\x03\x04"))
    commands = [row["arguments"] for row in rows("missing_packages") if row["extra"] == extra]
    absent = tmp_path_factory.mktemp("absent")
    for command, (status, _, err) in zip(
        commands, run_without(EXTRAS[extra], commands, absent), strict=True
    ):
        assert status == 3, (command, err)
        assert f'pip install ".[{extra}]"' in err
    assert commands
    assert not list(tmp_path.glob("out*"))
