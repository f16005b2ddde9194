"""``lcp overlap``: tables and errors."""

import gzip
from pathlib import Path

import pytest

import lcp


@pytest.fixture
def parts(run, offline, tmp_path):
    run("split", "sample", "--out", "parts")
    return tmp_path / "here/parts"


def test_the_parts_of_a_split_are_compared(run, parts):
    out, _ = run.ok("overlap", "parts/train.tsv", "parts/test.tsv")
    (token,) = [line for line in out.splitlines() if line.split()[:1] == ["token"]][:1]
    assert token.split()[1:] == ["0", "(0.0%)"] * 4
    assert "any of its words" in out
    assert "instances that overlap with parts/train.tsv" in out


def test_the_default_is_the_released_split(run, data):
    out, err = run.ok("overlap")
    assert "CRAFT" in err
    stem, *_ = [line for line in out.splitlines() if "stem" in line]
    assert "424 (46.2%)" in stem


def test_the_documented_overlap_with_craft_is_counted(data):
    with gzip.open(data / "text/craft_97_articles.txt.gz", "rt", encoding="utf-8") as file:
        text = " ".join(file.read().split())
    counts = []
    for part in ("test", "train"):
        table = lcp.load_corpus(f"complex:{part}")
        table = table[table["genre"] == "biomed"]
        is_single = ~table["token"].str.contains(" ")
        for sentences in (table["sentence"][is_single], table["sentence"][~is_single]):
            inside = sum(" ".join(sentence.split())[:60] in text for sentence in sentences)
            counts.append(f"{inside:,} of {len(sentences):,}")
    page = (Path(__file__).parents[2] / "docs/experiments.md").read_text(encoding="utf-8")
    single, expression, *train = counts
    words = " ".join(page.split())
    assert f"the first 60 characters of {single.replace('of ', 'of the ')} biomedical" in words
    assert f"({expression} with an expression; {' and '.join(train)} in train)" in words
