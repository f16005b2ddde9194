"""``lcp predict`` and ``lcp evaluate``: one target, files and errors."""

from __future__ import annotations

import re

import pytest

HEADER = "id\tgenre\tsentence\ttoken"


def write(path, *rows, header=HEADER):
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


TWICE = (
    *("--sentence", "The bank, which had an owner, was by the bank."),
    *("--target", "bank", "--genre", "bible"),
)


@pytest.mark.parametrize("command", ["predict", "explain"])
def test_the_first_occurrence_is_the_default(run, offline, command):
    code, out, err = run(command, *TWICE)
    assert code == 0
    assert "“bank” occurs 2 times" in err
    first, second = (run(command, *TWICE, "--occurrence", number) for number in (1, 2))
    assert (first[1], first[2]) == (out, "")
    assert second[2] == ""
    assert second[1] != out
    code, out, err = run(command, *TWICE, "--occurrence", 3)
    assert (code, out) == (2, "")
    assert "from 1 to 2" in err


def test_the_interval_depends_on_the_occurrence(run, offline):
    limits = [run("predict", *TWICE, "--occurrence", number)[1].split("(")[1] for number in (1, 2)]
    assert limits[0] != limits[1]


def test_occurrence_with_a_file_raises_an_error(run, offline, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\triver")
    code, out, err = run("predict", path, "--occurrence", 1)
    assert (code, out) == (2, "")
    assert "not both" in err


@pytest.mark.parametrize("command", ["predict", "explain"])
@pytest.mark.parametrize(
    ("sentence", "target"),
    [
        ("<script>alert('x')</script> The <b>river</b> rose.", "river"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\x00b river", "a\x00b"),
        ("\u202eזה נהר גדול.", "נהר"),
        ("I 😀 it.", "😀"),
        ("A 👨‍👩‍👧 here.", "👨‍👩‍👧"),
        ("Hallitus hyväksyi uuden lain.", "hyväksyi"),
        ("a\nriver\r\nrose", "river"),
    ],
)
def test_unusual_characters_are_accepted(run, offline, command, sentence, target):
    code, out, err = run(command, "--sentence", sentence, "--target", target)
    assert (code, err) == (0, "")
    assert re.search(r"0\.\d{4}", out)


def test_a_paragraph_longer_than_spacys_limit_is_accepted():
    import lcp

    # Long words, because time depends on the number of tokens.
    paragraph = f"{'x' * 99} " * 11_000 + "The river rose by the bank."
    assert len(paragraph) > 1_000_000
    assert 0 < lcp.load_model().predict_one(paragraph, "bank") < 1


def test_evaluation_on_training_data_gives_a_warning(run, word_model):
    code, out, err = run("evaluate", word_model, "--corpus", "sample")
    assert code == 0
    assert "Pearson" in out
    assert "Scores on training data" in err


def test_unrated_instances_cannot_be_evaluated(run, word_model, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\triver")
    code, _, err = run("evaluate", word_model, "--corpus", path)
    assert code == 2
    assert "no ratings" in err


def test_missing_test_labels_are_a_missing_resource(run, word_model):
    code, _, err = run("evaluate", word_model, "--corpus", "test")
    assert code == 3
    assert "labels" in err
    assert "lcp predict" in err


def test_a_score_on_the_test_set_is_ranked(run, word_model, tmp_path, monkeypatch):
    folder = tmp_path / "mirror/complex/test-labels"
    folder.mkdir(parents=True)
    rows = [
        f"{i}\tbible\tThe {word} was there.\t{word}\t{rating}"
        for i, (word, rating) in enumerate(
            [("river", 0.0), ("phylactery", 0.6), ("house", 0.1), ("haploinsufficiency", 0.9)]
        )
    ]
    for kind in ("single", "multi"):
        header = HEADER + "\tcomplexity"
        write(folder / f"lcp_{kind}_test.tsv", *rows, header=header)
    monkeypatch.setenv("LCP_DATA", str(tmp_path / "mirror"))
    code, _, err = run("evaluate", word_model)
    assert code == 0
    assert "of 54" in err
