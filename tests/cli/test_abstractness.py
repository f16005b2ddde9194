"""``lcp abstractness``: one row per target."""

import pytest


@pytest.fixture
def targets(tmp_path):
    path = tmp_path / "targets.tsv"
    path.write_text("id\tcorpus\tsentence\ttoken\n1\tfiction\tAn old idea returned.\tidea\n")
    return path


def test_scores_and_the_gloss_are_printed(run, data, targets):
    code, out, _ = run("abstractness", targets)
    assert code == 0
    header, row = (line.split("\t") for line in out.splitlines())
    cells = dict(zip(header, row, strict=True))
    assert cells["sense"] == "idea.n.01"
    assert cells["gloss"]
    assert 0 < float(cells["imperceptibility"]) < 0.5


def test_the_table_can_be_written_to_a_file(run, data, targets, tmp_path):
    code, out, err = run("abstractness", targets, "--out", tmp_path / "scores.tsv")
    assert (code, out) == (0, "")
    assert "Wrote 1 rows" in err
    assert len((tmp_path / "scores.tsv").read_text().splitlines()) == 2
