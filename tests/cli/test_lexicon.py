"""``lcp lexicon build``: lexicons from own texts, and errors."""

from __future__ import annotations

from lcp.lexicon.file import read_lexicon
from tests.lexicon.conftest import write_text


def test_a_lexicon_is_built_from_a_text(run, offline, tmp_path):
    text = write_text(tmp_path / "text.txt")
    options = ("--norms", "none", "--common-words", 50, "--epochs", 1)
    code, _, err = run("lexicon", "build", f"fable={text}", "--out", "own.npz", *options)
    assert code == 0, err
    lexicon = read_lexicon(tmp_path / "here/own.npz")
    assert "mountain" in lexicon.words
    assert lexicon.about["registers"][0]["name"] == "fable"
    assert f"{len(lexicon.words):,} words" in err
    code, out, _ = run("lexicon", "--help")
    assert code == 0
    assert "build" in out


def test_missing_norms_raise_an_error_and_nothing_is_written(run, offline, tmp_path):
    text = write_text(tmp_path / "text.txt")
    code, _, err = run("lexicon", "build", text, "--out", "own.npz")
    assert code == 3
    assert "lcp fetch" in err
    assert not (tmp_path / "here/own.npz").exists()


def test_unknown_norms_and_missing_files_raise_an_error(run, offline, tmp_path):
    text = write_text(tmp_path / "text.txt")
    code, _, err = run("lexicon", "build", text, "--out", "own.npz", "--norms", "beauty")
    assert (code, "beauty" in err) == (2, True)
    code, _, err = run("lexicon", "build", "absent.txt", "--out", "own.npz")
    assert (code, "absent.txt" in err) == (2, True)
