"""Without a room, everything else works: the package is linked into a folder without it."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lcp
from lcp.tasks import rooms

ROOT = Path(lcp.__file__).parents[1]
ROOMS = ("gaps", "vocabulary")


@pytest.fixture(scope="module", params=ROOMS)
def hidden(request, tmp_path_factory):
    """Return the name of a room and a folder with the repository without it."""
    name = request.param
    folder = tmp_path_factory.mktemp(f"without-{name}")
    left_out = shutil.ignore_patterns("__pycache__", name)
    shutil.copytree(ROOT / "lcp", folder / "lcp", ignore=left_out)
    for part in ("features", "models", "tests", "benchmarks", "docs", "pyproject.toml"):
        (folder / part).symlink_to(ROOT / part)
    return name, folder


def python(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_commands_work(hidden):
    name, folder = hidden
    commands = [
        ["predict", "--sentence", "They crossed the deep river.", "--target", "river"],
        ["fit", "--corpus", "sample", "--features", "frequency-baseline", "--recipe", "ridge"],
        ["resources", "list"],
        ["tasks"],
    ]
    for command in commands:
        done = python(folder, "-m", "lcp", *command)
        assert done.returncode == 0, (command, done.stderr)
    assert f"{name}:" not in done.stdout
    assert "complexity:2" in done.stdout


def test_a_saved_model_of_the_room_is_refused_in_two_lines(hidden, request):
    name, folder = hidden
    if name != "vocabulary":
        pytest.skip("the model for learners is of another room")
    model = request.getfixturevalue("learners_folder") / "learners"
    done = python(folder, "-m", "lcp", "predict", "--target", "river", "--model", model)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 2


def test_every_other_module_can_be_imported(hidden):
    _, folder = hidden
    code = (
        "import pkgutil, importlib, lcp\n"
        "for module in pkgutil.walk_packages(lcp.__path__, 'lcp.'):\n"
        "    if not module.name.endswith('__main__'): importlib.import_module(module.name)\n"
        "print(lcp.__file__)"
    )
    done = python(folder, "-c", code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(folder))


def test_nothing_imports_a_room_from_outside():
    outside = [
        path
        for top in ("lcp", "tests", "benchmarks")
        for path in (ROOT / top).rglob("*.py")
        if not any(f"tasks/{name}" in path.as_posix() for name in ROOMS)
    ]
    for path in outside:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}"]
            for name in names:
                assert not name.startswith(tuple(f"lcp.tasks.{room}" for room in ROOMS)), path


def test_all_rooms_are_tested():
    assert {*ROOMS} == rooms().keys() - {"complexity"}
