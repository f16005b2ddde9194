"""``lcp --help``, ``--version``, ``resources``, ``features`` and ``split``."""

from importlib import import_module
from pathlib import Path

import pandas as pd
import typer

import lcp.cli.commands
from lcp.features.family import families
from lcp.resources import registry


def test_help_lists_every_command_by_panel(run):
    _, out, _ = run("--help")
    panels = [line.split(" ─")[0] for line in out.splitlines() if line.startswith("╭─ ")]
    assert panels[1:] == [
        "╭─ Train and evaluate",
        "╭─ Predict and explain",
        "╭─ Data",
    ]
    lines = [line.split()[1] for line in out.splitlines() if line.startswith("│ ")]
    names = list(typer.main.get_command(lcp.cli.app).commands)
    assert sorted(name for name in lines if name in names) == sorted(names)
    assert names[:2] == ["fit", "evaluate"]


def test_every_module_of_the_commands_is_a_command():
    names = {path.stem for path in Path(lcp.cli.commands.__file__).parent.glob("[a-z]*.py")}
    assert names == {name for names in lcp.cli.COMMANDS.values() for name in names}
    for name in names:
        module = import_module(f"lcp.cli.commands.{name}")
        assert hasattr(module, "app") or callable(getattr(module, name, None))


def test_resources_lists_licence_citation_and_status(run, offline):
    out, _ = run.ok("resources", "list")
    assert out.splitlines()[0].endswith(" resources are installed.")
    for name in registry():
        assert name in out
    assert "CC BY 4.0" in out
    assert out.count("not installed") == len(registry())


def test_features_lists_every_family(run, offline):
    out, _ = run.ok("features")
    first, *rows = out.splitlines()
    assert first.startswith(f"{sum(row.startswith('  ') for row in rows)} features in ")
    for name, family in families().items():
        assert f"{name}__{family().features({})[0].name}" in out


def test_coverage_and_the_matrix_of_a_corpus(run, offline, tmp_path):
    options = ("--features", "core", "--corpus", "sample")
    out, _ = run.ok("features", *options, "--out", "table.parquet")
    assert "100%" in out
    matrix = pd.read_parquet(tmp_path / "here/table.parquet")
    assert {"id", "token", "length__characters@max", "frequency__zipf"} <= set(matrix.columns)
    assert len(matrix) >= 240


def test_split_writes_three_files_and_replaces_none(run, offline, tmp_path):
    out, _ = run.ok("split", "sample", "--out", "parts")
    assert "train" in out
    parts = tmp_path / "here/parts"
    before = {path.name: path.read_bytes() for path in parts.iterdir()}
    assert sorted(before) == ["test.tsv", "train.tsv", "trial.tsv"]
    assert run("split", "sample", "--out", "parts")[0] == 2
    assert {path.name: path.read_bytes() for path in parts.iterdir()} == before


def test_a_download_is_announced_with_its_licence(run, offline):
    _, _, err = run("resources", "fetch", "mrc")
    assert "Fetching mrc: " in err
    assert "Licence: " in err
    assert run("resources", "fetch", "mrc", "--quiet")[2].startswith("Error: ")
