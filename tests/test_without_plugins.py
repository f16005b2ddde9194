"""Without the plugins of this package, everything else works."""

import ast
from pathlib import Path

import lcp
from tests.cases import cases
from tests.processes import python

ROOT = Path(lcp.__file__).parents[1]
#: Hides the entry points, and makes every import from the folder of the plugins fail.
WITHOUT = """
import importlib.metadata, sys
find = importlib.metadata.entry_points
importlib.metadata.entry_points = lambda **of: () if of.get("group") == "lcp.tasks" else find(**of)
sys.modules["lcp.tasks"] = None
"""


def run(*arguments):
    return python("-c", f"{WITHOUT}from lcp.cli import main\nmain()", *arguments)


@cases("commands_without_plugins", "command")
def test_commands_work(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*command)
    assert done.returncode == 0, done.stderr


def test_only_complexity_is_listed():
    done = run("tasks")
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert names == ["complexity:2", "complexity:1"]


def test_a_model_of_a_plugin_is_refused_in_two_lines(learners):
    done = run("predict", "--target", "river", "--model", learners)
    assert done.returncode == 2
    assert "no task 'vocabulary:all'" in done.stderr
    assert len(done.stderr.splitlines()) == 2


def test_every_other_module_can_be_imported():
    done = python(
        "-c",
        f"{WITHOUT}import pkgutil, importlib, lcp\n"
        "def fail(name): assert name == 'lcp.tasks', name\n"
        "for module in pkgutil.walk_packages(lcp.__path__, 'lcp.', fail):\n"
        "    if module.name not in ('lcp.__main__', 'lcp.tasks'):\n"
        "        importlib.import_module(module.name)\n"
        "        print(module.name)\n",
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 150


def test_nothing_names_a_plugin_from_outside():
    plugins = ROOT / "lcp" / "tasks"
    outside = [
        path
        for top in ("lcp", "tests", "benchmarks")
        for path in (ROOT / top).rglob("*.py")
        if not path.is_relative_to(plugins) and "tests/tasks" not in path.as_posix()
    ]
    assert len(outside) > 200
    for path in outside:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            if isinstance(node, ast.Constant) and path.is_relative_to(ROOT / "lcp"):
                names = [str(node.value)]
            assert not [name for name in names if name.startswith("lcp.tasks.")], path
