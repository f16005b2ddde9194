"""``lcp ablate``: reports and errors."""

import pytest

COMMAND = ["ablate", "--task", "1", "--corpus", "sample", "--estimator", "ridge"]
SHORT = [*COMMAND, "--features", "few.toml", "--cv", "2", "--repeats", "1", "--jobs", "1"]
FEATURES = "[families.length]\n[families.context]\n"


@pytest.fixture(autouse=True)
def few_features(run, tmp_path):
    """A set of two families in the current folder."""
    (tmp_path / "here/few.toml").write_text(FEATURES)


def test_a_second_run_writes_the_same_report(run, offline, tmp_path):
    out, err = run.ok(*SHORT)
    assert "without length" in out
    assert "BUNDLED SAMPLE CORPUS" in err
    folder = tmp_path / "here/lcp-ablations/complexity-1-few-ridge-by-family"
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert f"lcp {' '.join(SHORT)}" in page
    table = (folder / "scores.csv").read_text()
    again, err = run.ok(*SHORT)
    assert again == out
    assert (folder / "scores.csv").read_text() == table
