"""What works where only some packages are installed, or only some parts of lcp."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import lcp
from lcp.files.recipes import recipe_folder
from tests.processes import RUN_COMMANDS

PACKAGE = Path(lcp.__file__).parent
TEXT = "The committee was reluctant. They crossed the deep river and gave up in Paris. Zxqvy rose."
INSTALL = "Install all of lcp: run `pip install .` in its checkout."
PREDICT = f"""
import json, lcp
targets = [("The committee was reluctant.", "reluctant"), ("They gave up.", "gave up")]
model = lcp.load_model()
rated = [
    model.predict_one(*pair, **options)
    for pair in [*targets, ("A zxqvy rose.", "zxqvy")]
    for options in [{{}}, {{"genre": "bible"}}, {{"readers": "learner"}}]
]
words = [(word.text, str(word)) for word in lcp.annotate({TEXT!r})]
print(json.dumps([rated, words, str(lcp.profile({TEXT!r}))]))
"""

DOCKERFILE = PACKAGE.parent / "Dockerfile"
SERVE = f"""
import json, lcp
from starlette.testclient import TestClient
from lcp.reader.web.app import create_app
client = TestClient(create_app(lcp.load_model()), base_url="http://localhost")
target = {{"sentence": "The river rose.", "target": "river"}}
answers = client.post("/api/annotate", json={{"text": {TEXT!r}}}), client.get("/")
explained = client.post("/api/explain", json=target)
print(json.dumps([answers[0].json(), answers[1].status_code, explained.json()]))
"""

FUNCTIONS = """
import inspect, lcp
inspect.getmembers(lcp)
from lcp import *
for name in sys.argv[1:]:
    try:
        getattr(lcp, name)
    except lcp.ResourceError as error:
        print(error)
"""


def closure(*names):
    """Return the installed distributions of these names, and those that they require."""
    required = {}
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in required:
            required[name] = distribution(name)
            lines = map(Requirement, required[name].requires or ())
            waiting += [
                line.name
                for line in lines
                if not line.marker or line.marker.evaluate({"extra": ""})
            ]
    return required.values()


def install(folder, *names):
    """Install distributions and what they require in a folder: links to those installed here."""
    for package in closure(*names):
        for top in {Path(file.parts[0]) for file in package.files if file.parts[0] != ".."}:
            if top.name != "__pycache__" and not (folder / top).exists():
                try:
                    (folder / top).symlink_to(package.locate_file(top))
                except OSError:
                    pytest.skip("links cannot be made here")


def install_lcp(folder, *without):
    """Install lcp without its requirements, and without some of its folders."""
    skipped = shutil.ignore_patterns("__pycache__", *without)
    shutil.copytree(PACKAGE, folder / "lcp", ignore=skipped)
    if not (PACKAGE / "_recipes").exists():
        for kind in ("features", "models"):
            shutil.copytree(recipe_folder(kind), folder / "lcp" / "_recipes" / kind)
    metadata = folder / "lexical_complexity-0.1.0.dist-info"
    metadata.mkdir()
    for name in ("METADATA", "entry_points.txt"):
        (metadata / name).write_text(distribution("lexical-complexity").read_text(name), "utf-8")


def python(folder, *arguments, isolated=True, cwd=None):
    """Run Python with the modules of a folder and, unless isolated, with all installed packages."""
    paths = [str(folder)] if isolated else [str(folder), *sys.path]
    start = f"import sys; sys.path[:0] = {paths!r}\n"
    options = ["-I", *(["-S"] if isolated else [])]
    return subprocess.run(
        [sys.executable, *options, "-c", start + arguments[0], *map(str, arguments[1:])],
        cwd=cwd,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def few_packages(tmp_path_factory):
    """Install lcp with the packages that the documentation names for predictions."""
    folder = tmp_path_factory.mktemp("few")
    install(folder, "numpy", "platformdirs", "pystemmer", "wordfreq")
    install_lcp(folder)
    return folder


def test_few_packages_give_the_same_numbers(few_packages, capsys):
    few = python(few_packages, PREDICT)
    assert few.returncode == 0, few.stderr
    exec(PREDICT, {})
    assert json.loads(few.stdout) == json.loads(capsys.readouterr().out)
    assert len(json.loads(few.stdout)[0]) == 9


@pytest.mark.skipif(not DOCKERFILE.is_file(), reason="no Dockerfile beside the tests")
def test_the_packages_of_the_image_serve(few_packages):
    pytest.importorskip("fastapi", reason="fastapi is not installed: pip install '.[web]'")
    [listed] = re.findall(
        r"pip install --no-cache-dir (numpy .*?) \$MORE", DOCKERFILE.read_text(), re.DOTALL
    )
    packages = [name for name in listed.split() if name != "\\"]
    assert not {"pandas", "lightgbm", "spacy", "scikit-learn"} & {*packages}
    install(few_packages, *packages, "httpx2")
    done = python(few_packages, SERVE)
    assert done.returncode == 0, done.stderr
    annotated, page, explained = json.loads(done.stdout)
    assert [word["text"] for word in annotated["sentences"][0]["words"]] == [
        "committee",
        "reluctant",
    ]
    assert page == 200
    assert explained["error"]["hint"].endswith("where all of lcp is installed.")


@pytest.fixture(scope="module")
def no_reader(tmp_path_factory):
    """Install lcp without the folder of the reader."""
    folder = tmp_path_factory.mktemp("no_reader")
    install_lcp(folder, "reader")
    assert not (folder / "lcp" / "reader").exists()
    return folder


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Work in a folder with the files that commands read."""
    monkeypatch.chdir(tmp_path)
    Path("words.csv").write_text("token,sentence\nriver,The river rose.\nocean,An ocean rose.\n")
    Path("text.txt").write_text("The river rose.")
    Path("two.toml").write_text("[families.length]\n[families.morphology]\n")
    return tmp_path


def run(folder, commands):
    """Return exit code, output and errors of commands with the modules of a folder first."""
    done = python(folder, RUN_COMMANDS, json.dumps(commands), isolated=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_commands_of_the_toolkit_need_no_reader(no_reader, here, no_data):
    lines = Path(__file__).with_name("commands_without_reader.txt").read_text().splitlines()
    results = run(no_reader, [shlex.split(line) for line in lines])
    for line, (status, _, err) in zip(lines, results, strict=True):
        assert status == 0, (line, err)


def test_commands_of_the_reader_say_what_is_missing(no_reader, here):
    commands = [[name, "text.txt"] for name in ("annotate", "profile", "words")]
    commands += [["serve"], ["mark", "text.txt", "--out", "marked.html"]]
    commands += [["substitutes", "--sentence", "It rose.", "--target", "rose"]]
    for [name, *_], (status, out, err) in zip(commands, run(no_reader, commands), strict=True):
        assert (status, out) == (3, ""), name
        assert err.splitlines()[-2:] == [
            f"Error: `lcp {name}` needs lcp.reader, which this installation lacks.",
            INSTALL,
        ]


def test_functions_of_the_reader_say_what_is_missing(no_reader):
    names = ["Annotator", "Substitutes", "TextProfile", "annotate", "profile", "substitutes"]
    done = python(no_reader, FUNCTIONS, *names, isolated=False)
    lines = [
        line
        for name in names
        for line in (f"lcp.{name} needs lcp.reader, which this installation lacks.", INSTALL)
    ]
    assert done.stdout.splitlines() == lines, done.stderr
