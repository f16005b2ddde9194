"""``lcp explain``."""

from __future__ import annotations

import json
import re

import pandas as pd
import pytest

ASKED = ("--sentence", "The deep river rose.", "--target", "deep river")


def fit(run, estimator):
    recipe = ("--features", "core", "--model", estimator, "--out", estimator)
    run("fit", "--task", 2, "--corpus", "sample", "--cv", 0, *recipe)
    return estimator


def test_the_model_that_ships_is_explained_where_none_is_named(run, offline):
    code, out, _ = run("explain", *ASKED)
    assert code == 0
    number = run("predict", *ASKED)[1].split()[0]
    lines = out.splitlines()
    assert number in lines[0]
    assert all(len(line) <= 80 for line in lines)
    steps = [line for line in lines if re.match(r"[+− ]\.\d{3} ", line)]
    assert 2 < len(steps) <= 8
    assert "everything else" in out
    for line in steps:
        assert ("█" in line) <= line.startswith("+")
        assert ("░" in line) <= line.startswith("−")


def test_lines_sum_up_what_is_asked_for(run, offline):
    for by, word in (("family", "lexicon:"), ("feature", "__"), ("column", "@")):
        code, out, _ = run("explain", *ASKED, "--by", by, "--top", 20)
        assert code == 0
        assert word in out
    assert run("explain", *ASKED, "--top", 3)[1].count("│") == 3 + 1


def test_a_model_of_ones_own_tells_percentiles(run, offline):
    code, out, _ = run("explain", fit(run, "ridge"), *ASKED)
    assert code == 0
    assert "% of the corpus'" in " ".join(out.split())


def test_every_format_is_written(run, offline, tmp_path):
    here = tmp_path / "here"
    for name in ("a.png", "a.svg", "a.csv", "a.json", "a.md"):
        code, _, err = run("explain", *ASKED, "--out", name)
        assert code == 0
        assert f"Wrote {name}" in err
    assert (here / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (here / "a.svg").read_text("utf-8").startswith("<?xml")
    table = pd.read_csv(here / "a.csv")
    read = json.loads((here / "a.json").read_text("utf-8"))
    assert table["contribution"].sum() == pytest.approx(read["total"], abs=1e-6)
    assert len(read["features"]) == len(table) - 1
    assert (here / "a.md").read_text("utf-8").startswith("# “deep river”")


def test_what_cannot_be_written_is_refused_before_anything_is_computed(run, offline):
    code, out, err = run("explain", *ASKED, "--out", "a.gif")
    assert (code, out) == (2, "")
    assert ".png" in err


def test_what_cannot_be_explained_says_which_recipes_can(run, offline):
    code, out, err = run("explain", fit(run, "svr"), *ASKED)
    assert (code, out) == (2, "")
    assert "lightgbm" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--sentence", "A river."),
        ("--sentence", "A river.", "--target", "sea"),
        ("nowhere", *ASKED),
        (*ASKED, "--by", "letter"),
        (*ASKED, "--top", "1"),
    ],
)
def test_bad_input_exits_with_2(run, offline, arguments):
    code, out, err = run("explain", *arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_markup_in_the_target_is_shown_as_it_is(run, offline):
    _, out, _ = run("explain", "--sentence", "A [bold]river[/] rose.", "--target", "[bold]river[/]")
    assert "“[bold]river[/]”" in out
