"""``lcp predict`` and ``lcp evaluate``: one target, files and errors."""

from __future__ import annotations

import io
import re

import pandas as pd
import pytest

HEADER = "id\tgenre\tsentence\ttoken"


def write(path, *rows, header=HEADER):
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def test_one_target_gives_a_number_and_a_level(run, word_model):
    code, out, _ = run("predict", word_model, "--sentence", "The river rose.", "--target", "river")
    assert code == 0
    number, level, rank = out.strip().split("  ")
    assert 0 <= float(number) <= 1
    assert level in {"very easy", "easy", "neutral", "difficult", "very difficult"}
    assert re.fullmatch(r"harder than \d\d?% of words in running text", rank)


def test_a_file_gives_the_format_of_the_shared_task(run, word_model, tmp_path):
    rows = ["a\tbible\tThe river rose.\triver", "b\tbible\tA null value.\tnull"]
    path = write(tmp_path / "in.tsv", *rows)
    code, out, _ = run("predict", word_model, path)
    assert code == 0
    assert [line.split(",")[0] for line in out.splitlines()] == ["a", "b"]
    assert run("predict", word_model, path, "--out", "p.csv")[0] == 0
    assert (tmp_path / "here/p.csv").read_text() == out


def test_a_file_gives_the_same_in_parts(run, tmp_path, monkeypatch):
    from lcp.cli import predict

    rows = [f"i{number}\tbible\tThe river rose {number}.\triver" for number in range(5)]
    path = write(tmp_path / "in.tsv", *rows)
    options = ("--coverage", 0.8, "--kind", "--level", "--out")
    assert run("predict", path, *options, "whole.csv")[0] == 0
    monkeypatch.setattr(predict, "_PART", 2)
    assert run("predict", path, *options, "parts.csv")[0] == 0
    whole, parts = ((tmp_path / f"here/{name}.csv").read_text() for name in ("whole", "parts"))
    assert parts == whole
    assert len(whole.splitlines()) == 6


def test_a_calibrated_model_prints_the_interval_of_one_target(run):
    sentence = ("--sentence", "A deep river.", "--target", "deep river")
    code, out, _ = run("predict", *sentence)
    assert code == 0
    number, low, high = (float(text) for text in re.findall(r"\d\.\d{4}", out))
    assert 0 <= low < number < high <= 1
    assert "(90% interval: " in out
    _, wider, _ = run("predict", *sentence, "--coverage", 0.99)
    assert "(99% interval: " in wider
    assert float(re.findall(r"\d\.\d{4}", wider)[2]) > high


def test_coverage_adds_a_header_and_limits_to_a_file(run, tmp_path):
    rows = ["a\tbible\tThe river rose.\triver", '"b,c"\tnews\tA null value.\tnull']
    path = write(tmp_path / "in.tsv", *rows)
    plain = run("predict", path)[1]
    code, out, _ = run("predict", path, "--coverage", 0.8)
    assert code == 0
    table = pd.read_csv(io.StringIO(out))
    assert table.columns.tolist() == ["id", "token", "prediction", "low", "high"]
    assert table["id"].tolist() == ["a", '"b,c"']
    assert table["prediction"].between(table["low"], table["high"]).all()
    assert [f"{value:.6f}" for value in table["prediction"]] == [
        line.rsplit(",")[-1] for line in plain.splitlines()
    ]
    assert run("predict", path, "--coverage", 0.8, "--out", "p.csv")[0] == 0
    assert (tmp_path / "here/p.csv").read_bytes() == out.encode()


def test_kinds_of_a_file_are_a_column(run, tmp_path):
    sentence = "The deep river rose by Brevard at 5 pm."
    targets = ["river", "deep river", "Brevard", "5", "by"]
    rows = [f"{token}\tnews\t{sentence}\t{token}" for token in targets]
    path = write(tmp_path / "in.tsv", *rows)
    plain = run("predict", path)[1].splitlines()
    assert run("predict", path, "--kind", "--out", "out.csv")[0] == 0
    header, *lines = (tmp_path / "here/out.csv").read_text(encoding="utf-8").splitlines()
    assert header == "id,token,complexity,kind"
    kinds = ["word", "expression", "name", "number", "function word"]
    # Every target is rated, as without --kind.
    assert lines == [
        f"{line.replace(',', f',{token},')},{kind}"
        for line, token, kind in zip(plain, targets, kinds, strict=True)
    ]
    out = run("predict", path, "--kind", "--coverage", 0.8)[1]
    assert out.splitlines()[0] == "id,token,complexity,kind,low,high"


def test_the_kind_of_one_target_is_printed(run):
    target = ("--sentence", "The river rose by Brevard.", "--target", "Brevard")
    assert run("predict", *target, "--kind")[1].split()[-1] == "name"
    assert "name" not in run("predict", *target)[1]


