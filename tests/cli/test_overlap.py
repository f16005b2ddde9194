"""``lcp overlap``: tables and errors."""

import pytest


@pytest.fixture
def parts(run, offline, tmp_path):
    run("split", "sample", "--out", "parts")
    return tmp_path / "here/parts"


def test_the_parts_of_a_split_are_compared(run, parts):
    code, out, err = run("overlap", "parts/train.tsv", "parts/test.tsv")
    assert code == 0
    (token,) = [line for line in out.splitlines() if line.split()[:1] == ["token"]][:1]
    assert token.split()[1:] == ["0", "(0.0%)"] * 4
    assert "any of its words" in out
    assert "instances that overlap with parts/train.tsv" in " ".join(err.split())


def test_the_default_is_the_released_split(run, data):
    code, out, err = run("overlap")
    assert code == 0
    assert "CRAFT" in err
    stem, *_ = [line for line in out.splitlines() if "stem" in line]
    assert "424 (46.2%)" in stem
