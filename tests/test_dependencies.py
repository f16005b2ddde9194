"""What an installation without extras can do, and what is declared in ``pyproject.toml``."""

import ast
import json
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest

import lcp
from tests.cases import cases

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
    "transformers": ["torch", "transformers", "safetensors"],
    "vocabulary": ["rapidfuzz"],
    "web": ["fastapi", "starlette", "uvicorn"],
}
#: Imported without being declared, because a declared package requires them.
INDIRECT = {
    "anyio": "starlette",
    "markupsafe": "jinja2",
    "msgpack": "wordfreq",
    "platformdirs": "pooch",
    "pydantic": "fastapi",
    "requests": "pooch",
    "rich": "typer",
    "scipy": "scikit-learn",
    "threadpoolctl": "scikit-learn",
    "tokenizers": "transformers",
    "urllib3": "requests",
}
#: Runs commands in a process.
RUN = """
import contextlib, io, json, sys
from lcp.cli import main
results = []
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["lcp", *arguments]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code or 0
    results.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(results))
"""


def declared():
    """Return the declared distributions: the required ones, and those of each extra."""
    if not PYPROJECT.exists():
        pytest.skip("only in a checkout")
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    return [
        {name_of(line) for line in lines}
        for lines in (project["dependencies"], *project["optional-dependencies"].values())
    ]


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
    return names - set(sys.stdlib_module_names) - {"lcp"}


def test_at_most_14_packages_are_required():
    assert len(declared()[0]) <= 14


def test_every_imported_package_is_declared_or_required_by_a_declared_one():
    known = set().union(*declared()) | set(INDIRECT)
    by_module = packages_distributions()
    # An optional package that is not installed has the name of its module.
    missing = {
        name
        for name in imports()
        if not known & {name_of(found) for found in by_module.get(name, [name])}
    }
    assert not missing


@pytest.mark.parametrize(("package", "parent"), INDIRECT.items())
def test_packages_that_are_not_declared_are_required_by_their_parents(package, parent):
    try:
        lines = requires(parent)
    except ModuleNotFoundError:
        pytest.skip(f"{parent} is not installed")
    assert package in {name_of(line) for line in lines if "extra ==" not in line}


def run_without(packages, commands, folder):
    """Return exit code, output and errors of commands, run without some packages."""
    # Processes that a command starts have the same path.
    for name in packages:
        content = f"raise ModuleNotFoundError(\"No module named '{name}'\", name='{name}')\n"
        (folder / f"{name}.py").write_text(content, encoding="utf-8")
    code = f"import sys; sys.path[:0] = {[str(folder), *sys.path]!r}\n{RUN}"
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


@cases("missing_packages", "extra", "arguments")
def test_the_error_for_a_missing_package_names_its_extra(
    extra, arguments, tmp_path, tmp_path_factory, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    beginnings = {"pdf": b"%PDF-1.7", "parquet": b"PAR1", "csv": b"token\na\n"}
    beginnings |= {"txt": b"A.", "html": b"<p>A."}
    names = ["a.html", "a.pdf", "a.docx", "a.epub", "words.csv", "words.xlsx", "words.parquet"]
    for name in ["text.txt", *names]:
        Path(name).write_bytes(beginnings.get(name.partition(".")[2], b"PK\x03\x04"))
    ((status, _, err),) = run_without(EXTRAS[extra], [arguments], tmp_path_factory.mktemp("absent"))
    assert status == 3, err
    assert f'pip install ".[{extra}]"' in err
    assert not list(tmp_path.glob("out*"))
