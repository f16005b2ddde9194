"""A prediction of one target imports few packages."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product

import pytest

import lcp.cli

#: Packages that a prediction may import, apart from the standard library. Python imports
#: `sitecustomize` when it starts, if a distribution such as Debian provides it.
ALLOWED = {
    *("Stemmer", "cachetools", "lcp", "msgpack", "numpy", "platformdirs", "sitecustomize"),
}
#: Of a word outside the lexicon, whose lemma and hyphenation are not computed in advance.
DICTIONARIES = {"pyphen", "simplemma"}
#: Of the command line.
INTERFACE = {
    *("annotated_doc", "annotated_types", "markdown_it", "mdurl", "pydantic", "pydantic_core"),
    *("pygments", "rich", "shellingham", "typer", "typing_extensions", "typing_inspection"),
}
#: What takes longest to import.
HEAVY = {
    *("gensim", "jinja2", "lightgbm", "matplotlib", "nltk", "pandas", "pooch", "pyarrow"),
    *("scipy", "skops", "sklearn", "spacy", "textstat", "wordfreq"),
}

PREDICT = "import lcp; lcp.load_model().predict_one({sentence!r}, {target!r}, **{options})"
COMMAND = (
    "import sys, lcp.cli; sys.argv = ['lcp', *{arguments}]\n"
    "try: lcp.cli.main()\nexcept SystemExit as end: assert not end.code, end.code"
)
REPORT = (
    "\nimport sys, json, importlib.metadata"
    "\nmodules = {name.partition('.')[0] for name in list(sys.modules)}"
    "\nprint(json.dumps(sorted(modules - set(sys.stdlib_module_names))))"
)


def imported(code: str) -> set[str]:
    """Return the packages outside the standard library that a process imports."""
    process = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{code}{REPORT}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    names = set(json.loads(process.stdout.splitlines()[-1]))
    # Some compiled modules register names that are not packages.
    return {name for name in names if not name.startswith("_") and name != "cython_runtime"}


@pytest.mark.parametrize(
    ("sentence", "target", "options"),
    [
        ("They crossed the deep river at dawn.", "river", {}),
        ("They crossed the deep river at dawn.", "deep river", {}),
        ("The mice weren't well-fed.", "mice", {"genre": "biomed"}),
        ("The committee was reluctant.", "reluctant", {"readers": "learner"}),
    ],
)
def test_a_prediction_imports_few_packages(sentence, target, options):
    code = PREDICT.format(sentence=sentence, target=target, options=options)
    assert imported(code) <= ALLOWED


def test_a_rare_word_needs_the_dictionaries_too():
    code = PREDICT.format(sentence="A zxqvy was seen.", target="zxqvy", options={})
    packages = imported(code)
    assert packages <= ALLOWED | DICTIONARIES
    assert not packages & HEAVY


def test_the_command_predict_imports_few_packages():
    arguments = ["predict", "--sentence", "The river rose.", "--target", "river"]
    packages = imported(COMMAND.format(arguments=arguments))
    assert packages <= ALLOWED | INTERFACE


def test_the_command_annotate_imports_spacy_but_no_other_heavy_package(tmp_path, no_data):
    text = tmp_path / "text.txt"
    text.write_text("The zxqvy acquiescence rose. It was mild.", encoding="utf-8")
    arguments = ["annotate", str(text), "--out", str(tmp_path / "rated.csv")]
    # spaCy imports Jinja.
    assert imported(COMMAND.format(arguments=arguments)) & HEAVY == {"jinja2", "spacy"}


def test_many_new_words_are_kept_in_a_file_without_pandas(tmp_path, no_data):
    text = tmp_path / "text.txt"
    letters = product("bcdfg", "aeiou", "klmnp", "aeiou", "rstvz")
    words = ("".join(word) for word in letters)
    text.write_text("".join(f"The {word} rose.\n" for word in words), encoding="utf-8")
    arguments = ["annotate", str(text), "--out", str(tmp_path / "rated.csv")]
    for _ in range(2):  # writing the file, and reading it
        packages = imported(COMMAND.format(arguments=arguments))
        assert packages & HEAVY == {"jinja2", "pyarrow", "spacy"}


def test_help_imports_neither_numpy_nor_heavy_packages():
    packages = imported(COMMAND.format(arguments=["--help"]))
    assert not packages & (HEAVY | {"numpy"})


def test_a_named_command_is_the_only_one_that_is_imported():
    arguments = ["predict", "--help"]
    report = "\nassert 'lcp.cli.serve' not in sys.modules, 'imported'"
    imported(COMMAND.format(arguments=arguments) + report)
    assert len(lcp.cli.make_app("predict").registered_commands) == 1
