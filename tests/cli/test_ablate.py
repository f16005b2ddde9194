"""``lcp ablate``: reports and errors."""

from __future__ import annotations

import pytest

COMMAND = ["ablate", "--task", "1", "--corpus", "sample", "--estimator", "ridge"]
SHORT = [*COMMAND, "--features", "few.toml", "--cv", "2", "--repeats", "1", "--jobs", "1"]
FEATURES = "[families.length]\n[families.context]\n"


@pytest.fixture(autouse=True)
def few_features(run, tmp_path):
    """A set of two families in the current folder."""
    (tmp_path / "here/few.toml").write_text(FEATURES)


def test_a_second_run_writes_the_same_report(run, offline, tmp_path):
    code, out, err = run(*SHORT)
    assert code == 0
    assert "without length" in out
    assert "BUNDLED SAMPLE CORPUS" in err
    folder = tmp_path / "here/lcp-ablations/complexity-1-few-ridge-by-family"
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert f"lcp {' '.join(SHORT)}" in page
    table = (folder / "scores.csv").read_text()
    code, again, err = run(*SHORT)
    assert code == 0
    assert again == out
    assert (folder / "scores.csv").read_text() == table


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--by", "letter"], "--by"),
        (["--cv", "1"], "--cv"),
        (["--cv", "5000"], "cannot fill 5000 folds"),
        (["--features", "frequency-baseline"], "only one family"),
        (["--out", "notes.txt"], "is a file"),
    ],
)
def test_invalid_options_raise_an_error(run, offline, tmp_path, arguments, message):
    (tmp_path / "here/notes.txt").write_text("mine")
    code, out, err = run(*SHORT, *arguments)
    assert code == 2
    assert message in err
    assert "Traceback" not in err
    assert out == ""
