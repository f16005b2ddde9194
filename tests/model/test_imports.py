"""A prediction of one target imports few packages."""

import json
import sys

import lcp.cli
from tests.cases import cases
from tests.processes import python

#: Packages that a prediction may import, apart from the standard library.
ALLOWED = {
    *("Stemmer", "lcp", "numpy", "platformdirs"),
    # Python imports it when it starts, if a distribution such as Debian provides it.
    "sitecustomize",
    "wordfreq",
    # Of wordfreq.
    *("ftfy", "language_data", "langcodes", "locate", "msgpack", "regex", "wcwidth"),
}
#: Of the command line.
INTERFACE = {
    *("annotated_doc", "annotated_types", "click", "markdown_it", "mdurl"),
    *("pydantic", "pydantic_core", "pygments", "rich", "shellingham", "typer"),
    *("typing_extensions", "typing_inspection"),
}
#: What takes longest to import.
HEAVY = {
    *("gensim", "jinja2", "lightgbm", "nltk", "pandas", "pooch", "pyarrow"),
    *("scipy", "skops", "sklearn", "spacy", "textstat"),
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
    process = python("-I", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{code}{REPORT}")
    assert process.returncode == 0, process.stderr
    names = set(json.loads(process.stdout.splitlines()[-1]))
    # Some compiled modules register names that are not packages.
    return {name for name in names if not name.startswith("_") and name != "cython_runtime"}


@cases("model/cases/imports", "sentence", "target", "options")
def test_a_prediction_imports_few_packages(sentence, target, options):
    code = PREDICT.format(sentence=sentence, target=target, options=options)
    assert imported(code) <= ALLOWED


def test_the_command_predict_imports_few_packages():
    arguments = ["predict", "--sentence", "The river rose.", "--target", "river"]
    packages = imported(COMMAND.format(arguments=arguments))
    assert packages <= ALLOWED | INTERFACE


def test_the_command_annotate_imports_no_heavy_package(tmp_path, no_data, reader):
    text = tmp_path / "text.txt"
    text.write_text("The zxqvy acquiescence rose. It was mild.", encoding="utf-8")
    arguments = ["annotate", str(text), "--out", str(tmp_path / "words.csv")]
    assert not imported(COMMAND.format(arguments=arguments)) & HEAVY


def test_the_annotation_of_a_text_imports_few_packages(reader):
    text = "The committee was reluctant. They crossed the deep river and gave up in Paris."
    assert imported(f"import lcp; lcp.annotate({text!r})") <= ALLOWED


def test_help_imports_neither_numpy_nor_heavy_packages():
    packages = imported(COMMAND.format(arguments=["--help"]))
    assert not packages & (HEAVY | {"numpy"})


def test_a_named_command_is_the_only_one_that_is_imported():
    arguments = ["predict", "--help"]
    report = "\nassert 'lcp.cli.commands.serve' not in sys.modules, 'imported'"
    imported(COMMAND.format(arguments=arguments) + report)
    assert len(lcp.cli.make_app("predict").registered_commands) == 1