def test_coverage_without_calibration_raises_an_error(run, word_model, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\triver")
    sentence = ("--sentence", "A river.", "--target", "river")
    for arguments in ((path, "--coverage", 0.9, "--out", "p.csv"), (*sentence, "--coverage", 0.9)):
        code, out, err = run("predict", word_model, *arguments)
        assert (code, out) == (2, "")
        assert "lcp fit --cv 5" in err
    assert not (tmp_path / "here/p.csv").exists()
    assert "interval" not in run("predict", word_model, *sentence)[1]


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


@pytest.mark.parametrize("command", ["predict", "explain"])
@pytest.mark.parametrize(
    ("sentence", "target"),
    [("", "river"), ("A river.", ""), (" ", " "), ("A \udcff river.", "river")],
)
def test_empty_or_invalid_text_raises_an_error(run, offline, command, sentence, target):
    code, out, err = run(command, "--sentence", sentence, "--target", target)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_a_paragraph_longer_than_spacys_limit_is_accepted():
    import lcp

    # Long words, because time depends on the number of tokens.
    paragraph = f"{'x' * 99} " * 11_000 + "The river rose by the bank."
    assert len(paragraph) > 1_000_000
    assert 0 < lcp.load_model().predict_one(paragraph, "bank") < 1


def test_an_unknown_genre_is_reported_once(run, word_model, tmp_path):
    rows = [f"{i}\tnews\tThe river rose.\triver" for i in range(3)]
    code, _, err = run("predict", word_model, write(tmp_path / "in.tsv", *rows))
    assert code == 0
    assert err.count("news") == 1


@pytest.mark.parametrize(
    "text", ["The 🙂 river rose.", "Le cafe\u0301 river", "Река river течёт", "河 river"]
)
def test_emoji_combining_marks_and_other_scripts_are_accepted(run, word_model, text):
    assert run("predict", word_model, "--sentence", text, "--target", "river")[0] == 0


def test_a_target_in_another_script_is_rated(run, word_model):
    code, out, _ = run("predict", word_model, "--sentence", "Река течёт 🙂", "--target", "Река")
    assert code == 0
    assert 0 <= float(out.split()[0]) <= 1


def test_a_sentence_of_200_000_characters_is_accepted(run, word_model):
    text = "the river rose and " * 10_600
    assert len(text) > 200_000
    assert run("predict", word_model, "--sentence", text, "--target", "river")[0] == 0


def test_a_target_of_three_words_is_an_expression(run, expression_model):
    sentence = "He wore a long white robe."
    assert (
        run("predict", expression_model, "--sentence", sentence, "--target", "long white robe")[0]
        == 0
    )


def test_a_model_of_single_words_rejects_expressions(run, word_model):
    code, _, err = run(
        "predict", word_model, "--sentence", "A deep river.", "--target", "deep river"
    )
    assert code == 2
    assert "--task 2" in err


@pytest.mark.parametrize(
    ("sentence", "target", "message"),
    [
        ("The river rose.", "sea", "not in its sentence"),
        ("The river rose.", " ", "target is empty"),
        ("", "river", "sentence is empty"),
    ],
)
def test_a_missing_target_raises_an_error(run, word_model, sentence, target, message):
    code, out, err = run("predict", word_model, "--sentence", sentence, "--target", target)
    assert (code, out) == (2, "")
    assert message in err


def test_the_default_is_the_bundled_model(run, offline, tmp_path):
    sentence = ("--sentence", "A deep river.", "--target", "deep river")
    code, out, _ = run("predict", *sentence)
    assert code == 0
    assert 0 <= float(out.split()[0]) <= 1
    path = write(tmp_path / "in.tsv", "a\tbible\tA deep river.\tdeep river")
    assert run("predict", path)[1].startswith("a,0.")
    assert len(run("predict", "sample")[1].splitlines()) == 410
    assert run("predict", path, "--out", "p.csv")[0] == 0


def test_missing_arguments_raise_an_error(run, word_model):
    code, _, err = run("predict", word_model)
    assert code == 2
    assert "--sentence" in err


def test_an_invalid_file_leaves_an_earlier_output_unchanged(run, word_model, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\tsea")
    before = tmp_path / "here/p.csv"
    before.write_text("a,0.5\n")
    code, _, err = run("predict", word_model, path, "--out", "p.csv")
    assert code == 2
    assert "line 2" in err
    assert before.read_text() == "a,0.5\n"


def test_an_unwritable_output_raises_an_error(run, word_model, tmp_path):
    path = write(tmp_path / "in.tsv", "a\tbible\tThe river rose.\triver")
    (tmp_path / "here/file").write_text("in the way")
    code, _, err = run("predict", word_model, path, "--out", "file/p.csv")
    assert code == 2
    assert "cannot be written" in err


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


def test_a_folder_without_a_model_raises_an_error(run, offline, tmp_path):
    (tmp_path / "here/empty").mkdir()
    for name in ("empty", "nowhere"):
        code, _, err = run("predict", name, "--sentence", "A river.", "--target", "river")
        assert code == 2
        assert "model.json" in err


def test_the_level_of_a_target_and_of_a_file(run, offline, tmp_path):
    sentence = ("--sentence", "A haploinsufficiency.", "--target", "haploinsufficiency")
    code, out, _ = run("predict", *sentence, "--level")
    assert code == 0
    assert re.search(r"  CEFR C2 \(probability 0\.\d\d\)$", out.strip())
    rows = ["a\tbible\tThe river rose.\triver", "b\tnews\tIt is opaque.\topaque"]
    path = write(tmp_path / "in.tsv", *rows)
    code, out, _ = run("predict", path, "--level", "--kind", "--readers", "learner")
    assert code == 0
    head, *lines = [line.split(",") for line in out.splitlines()]
    assert head == ["id", "token", "complexity", "kind", "level", "level_probability"]
    assert [(line[0], line[3]) for line in lines] == [("a", "word"), ("b", "word")]
    assert lines[0][4] < lines[1][4]


def test_a_model_without_levels_raises_an_error(run, word_model):
    options = ("--sentence", "The river rose.", "--target", "river", "--level")
    code, out, err = run("predict", word_model, *options)
    assert (code, out) == (2, "")
    assert "does not predict CEFR levels" in " ".join(err.split())
