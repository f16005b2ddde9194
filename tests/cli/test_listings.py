"""``lcp --help``, ``lcp resources``, ``lcp features``, ``lcp fetch``, ``lcp split``."""

from __future__ import annotations

import subprocess
import sys

import pandas as pd

from lcp.extractors import families
from lcp.resources import registry


def test_help_lists_every_command_and_loads_no_heavy_library():
    script = (
        "import sys; sys.argv = ['lcp', '--help']\n"
        "import lcp.cli\n"
        "try: lcp.cli.main()\n"
        "except SystemExit: pass\n"
        "heavy = {'pandas', 'numpy', 'sklearn', 'lightgbm', 'nltk', 'spacy'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    commands = ("fit", "evaluate", "compare", "predict", "split", "audit")
    for command in (*commands, "fetch", "resources", "features"):
        assert command in done.stdout


def test_resources_says_of_each_whether_it_is_here_its_licence_and_citation(run, offline):
    code, out, _ = run("resources")
    assert code == 0
    for name in registry():
        assert name in out
    assert "CC BY 4.0" in out
    assert "yes" not in out.split()


def test_features_lists_every_family(run, offline):
    code, out, _ = run("features")
    assert code == 0
    for name, family in families().items():
        assert f"{name}__{family().features()[0].name}" in out


def test_coverage_and_the_matrix_of_a_corpus(run, offline, tmp_path):
    options = ("--features", "core", "--corpus", "sample", "--task", 1)
    code, out, _ = run("features", *options, "--out", "table.parquet")
    assert code == 0
    assert "100%" in out
    matrix = pd.read_parquet(tmp_path / "here/table.parquet")
    assert {"id", "token", "length__characters", "frequency__zipf"} <= set(matrix.columns)
    assert len(matrix) >= 240


def test_a_matrix_of_an_unknown_format_is_refused_before_the_work(run, offline):
    code, _, err = run("features", "--corpus", "sample", "--out", "table.xlsx")
    assert code == 2
    assert ".parquet" in err


def test_fetch_says_the_licence_before_and_fails_with_the_two_ways(run, offline):
    code, _, err = run("fetch", "mrc")
    assert code == 3
    assert "CC BY-NC-SA 3.0" in err
    assert "LCP_DATA" in err


def test_fetch_of_an_unknown_name_gives_the_nearest(run, offline):
    code, _, err = run("fetch", "mcr")
    assert code == 2
    assert "mrc" in err


def test_split_writes_three_files_and_replaces_none(run, offline, tmp_path):
    from lcp.corpora.sample import sample_file

    code, out, _ = run("split", sample_file(), "--out", "parts")
    assert code == 0
    assert "train" in out
    parts = tmp_path / "here/parts"
    before = {path.name: path.read_bytes() for path in parts.iterdir()}
    assert sorted(before) == ["test.tsv", "train.tsv", "trial.tsv"]
    assert run("split", sample_file(), "--out", "parts")[0] == 2
    assert {path.name: path.read_bytes() for path in parts.iterdir()} == before


def test_split_keeps_together_what_it_is_told_to(run, offline, tmp_path):
    from lcp.corpora import load_corpus
    from lcp.corpora.sample import sample_file
    from lcp.splits import groups

    assert run("split", sample_file(), "--out", "parts", "--group-by", "stem")[0] == 0
    table = load_corpus(tmp_path / "here/parts", parts=("train", "trial", "test"))
    assert table["part"].groupby(groups(table, "stem")).nunique().max() == 1
    assert run("split", sample_file(), "--out", "other", "--group-by", "genre")[0] == 2


def test_fetch_finds_everything_in_the_mirror(run, data):
    code, _, err = run("fetch")
    assert code == 0
    assert "complex: on this machine already" in err
